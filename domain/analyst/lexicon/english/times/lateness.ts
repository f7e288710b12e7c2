import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** What was to be done by a day that was set: words in the label of the date on which it was, and words by which it is said. */
export type Finish = { labels: readonly string[]; said: readonly string[]; isMove?: true }

/** `isMove` where something comes or goes, which is said by other words too: arrives, went out. Where several of them are told of a row, that which comes last in the course of things stands first. */
export const finishes: readonly Finish[] = [
  { labels: phraseList('returned;return;returns;date in;in date;checked in'), said: wordList('return returned returns back'), isMove: true },
  {
    labels: wordList('delivered delivery arrival arrived received receipt'),
    said: wordList('deliver delivered delivers delivery deliveries arrive arrived arrives arrival arrivals receive received'),
    isMove: true,
  },
  { labels: wordList('paid payment settled'), said: wordList('pay paid pays payment payments settle settled') },
  {
    labels: wordList('completed completion complete finished finish closed close resolved solved fixed repaired done submitted handed actual ended end'),
    said: wordList('complete completed completes finish finished close closed closes resolve resolved solve solved fix fixed submit submitted handed'),
  },
  {
    labels: wordList('shipped ship shipping shipment dispatched dispatch sent'),
    said: wordList('ship shipped ships send sent dispatch dispatched out'),
    isMove: true,
  },
  { labels: wordList('departure departed left'), said: wordList('depart departed departs departure departures leave left leaves'), isMove: true },
]

/** Who takes something to where it is going: what was "delivered to the carrier" has only set out. */
export const carryingLabels = wordList('carrier carriers courier couriers forwarder forwarders shipper shippers haulier hauliers transporter warehouse depot')

/** Rows of these states are done with, though what was to be done was not. */
export const givenUpStates = phraseList(
  'lost;cancelled;canceled;cancel;void;voided;written off;write off;rejected;refused;refunded;returned;failed;abandoned;declined;deleted;draft;archived',
)

/** Rows of these states are not done with. */
export const ongoingStates = phraseList(
  `open;in transit;delayed;pending;in progress;processing;in process;active;ongoing;on loan;on hold;out;unpaid;outstanding;overdue;late;issued;borrowed;released;
  new;planned;started;shipped;sent;not started;waiting;todo;to do;rented;checked out`,
)

/** Labels of a number of days that something may last before it is late. */
export const allowedLabels = phraseList(
  `rental duration;loan duration;loan period;lending period;rental period;loan days;rental days;max days;maximum days;days allowed;allowed days;allowed duration;
  maximum loan days;max loan days;loan length;payment terms;payment term;payment terms days;payment days;terms days;net days;credit days;lead time days;promised days;target days;sla days`,
)

/** Said of whatever is late. */
export const anyFinish = wordSet('come comes coming came go goes went gone get gets got in up late run runs running had have has')

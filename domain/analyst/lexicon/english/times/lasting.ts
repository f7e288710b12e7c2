import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** What ends a length of time: by which words it is said, and what the date of it is called, the likeliest first. `isHeld` where what lasts is said by the verb itself: how long they keep it, `isShort` where it is over within hours, `isWhole` where all that a row tells of lasts so long. */
export type Ending = { said: readonly string[]; labels: readonly string[]; isHeld?: true; isShort?: true; isWhole?: true }

export const endings: readonly Ending[] = [
  {
    said: wordList('keep keeps kept borrow borrows hold holds held rent rents'),
    labels: phraseList('returned;return;drop off;dropoff;brought back;date in;in date;time in;checked in'),
    isHeld: true,
    isWhole: true,
  },
  {
    said: wordList('visit visits session sessions call calls ride rides trip trips shift shifts'),
    labels: phraseList('check out;check-out;checkout;checked out;departure;departed;left;exit;logout;log out;hung up;end;ended;finished;stop'),
    isShort: true,
    isWhole: true,
  },
  {
    said: wordList('stay stays stayed staying remain remains'),
    labels: phraseList('check out;check-out;checkout;checked out;departure;departed;left;discharge;discharged;end;ended'),
    isHeld: true,
    isWhole: true,
  },
  { said: wordList('return returns returning returned'), labels: phraseList('returned;return;date in;in date') },
  {
    said: wordList('deliver delivers delivery deliveries delivered arrive arrives'),
    labels: wordList('delivered delivery arrived arrival received'),
  },
  { said: wordList('ship ships shipping shipment shipments shipped send dispatch'), labels: wordList('shipped ship shipping shipment dispatched sent') },
  { said: wordList('pay pays paying settle payment'), labels: wordList('paid payment settled') },
  {
    said: wordList('answer answers answering respond responds responding reply replies replying react reacts acknowledge acknowledges'),
    labels: phraseList('first response;first reply;responded;response;answered;replied;reply;acknowledged;acknowledgement;picked up'),
    isShort: true,
  },
  {
    said: wordList(
      `close closes closing resolve resolves resolving solve solves solving fix fixes fixing repair repairs repairing mend mends mending complete completes completing
      finish finishes finishing process processes processing handle handles handling settle sort`,
    ),
    labels: wordList('resolved resolution solved fixed repaired completed completion complete finished done processed closed close'),
  },
  {
    said: wordList('cancel cancels cancelling canceling leave leaves leaving quit quitting churn churning'),
    labels: phraseList('cancelled;canceled;cancellation;churned;left;exit;leave;termination;end;ended;stop'),
  },
]

/** How long somebody has been there, as it is said. */
export const beingThere = wordList('with here at working employed around')

/** Said of those who take their time, or of what takes it, the most time first. */
export const slowestWords = wordList('slowest longest')
export const fastestWords = wordList('fastest quickest shortest speediest promptest')

/** Units in the labels of numbers that tell how long something lasted, and what tells the parts of one whole apart: week nights and weekend nights. */
export const wholeUnits = wordSet('night day hour minute')
export const wholeParts = wordSet('week weekend midweek weekday working holiday')

/** With one of `wholeUnits` a label of these tells a price, or a number that was only planned. */
export const noWholeLabels = wordSet('per price rate cost fee charge until since before after ago lead waiting late delay')

/** What is done with, where no noun of the data says it. */
export const anyRows = wordList('it them things one something anything everything')

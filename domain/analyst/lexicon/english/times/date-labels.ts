import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

// Words in labels of dates.

/** What a row tells of came to its end. */
export const endLabels = wordList(
  `stop end ended exit close closed termination left leave return returned finish finished discharge resolved delivered ship shipped shipping
  shipment dispatched paid completed cancelled canceled churned fixed repaired expired`,
)

/** What a row tells of began. */
export const startLabels = phraseList(
  'since;joined;join;registered;registration;signed;signup;sign up;sign-up;created;start;started;begin;began;opened;hired;hire;customer from;moved in;move in;admitted;admission',
)

export const birthLabels = phraseList('birth date;birthdate;birth day;birthday;date of birth;birth;born;dob')
export const deathLabels = phraseList('death date;deathdate;date of death;death;died')

/** Words by which a question speaks of births, deaths and ages. */
export const lifeWords = wordList(
  'born birth births birthday birthdays birthdate dob died die dead death deaths deceased age aged ages old older oldest young younger youngest elderly senior junior adult adults child children minor minors teenager teenagers generation',
)

/** Dates that are the two ends of one thing. */
export const spanLabels: readonly (readonly [from: readonly string[], to: readonly string[]])[] = [
  [phraseList('check in;check-in;checkin'), phraseList('check out;check-out;checkout')],
  [phraseList('arrival'), phraseList('departure')],
  [phraseList('admission;admitted'), phraseList('discharge;discharged')],
  [phraseList('opened;open;reported;created'), phraseList('closed;resolved;solved;fixed;repaired;done;completed')],
  [phraseList('move in;moved in'), phraseList('move out;moved out')],
  [phraseList('ordered;order;placed;purchased;purchase'), phraseList('shipped;ship;shipping;shipment;dispatched')],
  [phraseList('issued;issue;invoiced;invoice;billed;billing'), phraseList('paid')],
  [
    phraseList('rented;rental;borrowed;pick up;pickup;loaned;loan;date out;out date;checkout;check out;checked out'),
    phraseList('returned;return;drop off;dropoff'),
  ],
  [phraseList('date out;out date;time out;checked out'), phraseList('date in;in date;time in;checked in')],
  [phraseList('start;started;begin;began;from'), phraseList('end;ended;finish;finished;stop;until;to;cancelled;canceled;churned;expired')],
  [phraseList('hire;hired;joined;entry'), phraseList('exit;left;leave;termination')],
]

/** Since when somebody or something is there: no date of what happened. */
export const beingLabels = wordList(
  'hire hired joined since signed sign registered registration founded established built birth born expires expiry license licence published publication released',
)

/** When something was paid. */
export const paidLabels = phraseList('paid;payment date;settled')

/** How somebody came to be a customer or member. */
export const signUpLabels = wordList('signed sign signup joined registered registration')

/** Labels of numbers that tell how long something took: what they are of, what they are called, and their unit. */
export const lastingNouns = wordList('trip ride rental stay call session')
export const lengthLabels = wordList('duration length minutes hours seconds milliseconds millis days')
export const lengthUnits = wordList('minutes min mins hours seconds secs milliseconds millis ms days')

/** When a row was written, and not when anything happened. */
export const writtenLabels = wordList('create created creation updated update modified inserted')

/** Moments of which the time of the day is told. */
export const clockLabels = wordList('time clock check checkin checkout login logout')

/** When something runs out: a lease, a licence. */
export const endingLabels = phraseList('end date;ends;ends on;end;expires;expires on;expiry;expiry date;expiration date;expires at;valid until;valid to')

/** Words that say so by themselves, where several dates are ends of something. */
export const expiryLabels = phraseList('expires;expiry;expiration;expire;expired;renewal;valid until;valid to')

/** Words of the label of a column of the hours of a day. Singular. */
export const hourLabels = wordSet('hour hr hours hrs')

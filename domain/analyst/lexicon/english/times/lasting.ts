import { phraseList, wordList } from '../forms/word-set.ts'

/** What ends a length of time: by which words it is said, and what the date of it is called, the likeliest first. `isHeld` where what lasts is said by the verb itself: how long they keep it, `isShort` where it is over within hours. */
export type Ending = { said: readonly string[]; labels: readonly string[]; isHeld?: true; isShort?: true }

export const endings: readonly Ending[] = [
  {
    said: wordList('keep keeps kept borrow borrows hold holds held rent rents'),
    labels: phraseList('returned;return;drop off;dropoff;brought back'),
    isHeld: true,
  },
  {
    said: wordList('visit visits session sessions call calls ride rides trip trips shift shifts'),
    labels: phraseList('check out;check-out;checkout;checked out;departure;departed;left;exit;logout;log out;hung up;end;ended;finished;stop'),
    isShort: true,
  },
  { said: wordList('stay stays'), labels: phraseList('check out;check-out;checkout;checked out;departure;departed;left;discharge;discharged;end;ended') },
  { said: wordList('return returns returning returned'), labels: wordList('returned return') },
  {
    said: wordList('deliver delivers delivery deliveries delivered arrive arrives'),
    labels: wordList('delivered delivery arrived arrival received'),
  },
  { said: wordList('ship ships shipping shipment shipments shipped send dispatch'), labels: wordList('shipped ship shipping shipment dispatched sent') },
  { said: wordList('pay pays paying settle payment'), labels: wordList('paid payment settled') },
  {
    said: wordList('close closes closing resolve resolves solve solves fix fixes repair repairs complete completes finish finishes answer process handle'),
    labels: wordList('closed close resolved solved fixed repaired completed completion complete finished done answered processed'),
  },
  {
    said: wordList('cancel cancels cancelling canceling leave leaves leaving quit quitting churn churning'),
    labels: phraseList('cancelled;canceled;cancellation;churned;left;exit;leave;termination;end;ended;stop'),
  },
]

/** How long somebody has been there, as it is said. */
export const beingThere = wordList('with here at working employed around')

import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/**
 * What is said of where rows stand, or of what happened to them, and what in the data tells it: a date that is not set yet (`undated`) or the one on which it happened
 * (`dated`), by words of its label; a value of a state; or all states but some (`not`). `isMoved` where rows of each going and coming are meant, whatever went; `isUnpaid` where what tells of payment tells it,
 * `isTakenBack` where negative quantities do.
 */
export type Standing = {
  said: readonly string[]
  undated?: readonly string[]
  dated?: readonly string[]
  values?: readonly string[]
  not?: readonly string[]
  isMoved?: true
  isUnpaid?: true
  isTakenBack?: true
}

const comingBack = phraseList('returned;return;date in;in date;time in;brought back;handed back')
const goingOut = phraseList('date out;out date;time out;borrowed;loaned;loan;rented;rental;checked out;check out;checkout;issued;issue')

/** Values of states of what is done with. */
const doneValues = phraseList(
  'closed;resolved;solved;fixed;done;completed;complete;finished;cancelled;canceled;rejected;withdrawn;delivered;paid;settled;archived;won;lost;duplicate',
)

/** Each state and deed by which people ask for rows. */
export const standings: readonly Standing[] = [
  {
    said: phraseList(
      `out;still out;out on loan;on loan;out on hire;on hire;out on rent;lent out;loaned out;rented out;hired out;not back;not back yet;not returned;not yet returned;
      not been returned;not brought back;haven't come back;hasn't come back;have not come back;haven't been returned;hasn't been returned`,
    ),
    undated: comingBack,
    values: phraseList('on loan;out;lent;borrowed;rented;checked out;on hire;hired out;issued'),
    isMoved: true,
  },
  {
    said: phraseList('still in;still here;still inside;still with us;still there;still staying;not left yet;not yet left'),
    undated: phraseList('discharged;discharge;moved out;left;departed;departure;check out;checkout;checked out;exit;date out;out date;time out'),
  },
  {
    said: phraseList('came in;come in;comes in;coming in;brought in;bring in;handed in;taken in;dropped off;received'),
    dated: phraseList('date in;in date;time in;received;dropped off;arrived;check in;checked in'),
    isMoved: true,
  },
  {
    said: phraseList('come back;comes back;came back;coming back;brought back;bring back;brings back;given back;back in;handed back;returned;return;returns'),
    dated: comingBack,
    isMoved: true,
  },
  {
    said: phraseList('went out;go out;goes out;gone out;taken out;took out;take out;lent out;borrowed;borrow;lent;lend;checked out;hired out;rented out'),
    dated: goingOut,
    isMoved: true,
  },
  {
    said: phraseList(
      'unresolved;unsolved;not resolved;not solved;not fixed;not closed;not finished;not done;unfinished;still open;open;not been resolved;not been fixed',
    ),
    not: doneValues,
    undated: wordList('resolved solved fixed repaired completed finished closed'),
  },
  { said: phraseList('unpaid;not paid;not been paid;not yet paid;still to be paid;not settled;unsettled;outstanding;owing'), isUnpaid: true },
  { said: phraseList('resolved;solved;was resolved;were resolved'), dated: wordList('resolved solved') },
  { said: wordList('fixed repaired mended'), dated: wordList('fixed repaired mended') },
  { said: phraseList('answered;replied to;responded to;acknowledged'), dated: phraseList('first response;responded;answered;replied;acknowledged') },
  {
    said: phraseList('signed up;sign up;signs up;joined;join;registered;came to us;became a member'),
    dated: phraseList('joined;join;signup;sign up;signed up;registered;registration;member since;customer since;since'),
  },
  {
    said: phraseList(
      `returned;sent back;brought back;given back;taken back;come back;comes back;came back;refunded;cancelled;canceled;credited;reversed;return;returns;refund;refunds;
      cancel;cancels;send back;sends back;bring back;brings back`,
    ),
    isTakenBack: true,
  },
  { said: phraseList('moved out;move out;moves out;moved away;checked out'), dated: phraseList('moved out;move out;check out;checkout;departure') },
  { said: phraseList('moved in;move in;moves in;checked in'), dated: phraseList('moved in;move in;check in;checkin;arrival') },
  { said: phraseList('picked up;collected;pick up;collect'), dated: phraseList('collected;picked up;pick up;pickup;collection') },
  { said: wordList('hired recruited'), dated: phraseList('hire;hired;joined;start date;started') },
  {
    said: phraseList('run out;runs out;ran out;running out;expire;expires;expired;expiring;lapse;lapses;lapsed;come to an end;ends;end;up for renewal'),
    dated: phraseList('end date;ends;end;ended;expires;expiry;expiration;expired;valid until;valid to;expiry date'),
  },
]

/** Words of labels of the numbers of documents. */
export const documentLabels = wordList('invoice order document doc receipt bill voucher transaction number no')

/** Words of labels of what tells by itself that something was taken back. */
export const takenBackLabels = wordSet('returned return refund refunded cancelled canceled cancellation status state credit credited')

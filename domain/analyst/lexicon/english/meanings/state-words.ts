import { phraseList, wordSet } from '../forms/word-set.ts'

/** What people say of the state of something, and how the data may write the same; `answer` is what a yes or no about the outcome says of it, `marks` what stands for it in a column of grades. */
export type StateSense = { said: readonly string[]; written: readonly string[]; answer?: 'yes' | 'no'; marks?: readonly string[] }

const denying = phraseList("did not;didn't;do not;don't;does not;doesn't;never")

/** "Did not come" in each of the ways that is said. */
const denials = (phrase: string): string[] => (phrase.startsWith('did not ') ? denying.map((word) => phrase.replace('did not', word)) : [phrase])

const same = (words: string, answer?: StateSense['answer']): StateSense => {
  const list = phraseList(words).flatMap(denials)
  return { said: list, written: list, ...(answer ? { answer } : {}) }
}

/** Words of labels of columns that tell how something ended or stands. */
export const stateLabelWords = phraseList(
  'interval;frequency;cycle;period;cadence;status;state;stage;outcome;result;decision;disposition;resolution;verdict;phase;progress;attendance;presence;grade;mark;turnout',
)

/** Words of labels of columns that tell how often something comes again. */
export const intervalLabels = wordSet('interval frequency cycle period cadence billing recurrence')

/** What is done again and again by those who pay. */
export const payingVerbs = wordSet('pay pays paid paying billed charged invoiced renew renews renewed subscribe subscribes subscribed donate donates donated')

/** Every word for one state stands for each other. */
export const stateSenses: readonly StateSense[] = [
  same('yearly;annually;annual;year;per year;every year;once a year'),
  same('half yearly;half-yearly;semiannual;semi-annual;biannual;every six months'),
  same('quarterly;quarter;every quarter;every three months'),
  same('monthly;month;every month;once a month'),
  same('weekly;week;every week;once a week'),
  same('daily;day;every day;once a day'),
  same('approved;approval;accepted;acceptance;granted;authorised;authorized;passed', 'yes'),
  same('rejected;rejection;declined;denied;denial;refusal;refused;turned down;disapproved;not approved;unsuccessful', 'no'),
  same('cancelled;canceled;called off;scrapped;voided;void;cancellation'),
  same(
    'no show;no shows;noshow;noshows;did not show;did not show up;did not turn up;not turn up;not show up;did not come;not attended;did not attend;missed;failed to appear;failed to show up;failed to turn up;stood us up',
  ),
  same('completed;completion;complete;done;finished;fulfilled;concluded'),
  {
    said: phraseList('attended;attendance;attendances;showed up;turned up;showed;checked in;arrived;completed'),
    written: phraseList('attended;attendance;showed up;turned up;showed;checked in;arrived;completed;present'),
  },
  same('absent;absence;absences;missed;missing;misses;did not come;did not attend;did not show up;were away;was away;skipped;away;truant;absentee'),
  same('pending;waiting;awaiting;undecided;under review;in review;to do;not started'),
  same('in progress;ongoing;underway;under way;being worked on;in work;working'),
  same('resolved;resolution;solved;fixed;settled;closed'),
  same('shipped;sent;sent out;dispatched;on its way;in transit'),
  same('delivered;arrived;received'),
  same('returned;sent back;brought back;refunded'),
  same('refunded;reimbursed;paid back;money back'),
  same('escalated;passed on;handed on'),
  same('churned;left;quit;gone;terminated'),
  same('suspended;suspension;paused;on hold;frozen;held;blocked'),
  same('expired;expiry;expiration;lapsed;run out;ended'),
  same('rented;let;occupied;taken;leased'),
  same('vacant;empty;available;free;unoccupied'),
  same('sold;closed;completed'),
  same('hired;employed;placed;offer accepted'),
  same('withdrawn;withdrawal;withdrew;pulled out;dropped out'),
  same('active;current;live;running;enrolled'),
  same('inactive;disabled;dormant;deactivated'),
  same('overdue;late;past due;delayed'),
  same('unpaid;outstanding;not paid;open;due'),
  { ...same('failed;failure;fail;fails;unsuccessful;error;bounced;flunked;flunk;did not pass', 'no'), marks: phraseList('f;fail;failed') },
  same('late;overdue;delayed;behind;in arrears;arrears'),
  same('successful;succeeded;success;ok;passed', 'yes'),
  same('lost;stolen;missing'),
  same('broken;damaged;defective;out of order;out of service;faulty'),
  same('retired;decommissioned;scrapped;out of use'),
]

/** Words of labels of columns of grades. */
export const gradeLabels = wordSet('grade mark score result')

/** Keeping what was to be kept, and not; and nouns for the latter. */
export const keepingVerbs = wordSet(
  'met meet meets meeting made make makes hit hits hitting kept keep keeps keeping reached reach reaches within achieved achieve fulfilled',
)
export const missingVerbs = wordSet(
  'missed miss misses missing breached breach breaches breaching broke break breaks broken failed fail fails exceeded exceed violated violate outside',
)
export const missingNouns = wordSet('miss misses breach breaches failure failures violation violations')

/** Words of labels that say yes of what was not kept. */
export const missedLabels = wordSet('breach breached miss missed fail failed violated violation violate exceed exceeded late overdue')

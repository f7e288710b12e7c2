import { phraseList, wordList } from '../forms/word-set.ts'

// Words in labels of dates.

/** What a row tells of came to its end. */
export const endLabels = wordList(
  `stop end ended exit close closed termination left leave return returned finish finished discharge resolved delivered shipped completed`,
)

/** What a row tells of began. */
export const startLabels = phraseList(
  'since;joined;registered;registration;signed;signup;sign up;sign-up;created;start;started;opened;hired;hire;customer from',
)

export const birthLabels = phraseList('birth date;birthdate;birth day;birthday;date of birth;birth;born;dob')
export const deathLabels = phraseList('death date;deathdate;date of death;death;died')

/** Dates that are the two ends of one thing. */
export const spanLabels: readonly (readonly [from: readonly string[], to: readonly string[]])[] = [
  [phraseList('check in;check-in;checkin'), phraseList('check out;check-out;checkout')],
  [phraseList('arrival'), phraseList('departure')],
  [phraseList('admission;admitted'), phraseList('discharge;discharged')],
  [phraseList('opened;open;reported;created'), phraseList('closed;resolved;solved')],
  [phraseList('start;started;begin;began;from'), phraseList('end;ended;finish;finished;stop;until;to')],
  [phraseList('hire;hired;joined;entry'), phraseList('exit;left;leave;termination')],
]

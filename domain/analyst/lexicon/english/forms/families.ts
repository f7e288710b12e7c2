import { phraseList, wordList } from './word-set.ts'

/** Verbs in "-er", "-or" and "-ly", whose ending is part of them and is not cut: "ordered" is of "order", "replied" of "reply". */
const verbsWithEndings = wordList(
  'deliver order register offer answer enter cover transfer refer discover recover consider remember gather render prefer confer filter alter trigger monitor factor reply apply supply comply',
)

/** Nouns and forms that no ending leads back to their verb: the verb first. */
const nounsOfVerbs = phraseList(
  `deliver delivery deliveries;discover discovery discoveries;recover recovery recoveries;enter entry entries entrance;respond response responses responsive;resolve resolution resolutions;
  solve solution solutions;decide decision decisions;submit submission submissions;admit admission admissions;lose loss losses lost;grow growth grew grown;
  receive receipt receipts;depart departure departures;fail failure failures;complain complaint complaints;succeed success successes;prove proof proven;serve service services;
  choose choice choices chose chosen;weigh weight weights;inquire inquiry inquiries enquiry enquiries;injure injury injuries;advise advice;divide division divisions;expand expansion expansions;
  extend extension extensions;suspend suspension suspensions;convert conversion conversions;subscribe subscription subscriptions;describe description descriptions;fly flight flights flew flown;
  apply application applications applicant applicants;supply supplier suppliers;register registration registrations;refer referral referrals;break breakage breakages broke broken`,
).map((line) => line.split(' '))

const formsOf = (verb: string): string[] =>
  verb.endsWith('y')
    ? [verb, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`]
    : [verb, `${verb}s`, `${verb}ed`, `${verb}ing`, `${verb}red`, `${verb}ring`]

/** Words with the verb of whose family they are, where their endings do not tell it. */
export const familyVerbs: ReadonlyMap<string, string> = new Map([
  ...verbsWithEndings.flatMap((verb) => formsOf(verb).map((form): [string, string] => [form, verb])),
  ...nounsOfVerbs.flatMap(([verb = '', ...words]) => [verb, ...words].map((word): [string, string] => [word, verb])),
])

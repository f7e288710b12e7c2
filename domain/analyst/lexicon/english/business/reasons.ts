import { wordList, wordSet } from '../forms/word-set.ts'

/** Words of labels of columns that tell why something was so. Singular. */
export const reasonLabels = wordSet('reason cause ground motive rationale explanation justification purpose')

/** Nouns by which a question asks for such a column. */
export const reasonNouns = wordList('reasons reason causes cause grounds motives')

/** Those who are new, by what they did to become so. */
export const joiningNouns = wordList('signups signup joiners joiner newcomers newcomer registrations registration enrolments enrollments enrolment enrollment')

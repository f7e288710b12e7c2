import { phraseList, wordSet } from '../forms/word-set.ts'

/** Hours that have a name. */
export const clockNames: ReadonlyMap<string, number> = new Map([
  ['noon', 12],
  ['midday', 12],
  ['midnight', 0],
])

/** Behind a number that is an hour. */
export const clockSigns = wordSet("o'clock o’clock hrs")

/** Which half of the day an hour is of: "8 in the morning". */
export const dayHalves: ReadonlyMap<string, 'am' | 'pm'> = new Map([
  ...phraseList('in the morning;this morning;each morning').map((phrase): [string, 'am'] => [phrase, 'am']),
  ...phraseList('in the afternoon;in the evening;in the night;at night;this evening').map((phrase): [string, 'pm'] => [phrase, 'pm']),
])

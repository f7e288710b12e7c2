import { wordSet } from '../forms/word-set.ts'

/** Behind "how": asks for a time that passes. */
export const lastingWords = wordSet('long soon fast quickly quick slow slowly far')

/** Words in the label of a date that tell no event. */
export const plainDateLabels = wordSet('date time day at on of the when timestamp')

/** What opens the end of a time that passes: how long they stay before they leave. */
export const endJoints = wordSet('before until till')

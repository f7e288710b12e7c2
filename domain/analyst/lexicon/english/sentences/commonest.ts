import { plural } from '#domain/semantics/describe/english.ts'
import { wordList } from '../forms/word-set.ts'
import { personNouns } from '../meanings/people.ts'

/** Adverbs by which the commonest is asked for. */
export const mostlyWords = wordList('mostly mainly usually typically normally generally commonly predominantly primarily chiefly')

/** What people do with what they have, see and choose: the noun tells what is counted. */
export const plainDeeds = wordList(
  'do have has get gets make take takes use uses see need choose pick give run want ask like prefer come comes go goes book books order orders buy buys',
)

/** Those who do it, where the data has no rows of them. */
export const anybody = [...wordList('we they people you everybody everyone folks most'), ...[...personNouns].map(plural)]

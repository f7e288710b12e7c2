import { rootOf } from '#domain/analyst/language/root.ts'
import { afterAmong } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import {
  afterThose,
  amongPrepositions,
  askingVerbs,
  clauseLinks,
  thirdPersonPronouns,
  unpointedNouns,
} from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { countedBefore, inAllPhrases } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { unnamedPeople } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { choiceWords, questionWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { those } from './remark-parts.ts'

/** The words before the subject of a question, "how many albums do": what they name is asked for, and is not what a pronoun behind them stands for. */
export const asking = new RegExp(`^${anyOf(questionWords)}\\b(?:(?!\\b${anyOf(clauseLinks)}\\b|,).)*\\b${anyOf(askingVerbs)}\\s+$`, 'i')

const pronouns = new RegExp(`\\b${anyOf(thirdPersonPronouns)}\\b`, 'gi')
/** "Those battles" at the end of a clause. "Those who" points to nothing before: which rows are meant is told behind it. */
const thoseRows = new RegExp(`\\b(?:those|these)\\b(?!\\s+${anyOf(afterThose)}\\b)((?:\\s+[\\w-]+){0,3})(?=\\s*(?:$|[,?.!]))`, 'gi')
const thatRow = new RegExp(`\\b(?:this|that) (?!${anyOf(unpointedNouns)}\\b)([a-z]+)(?=\\s*(?:$|[,?.!]))`, 'gi')
/** "People with their job": those are meant. */
const peopleSaid = wordPattern(unnamedPeople)
const openings = [
  new RegExp(`^${anyOf(amongPrepositions, ['for'])} (?:all )?(?:of )?${those}(?: ones)?(?=,|$| ${anyOf(afterAmong)}\\b)`, 'i'),
  new RegExp(`^${anyOf(choiceWords)} (?:ones?|of ${those})\\b`, 'i'),
  new RegExp(`^how many (?:of ${those}|${anyOf(countedBefore)})(?: ${anyOf(inAllPhrases)})?$`, 'i'),
  /\bthan (?:that|this)$/i,
]

/**
 * Words that can only point to an earlier turn, as "their" in "What are their names?"; null when there are none. `names` says whether a text names something of
 * the data, `namesRows` whether it names rows. Where a conversation goes on, a name of a column is not what is meant.
 */
export function pointerIn(question: string, names: (text: string) => boolean, namesRows: ((text: string) => boolean) | null): string | null {
  const text = question.trim().replace(/[?.!\s]+$/, '')
  const opening = openings.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  if (opening) return opening[0].toLowerCase()
  const isMeant = (before: string) =>
    (namesRows === null && peopleSaid.test(before)) ||
    (!(namesRows && asking.test(before)) && (namesRows === null || /\band\s+$/i.test(before) ? names(before) : namesRows(before)))
  const pronoun = [...text.matchAll(pronouns)].find(({ index }) => !isMeant(text.slice(0, index)))
  const nouns = namesRows === null ? [] : [thoseRows, thatRow].flatMap((pattern) => [...text.matchAll(pattern)])
  const found = pronoun ?? nouns.find(({ index, 1: noun = '' }) => !repeats(text.slice(0, index), noun))
  return found?.[0].toLowerCase() ?? null
}

/** Whether a noun was said before in the same question: "of the singers …, the names of those singers". */
function repeats(before: string, noun: string): boolean {
  const root = rootOf(noun.trim().split(/\s+/).at(-1) ?? '')
  return root !== '' && before.split(/\W+/).some((word) => rootOf(word) === root)
}

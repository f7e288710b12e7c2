import { rootOf } from '#domain/analyst/language/root.ts'

/** "How many albums do they have?": what is asked for is not who has it. */
export const asking = /^(?:what|which|who|whose|where|when|how)\b(?:(?!\b(?:and|that|with|whose)\b|,).)*\b(?:are|is|was|were|do|does|did|have|has|had|can)\s+$/i

const pronouns = /\b(?:their|theirs|his|her|hers|its|they|them|he|she|him|it)\b/gi
/** "Those battles" at the end of a clause; "those who" begin what they stand for. */
const those =
  /\b(?:those|these)\b(?!\s+(?:who|whose|that|which|with|without|having|in|of|from|are|were|have|has|had|where|not)\b)((?:\s+[\w-]+){0,3})(?=\s*(?:$|[,?.!]))/gi
const single = /\b(?:this|that) (?!(?:year|quarter|month|week|day|morning|table|database|data ?set|data|list|file|system|app)\b)([a-z]+)(?=\s*(?:$|[,?.!]))/gi
const openings = [
  /^(?:of|among|amongst|out of|from|for) (?:all )?(?:of )?(?:those|these|them)(?: ones)?(?=,|$| (?:which|who|what|how|only|show|list)\b)/i,
  /^(?:which|what) (?:ones?|of (?:them|those|these))\b/i,
  /^how many (?:of (?:them|those|these)|is that|are they|exist|are there|were there)(?: in total| in all| altogether)?$/i,
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
    !(namesRows && asking.test(before)) && (namesRows === null || /\band\s+$/i.test(before) ? names(before) : namesRows(before))
  const pronoun = [...text.matchAll(pronouns)].find(({ index }) => !isMeant(text.slice(0, index)))
  const nouns = namesRows === null ? [] : [those, single].flatMap((pattern) => [...text.matchAll(pattern)])
  const found = pronoun ?? nouns.find(({ index, 1: noun = '' }) => !repeats(text.slice(0, index), noun))
  return found?.[0].toLowerCase() ?? null
}

/** "Of the singers …, the names of those singers": the noun was there before. */
function repeats(before: string, noun: string): boolean {
  const root = rootOf(noun.trim().split(/\s+/).at(-1) ?? '')
  return root !== '' && before.split(/\W+/).some((word) => rootOf(word) === root)
}

import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

import { asking } from './pointers.ts'

/** What the turn before was about: its rows, the column it showed of them when that is none of their names, and the tables each of the rows has one row of. */
export type Subject = { table: LayerTable; column: LayerColumn | null; parents: ReadonlySet<string> }

/** A question whose pronouns are words again. `adds` says that it asks for more beside what was shown; `isBare`, that it asks to see the rows themselves; `keepsShown`, that it only chooses among them; `isOwn`, that it speaks of rows of the kind without pointing to those. */
export type Resolved = { question: string; adds: boolean; isBare: boolean; keepsShown: boolean; isOwn: boolean }

/** Stands for "than that" until the figure of the turn before takes its place. */
export const FIGURE = 987_654_321

export const opening =
  /^(?:(?:ok|okay|great|thanks|thank you|good|perfect|cool|nice|wonderful|excellent|awesome|alright|all right|hi|hello|now|and|but|so|then|please|well|sure|yes|sorry)\b[,.!\s]*)+/i
const addition = /\b(?:also|too|as well|additionally)\b[,\s]*/gi
const sorting = /\b(?:sort|order|rank|arrange|sorted|ordered)\s+$/i
const bareRows = [
  /^(?:what|who|which) (?:are|were|is) (?:they|those|these|it|he|she)$/i,
  /^(?:(?:can|could) you )?(?:please )?(?:list|show|name|give)(?: me)? (?:all of )?(?:them|those|these)(?: all)?$/i,
]

const choosing =
  /^(?:(?:of|among|amongst|out of|from|for) (?:all )?(?:of )?(?:those|these|them)\b.*?\b(?:which|who)\b|(?:which|what) (?:ones?|of (?:them|those|these))\b)/i

const amongThose = /^(?:of|among|amongst|out of|from) (?:all )?(?:of )?(?:those|these|them)\b/i

/** What the answer before was about. */
export function subjectOf({ measures, dimensions }: SemanticQuery, layer: Layer): Subject | null {
  const shown = dimensions.filter((item) => !item.hidden)
  const [measure] = measures.flatMap((item) => ('table' in item ? [item] : 'ratio' in item && 'table' in item.ratio.numerator ? [item.ratio.numerator] : []))
  const [dimension] = shown
  const named = dimension ?? (measure?.aggregate === 'count_distinct' ? measure : undefined)
  const table = layer.tables.find((item) => item.name === (dimension?.table ?? measure?.table))
  if (!table) return null
  const column = shown.length > 1 ? undefined : table.columns.find((item) => item.name === named?.column)
  const isName =
    column === undefined || (displayColumns(table).includes(column) && hasOwnName(table) && named === dimension) || table.primaryKey.includes(column.name)
  return { table, column: isName ? null : column, parents: parentsOf(layer, [table.name, ...dimensions.map((item) => item.table)]) }
}

function parentsOf({ relationships }: Layer, names: string[]): Set<string> {
  const found = new Set(names)
  for (const from of found) for (const item of relationships) if (item.fromTable === from) found.add(item.toTable)
  return found
}

/** Puts the words for "their", "of those", "which one" and the like where they stand; null when nothing points back. `isNamed` says whether a text names a table. */
export function resolveAnaphora(question: string, subject: Subject, isNamed: (text: string) => LayerTable[]): Resolved | null {
  const adds = /\b(?:also|too|as well|additionally)\b|^(?:and|plus) (?:their|its|his|her)\b/i.test(question.trim()) && !amongThose.test(question.trim())
  let text = question
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(opening, '')
    .replace(addition, '')
    .replace(/[,\s]+$/, '')
    .replace(/^(?:what|how) about (?=(?:their|its|his|her)\b)/i, 'show ')
    .replace(/^(?:of|among|amongst|out of|from) (?:all )?(?:of )?(?:those|these|them),? (?=how many\b)/i, '')
    .trim()
  if (bareRows.some((pattern) => pattern.test(text))) return { question: text, adds, isBare: true, keepsShown: false, isOwn: false }
  const noun = subject.table.label.toLowerCase()
  const rows = plural(noun)
  const one = subject.column ? subject.column.label.toLowerCase() : noun
  let isBack = false
  const back = (words: string) => (): string => {
    isBack = true
    return words
  }
  const heads = [...new Set([one, one.split(' ').at(-1) ?? one])].flatMap((word) => [escaped(word), escaped(plural(word))])
  if (subject.column)
    text = text.replace(new RegExp(`\\b(?:in|from|of|for|with|to|at|by) (?:that|this|those|these|the same) (?:ones?|${heads.join('|')})\\b`, 'gi'), back(''))
  const keepsShown =
    choosing.test(text) || new RegExp(`^(?:of|among|amongst|out of) (?:those|these|them),? what are (?:the )?${escaped(rows)}\\b`, 'i').test(text)
  const isRemark = /^(?:what|how) about\b|^(?:only|just)\b/i.test(text)
  let resolved = text
    .replace(/^how much (?:do|does|did) (.+?) weigh$/i, 'what is the weight of $1')
    .replace(
      /^how many(?: (?:is that|are they|is it|exist|are there|were there|are those))?(?: in total| in all| altogether)?$/i,
      back(`how many ${subject.column ? plural(one) : rows} are there`),
    )
    .replace(/^how many are there (?=\w)/i, back(`how many ${rows} are there `))
    .replace(/\bhow many of (?:them|those|these|the ones)\b/i, back(`how many ${rows}`))
    .replace(/^how many (?=(?:have|has|had|are|were|in|with|from|per|by|did|do|for)\b)/i, back(`how many ${rows} `))
    .replace(/\b(?:for |of |in )?each (?:of (?:them|those|these)(?: \w+)?|one)$/i, back(`for each ${one}`))
    .replace(/^for each of (?:them|those|these)(?: \w+(?=,))?/i, back(`for each ${one}`))
    .replace(
      /^(?:of|among|amongst|out of|from|for|in) (?:all )?(?:of )?(?:those|these|them)(?: \w+(?=,))?(?: ones)?,?\s*(?:which|who|what) (?:ones? )?(?=\w)/i,
      back(`which ${rows} `),
    )
    .replace(/^(?:of|among|amongst|out of|from|for) (?:all )?(?:of )?(?:those|these|them)(?: \w+(?=,))?(?: ones)?,?\s*/i, back(''))
    .replace(
      /^which (?=(?:has|have|had) (?:the (?:most|least|fewest|highest|lowest|largest|smallest|biggest)|more|less|fewer|at least|at most|no|any|an?)\b)/i,
      back(`which ${one} `),
    )
    .replace(/^(?:(?:only|just|list|show|give|return|display|me|the|all) ?)*(names?|ids?)(?: only)?$/i, (_, what: string) =>
      back(`show the ${what} of the ${rows}`)(),
    )
    .replace(/(?: (?:are|were|is|was)(?: there)?)? (?:for|of|in|by|from|to|at|on|with) each$/i, back(` for each ${one}`))
    .replace(/^(how many .+?) (?:do|does|did|has|have) each(?: one| of (?:them|those|these))?(?: \w+)?$/i, (_, counted: string) =>
      back(`${counted} for each ${one}`)(),
    )
    .replace(/\b(do|does|did|has|have) each(?: one| of (?:them|those|these))?(?= have$| has$| get$| cost$| weigh$|$)/i, (_, verb: string) =>
      back(`${verb} each ${one}`)(),
    )
    .replace(/^(which|what)(?: one| ones| of (?:them|those|these))\b/i, back(`which ${subject.column ? one : rows}`))
    .replace(
      /\b(?:these|those) (?:\d+ |two |three |four |five |ten )?(?=[a-z])(?!who\b|with\b|in\b|from\b|that\b|whose\b|above\b|below\b|for\b|having\b|which\b)/gi,
      back('the '),
    )
    .replace(/\b(?:those|these)(?: ones)?(?=$|,)/gi, back(`the ${rows}`))
    .replace(/\b(?:those|these|the ones) (?=(?:who|with|in|from|that|whose|having|which)\b)/gi, (words) => (isRemark ? words : back(`the ${rows} `)()))
    .replace(/\bthis (?=[a-z])(?!year|month|week|quarter|day|is\b)/gi, back('the '))
    .replace(new RegExp(`\\bthat (?=(?:${escaped(noun)}|${escaped(one)})\\b)`, 'gi'), back('the '))
    .replace(/\b(?:which|that|who) (?:have|has|had) (more|less|fewer|higher|lower) ([a-z ]+?) than that$/i, (_, than: string, amount: string) =>
      back(`whose ${amount} is ${/more|higher/i.test(than) ? 'more' : 'less'} than ${FIGURE}`)(),
    )
    .replace(/\b(?:older|younger|more|less|higher|lower|greater|larger|smaller|bigger|longer|shorter|above|below|over|under) (?:than )?that$/i, (words) => {
      isBack = true
      return words.replace(/that$/i, String(FIGURE))
    })
  const before = resolved
  resolved = resolved.replace(/\b(?:persons|people|individuals)\b/gi, (word) =>
    isNamed(word).length === 0 && isOfPeople(subject.table) && isNamed(resolved).length === 0 ? rows : word,
  )
  const isOfOthers = !isBack && resolved !== before
  resolved = resolved.replace(/(?<=\b(?:live|lives|living|lived|located|based|work|works|are|is|come|from)) (?:in )?there$/i, (words, at: number) =>
    /^how many(?: [\w-]+)* (?:are|is)$/i.test(resolved.slice(0, at)) ? words : back('')(),
  )
  resolved = resolved.replace(/\b(?:their|his or her|his|her|its) (?=(\w+))/gi, (words, noun: string) =>
    isNamed(noun).some((table) => table !== subject.table) ? back('the ')() : words,
  )
  resolved = resolved.replace(/\b(?:their|his or her|his|her|its)\b(?: own)?/gi, (word, at: number) =>
    bySomething.test(resolved.slice(0, at)) ? back('the')() : isOwn(resolved.slice(0, at), isNamed) ? word : back(`the ${noun}`)(),
  )
  resolved = resolved.replace(/\b(?:they|them|he|she)\b/gi, (word, at: number) =>
    isOwn(resolved.slice(0, at), isNamed) || sorting.test(resolved.slice(0, at)) ? word : back(`the ${rows}`)(),
  )
  if (!isBack && /^(?:what|which|where|when|who|how (?:much|many|old|long|big|far))\b.*\b(?:is|was|does|did|has|had) it\b/i.test(resolved))
    resolved = resolved.replace(/\bit\b/i, back(`the ${noun}`))
  return isBack || isOfOthers ? { question: resolved.trim(), adds, isBare: false, keepsShown, isOwn: !isBack } : null
}

/** A pronoun behind a name of rows speaks of those. */
function isOwn(before: string, isNamed: (text: string) => LayerTable[]): boolean {
  return !asking.test(before) && isNamed(before).length > 0
}

/** Rows that have an age, a sex or a name of their own are people. */
export function isOfPeople({ columns }: LayerTable): boolean {
  return columns.some(({ label }) => /^(?:age|sex|gender|(?:first|last|given|family) name|surname|birth ?(?:date|day)|date of birth)$/i.test(label))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

const bySomething = /\b(?:sort|sorted|order|ordered|rank|ranked|arrange|arranged)\b.*\bby\s+$/i

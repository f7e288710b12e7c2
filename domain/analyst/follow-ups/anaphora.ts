import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { rowPrepositions, sameRows } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { doForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import {
  aboutTheir,
  addition,
  addsMore,
  amongThoseHowMany,
  amongThoseRows,
  amongThoseWhich,
  asksAboutIt,
  bareRows,
  choosing,
  comparedWithThat,
  forEachAtEnd,
  forEachAtStart,
  howManyAreThere,
  howManyEach,
  howManyOfThem,
  howManyThat,
  moreThanThat,
  onlyNames,
  opening,
  opensAmongThose,
  people,
  peopleLabel,
  preposedEach,
  sorting,
  sortingBy,
  their,
  theirNoun,
  there,
  theseOnes,
  theseRows,
  they,
  thisRow,
  thoseThat,
  verbEach,
  whichHas,
  whichOfThem,
} from './anaphora-patterns.ts'
import { asking } from './pointers.ts'
import { amongThose } from './remark-parts.ts'

/** What the turn before was about: the table of its rows, the column it showed where that is no name, and the tables of which each row has one row. */
export type Subject = { table: LayerTable; column: LayerColumn | null; parents: ReadonlySet<string> }

/** A question with nouns in place of its pronouns. `adds`: it asks for more beside what was shown. `isBare`: it asks for the rows themselves. `keepsShown`: it only chooses among them. `isOwn`: it speaks of rows of that kind without pointing to those shown. */
export type Resolved = { question: string; adds: boolean; isBare: boolean; keepsShown: boolean; isOwn: boolean }

/** A placeholder in "than that", which the figure of the turn before replaces. */
export const FIGURE = 987_654_321

/** The subject of the query before; null where it has no table. */
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

/** The question with nouns in place of "their", "of those", "which one" and the like; null where nothing points back. `isNamed` gives the tables a text names. */
export function resolveAnaphora(question: string, subject: Subject, isNamed: (text: string) => LayerTable[]): Resolved | null {
  const adds = addsMore.test(question.trim()) && !opensAmongThose.test(question.trim())
  let text = question
    .trim()
    .replace(/[?.!\s]+$/, '')
    .replace(opening, '')
    .replace(addition, '')
    .replace(/[,\s]+$/, '')
    .replace(aboutTheir, 'show ')
    .replace(amongThoseHowMany, '')
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
  if (subject.column) text = text.replace(new RegExp(`\\b${anyOf(rowPrepositions)} ${anyOf(sameRows)} (?:ones?|${heads.join('|')})\\b`, 'gi'), back(''))
  const keepsShown = choosing.test(text) || new RegExp(`^${amongThose},? what are (?:the )?${escaped(rows)}\\b`, 'i').test(text)
  const isRemark = /^(?:what|how) about\b|^(?:only|just)\b/i.test(text)
  let resolved = text
    .replace(weighs, 'what is the weight of $1')
    .replace(howManyAreThere, back(`how many ${subject.column ? plural(one) : rows} are there`))
    .replace(/^how many are there (?=\w)/i, back(`how many ${rows} are there `))
    .replace(howManyOfThem, back(`how many ${rows}`))
    .replace(howManyThat, back(`how many ${rows} `))
    .replace(forEachAtEnd, back(`for each ${one}`))
    .replace(forEachAtStart, back(`for each ${one}`))
    .replace(amongThoseWhich, back(`which ${rows} `))
    .replace(amongThoseRows, back(''))
    .replace(whichHas, back(`which ${one} `))
    .replace(onlyNames, (_, what: string) => back(`show the ${what} of the ${rows}`)())
    .replace(preposedEach, back(` for each ${one}`))
    .replace(howManyEach, (_, counted: string) => back(`${counted} for each ${one}`)())
    .replace(verbEach, (_, verb: string) => back(`${verb} each ${one}`)())
    .replace(whichOfThem, back(`which ${subject.column ? one : rows}`))
    .replace(theseRows, back('the '))
    .replace(theseOnes, back(`the ${rows}`))
    .replace(thoseThat, (words) => (isRemark ? words : back(`the ${rows} `)()))
    .replace(thisRow, back('the '))
    .replace(new RegExp(`\\bthat (?=(?:${escaped(noun)}|${escaped(one)})\\b)`, 'gi'), back('the '))
    .replace(moreThanThat, (_, than: string, amount: string) => back(`whose ${amount} is ${/more|higher/i.test(than) ? 'more' : 'less'} than ${FIGURE}`)())
    .replace(comparedWithThat, (words) => {
      isBack = true
      return words.replace(/that$/i, String(FIGURE))
    })
  const before = resolved
  resolved = resolved.replace(people, (word) => (isNamed(word).length === 0 && isOfPeople(subject.table) && isNamed(resolved).length === 0 ? rows : word))
  const isOfOthers = !isBack && resolved !== before
  resolved = resolved.replace(there, (words, at: number) => (/^how many(?: [\w-]+)* (?:are|is)$/i.test(resolved.slice(0, at)) ? words : back('')()))
  resolved = resolved.replace(theirNoun, (words, noun: string) => (isNamed(noun).some((table) => table !== subject.table) ? back('the ')() : words))
  resolved = resolved.replace(their, (word, at: number) =>
    sortingBy.test(resolved.slice(0, at)) ? back('the')() : isOwn(resolved.slice(0, at), isNamed) ? word : back(`the ${noun}`)(),
  )
  resolved = resolved.replace(they, (word, at: number) =>
    isOwn(resolved.slice(0, at), isNamed) || sorting.test(resolved.slice(0, at)) ? word : back(`the ${rows}`)(),
  )
  if (!isBack && asksAboutIt.test(resolved)) resolved = resolved.replace(/\bit\b/i, back(`the ${noun}`))
  return isBack || isOfOthers ? { question: resolved.trim(), adds, isBare: false, keepsShown, isOwn: !isBack } : null
}

const weighs = new RegExp(`^how much ${anyOf(doForms)} (.+?) weigh$`, 'i')

/** Whether a pronoun stands for rows that the question itself names before it. */
function isOwn(before: string, isNamed: (text: string) => LayerTable[]): boolean {
  return !asking.test(before) && isNamed(before).length > 0
}

/** Whether rows of a table are people: they have an age, a sex, or a first or last name. */
export function isOfPeople({ columns }: LayerTable): boolean {
  return columns.some(({ label }) => peopleLabel.test(label))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

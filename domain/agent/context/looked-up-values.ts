import { type Messages, messagesIn } from '#domain/analyst/language/messages.ts'
import type { Analysis } from '../../analyst/analysis.ts'
import { negations } from '../../analyst/lexicon/english/sentences/function-words.ts'
import type { Layer } from '../../semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '../../semantics/semantic-query.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { type FoundValue, folded, isOdd } from './find-values.ts'

const MOST_TEXTS = 6
const MOST_OPTIONS = 4
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’&.-]*/gu
/** Between words of a name: "Isle of Man". */
const LINKS = new Set(['of', 'the', 'de', 'la', 'le', 'du', 'van', 'von', 'and', '&'])

type Word = { text: string; start: number; end: number; isUnknown: boolean; isWritten: boolean }

/**
 * The texts of a question that may be values nobody sampled: runs of words that were not placed, with the capitalised words beside them, the longest first, and
 * their parts. None where every word was placed.
 */
export function unplacedTexts(question: string, unknownWords: readonly string[]): string[] {
  const unknown = new Set(unknownWords.flatMap((text) => folded(text).split(' ')).filter((word) => !negations.has(word)))
  const words = [...question.matchAll(WORD)].map((match, at): Word => {
    const text = match[0].replace(/(?:['’]s|[.'’-]+)$/u, '')
    const isUnknown =
      /\p{L}/u.test(text) &&
      folded(text)
        .split(' ')
        .some((part) => unknown.has(part))
    return { text, start: match.index, end: match.index + text.length, isUnknown, isWritten: at > 0 && /^\p{Lu}/u.test(text) }
  })
  const runs = runsOf(words, question).filter((run) => run.some(({ isUnknown }) => isUnknown))
  const whole = runs.map((run) => textOf(run, question))
  const parts = runs.flatMap((run) => (run.length > 1 ? run.filter(({ isUnknown, text }) => isUnknown && text.length > 2).map(({ text }) => text) : []))
  return [...new Set([...whole, ...parts])].filter((text) => text.length > 1 && (text.includes(' ') || isOdd(text))).slice(0, MOST_TEXTS)
}

function runsOf(words: Word[], question: string): Word[][] {
  const runs: Word[][] = []
  let run: Word[] = []
  const end = () => {
    while (run.length > 0 && LINKS.has(run.at(-1)?.text.toLowerCase() ?? '')) run.pop()
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const [at, word] of words.entries()) {
    const before = run.at(-1)
    if (before && /[^\s&.'’-]/u.test(question.slice(before.end, word.start))) end()
    const isLink = LINKS.has(word.text.toLowerCase()) && run.at(-1)?.isWritten === true && words[at + 1]?.isWritten === true
    if (word.isUnknown || word.isWritten || isLink) run.push(word)
    else end()
  }
  end()
  return runs
}

const textOf = (run: Word[], question: string): string => question.slice(run[0]?.start, run.at(-1)?.end)

const isText = (value: unknown): boolean => typeof value === 'string' && /\p{L}/u.test(value) && !/^\d{4}-Q[1-4]$/.test(value)

/** The conditions of a query on text values, which an empty result is checked by. */
export function textConditions({ filters }: SemanticQuery): FilterCondition[] {
  const within = (filter: Filter): FilterCondition[] => {
    if ('and' in filter) return filter.and.flatMap(within)
    if ('or' in filter) return filter.or.flatMap(within)
    if ('not' in filter) return []
    const isAsked = ['equals', 'contains', 'starts_with', 'ends_with'].includes(filter.operator) && !filter.values_from && !filter.grain
    return isAsked && filter.values.some(isText) ? [filter] : []
  }
  return filters ? within(filters) : []
}

export const textsOf = (conditions: FilterCondition[]): string[] =>
  [...new Set(conditions.flatMap(({ values }) => values.filter(isText).map(String)))].slice(0, MOST_TEXTS)

/** Whether a result says that there is nothing: no row, or one of noughts. */
export const isEmptyResult = (rows: JsonValue[][]): boolean =>
  rows.length === 0 || (rows.length === 1 && (rows[0] ?? []).every((cell) => cell === null || cell === 0 || cell === '0'))

/** A question as it is read once its values were looked up: with what was found among the samples of its columns, and a part of a value written out. */
export type LookedUp = { layer: Layer; question: string; notes: string[]; choices: { text: string; options: string[] } | null }

export function withFoundValues(layer: Layer, question: string, found: readonly FoundValue[], say: Messages = messagesIn()): LookedUp {
  const used: FoundValue[] = []
  const notes: string[] = []
  let asked = question
  let choices: LookedUp['choices'] = null
  for (const [text, values] of Map.groupBy(longestFirst(found), (one) => one.text)) {
    // A part of a name that was found whole is in it already.
    if (used.some((one) => one.text !== text && folded(one.text).includes(folded(text)))) continue
    const exact = values.filter(({ match }) => match === 'exact')
    const options = [...new Set(values.map(({ value }) => value))]
    const [only] = options
    if (exact.length === 0 && options.length > 1) {
      choices ??= { text, options: options.slice(0, MOST_OPTIONS).map((value) => asked.replace(text, value)) }
      continue
    }
    if (exact.length === 0 && only !== undefined) asked = asked.replace(text, only)
    used.push(...(exact.length > 0 ? exact : values))
    notes.push(foundNote(layer, text, exact[0] ?? values[0], say))
  }
  return { layer: withSamples(layer, used), question: asked, notes: notes.filter((note) => note !== ''), choices }
}

const longestFirst = (found: readonly FoundValue[]): FoundValue[] => found.toSorted((one, other) => other.text.length - one.text.length)

function foundNote({ tables }: Layer, text: string, found: FoundValue | undefined, say: Messages): string {
  const table = tables.find(({ name }) => name === found?.table)
  const column = table?.columns.find(({ name }) => name === found?.column)
  if (!found || !table || !column) return ''
  const place = { column: column.label.toLowerCase(), table: table.label.toLowerCase() }
  return found.match === 'exact' ? say.foundAs(found.value, place) : say.readValueAs(text, found.value, place)
}

/** Of another version, so that nothing that is kept of the layer holds what one caller was shown. */
function withSamples(layer: Layer, found: readonly FoundValue[]): Layer {
  if (found.length === 0) return layer
  const tables = layer.tables.map((table) => {
    const own = found.filter((one) => one.table === table.name)
    if (own.length === 0) return table
    const columns = table.columns.map((column) => {
      const values = own.flatMap((one) => (one.column === column.name && !column.sampleValues.includes(one.value) ? [one.value] : []))
      return values.length > 0 ? { ...column, sampleValues: [...new Set(values), ...column.sampleValues] } : column
    })
    return { ...table, columns }
  })
  return { ...layer, tables, version: `${layer.version}:found:${JSON.stringify(found.map(({ table, column, value }) => [table, column, value]))}` }
}

/** What is said of values that no column holds where they were looked for: "Nothing in the data is called "Foo"." */
export function nowhereNote(texts: readonly string[], found: readonly FoundValue[], say: Messages = messagesIn()): string {
  const lost = texts.filter((text) => !found.some((one) => one.text === text))
  return lost.length === 0 ? '' : say.nowhere(lost)
}

/** Where the values of conditions stand, if not where they were asked for. */
export function elsewhereNote(layer: Layer, conditions: FilterCondition[], found: readonly FoundValue[], say: Messages = messagesIn()): string {
  const isThere = ({ table, column, match }: FoundValue) => match === 'exact' && conditions.some((one) => one.table === table && one.column === column)
  const [first] = found
  return !first || found.some(isThere) ? '' : `${foundNote(layer, first.text, first, say)}.`
}

/** What could not be placed, where an analysis has no answer; nothing where it has one. */
export function unplacedIn(analysis: Analysis): string[] {
  if (analysis.kind === 'query') return []
  return (analysis.kind === 'clarification' ? analysis.instead?.unknownWords : analysis.unknownWords) ?? []
}

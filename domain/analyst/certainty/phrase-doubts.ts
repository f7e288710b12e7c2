import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { determiners, haveForms, plainArticles, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { deniedHaving } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import type { ColumnMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'
import { type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Doubts } from './certainty.ts'
import { unreadAt } from './confidence.ts'

type PhraseDoubts = Pick<Doubts, 'ambiguous' | 'unlisted' | 'mixed' | 'referred' | 'unmet'>

/** Counts what speaks against a query in the words of the question; `text` is those words, with a space on both sides. */
export function phraseDoubtsOf(reading: Reading, query: SemanticQuery, text: string): PhraseDoubts {
  const { items, taken } = reading
  // "Agent ids" names the table of agents.
  const owners = items.flatMap(({ stem, meaning }) => meaning.columns.flatMap(({ table }) => (stem.startsWith(`${nameKey(table.label)} `) ? [table.name] : [])))
  const named = new Set([...namedTables(reading), ...tablesOfNames(reading), ...owners])
  const conditions = JSON.stringify(query.filters ?? null)
  const built = JSON.stringify(query)
  const unread = unreadAt(reading)
  const isRanked = reading.draft.superlative !== null || reading.draft.having.length > 0
  const isIn = (part: string, { table, column }: ColumnMeaning) =>
    part.includes(`"table":${JSON.stringify(table.name)},"column":${JSON.stringify(column.name)}`)
  const isUsed = (meaning: ColumnMeaning) => isIn(built, meaning)
  const isCompared = (meaning: ColumnMeaning) => isIn(conditions, meaning)
  return {
    ambiguous: items.filter(
      (item, at) =>
        item.kind === 'name' &&
        ['select', 'filter column'].includes(taken[at] ?? '') &&
        item.meaning.columns.some(isUsed) &&
        isAmbiguous(reading.lexicon.layer, item.meaning.columns, named),
    ).length,
    unlisted: unread.filter((at) => isListed(reading, at)).length,
    mixed: text.includes(' or ') && conditions.includes('"or":') && conditions.includes('"and":') ? 1 : 0,
    referred: items.some((item, at) => item.lower === 'they' && taken[at] === null) ? 1 : 0,
    unmet: !isRanked && items.some((item, at) => isUnmet(reading, at, unread) && !item.meaning.columns.some(isCompared)) ? 1 : 0,
  }
}

const determinersAndNo = wordSet(determiners, 'no')

/** Whether a column stands where a condition does, and was shown or left unread instead of compared. */
function isUnmet(reading: Reading, at: number, unread: number[]): boolean {
  const { items, taken } = reading
  const columns = items[at]?.meaning.columns.map(({ column }) => column) ?? []
  const isAsked = items.some((item, index) => index < at && taken[index] === 'select' && item.meaning.columns.some(({ column }) => columns.includes(column)))
  const isLeft = unread.includes(at) && !tableOf(items[at]) && !taken.some((role, index) => index > at && ['value', 'filter', 'table'].includes(role ?? ''))
  return (isLeft || taken[at] === 'select') && !isAsked && isCondition(reading, at)
}

/** Whether an item stands behind "whose" or "which have", where it tells which rows are meant: "buyers whose state is open". */
function isCondition(reading: Reading, at: number): boolean {
  let before = skipBack(reading, at - 1, determinersAndNo)
  while (reading.taken[before] === 'value') before -= 1
  before = skipBack(reading, before, determinersAndNo)
  if (wordAt(reading, before) === 'whose') return true
  const relative = skipBack(reading, before - 1, deniedHaving)
  return haveForms.has(wordAt(reading, before)) && relative > 0 && subjectRelatives.has(wordAt(reading, relative))
}

/** Every table that a word of the question names, whichever reader took the word. */
export function namedTables({ items, taken, tables }: Reading): Set<string> {
  const others = items.flatMap((item, at) => (taken[at] === 'chart' || taken[at] === 'aside' ? [] : (tableOf(item)?.name ?? [])))
  return new Set([...tables.map(({ table }) => table.name), ...others])
}

/** Tables of rows that are told by their name: "Ada Lovelace's email" is about the table of customers. */
function tablesOfNames({ items, taken }: Reading): string[] {
  return items.flatMap(({ values }, at) => {
    const [first] = values
    const isName = first && taken[at] === 'value' && values.every(({ table, column }) => table === first.table && displayColumns(table).includes(column))
    return isName ? [first.table.name] : []
  })
}

/** Whether a name may be a column of several tables of which the question names none. Columns that refer to each other count as one. */
function isAmbiguous({ relationships }: Layer, columns: ColumnMeaning[], named: ReadonlySet<string>): boolean {
  const best = Math.max(0, ...columns.map(({ weight }) => weight))
  const likely = columns.filter(({ weight }) => weight >= best - 0.05)
  if (likely.some(({ table }) => named.has(table.name))) return false
  const isOwn = ({ table, column }: ColumnMeaning) =>
    !relationships.some(
      (item) => item.fromTable === table.name && item.fromColumns.includes(column.name) && likely.some((other) => other.table.name === item.toTable),
    )
  return likely.filter(isOwn).length > 1
}

/** Whether an unread word stands in a list of what is to be shown: "origins" in `the names and origins of people`. */
function isListed(reading: Reading, at: number): boolean {
  const { items, taken } = reading
  const before = wordAt(reading, at - 1)
  const next = items.findIndex((item, index) => index > at && !plainArticles.has(item.lower) && item.lower !== 'of')
  return (
    items[at + 1]?.lower === 'of' ||
    before === 'and' ||
    (before === ',' && taken[at - 2] === 'select') ||
    (/(?:ed|ing|s)$/.test(items[at]?.lower ?? '') && taken[next] === 'select')
  )
}

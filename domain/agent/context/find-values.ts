import { Failure } from '../../failure.ts'
import type { QueryOutcome } from '../../query/query-outcome.ts'
import { isNumericType } from '../../semantics/compile/column-storage.ts'
import { editDistance } from '../../semantics/describe/nearest-names.ts'
import type { Layer, LayerColumn, LayerTable } from '../../semantics/layer.ts'
import { SemanticQuery } from '../../semantics/semantic-query.ts'
import { isOrdinary } from '../../speech/knowledge/ordinary-words.ts'
import { severalAtOnce } from '../../work/several-at-once.ts'

/** A value that a column of the source holds, and the text it was looked up by: `exact` but for case, else as a part or in another spelling. */
export type FoundValue = { text: string; table: string; column: string; value: string; match: 'exact' | 'part' | 'spelling' }

/** What one look-up may cost the source. Tables known to hold more rows are not looked through for parts of a value. */
export const LOOK_UP_BUDGET = { ms: 3_000, tables: 16, columnsPerTable: 8, rows: 200, scannedRows: 2_000_000 }

const TABLES_AT_ONCE = 2
const SHORTEST_PART = 3
/** Letters a misspelt word is expected to begin with rightly. */
const SPELT_BEGINNING = 3
const FOUND_PER_TEXT = 5
/** Faults of the platform, which end the answer; any other ends the look-up of one table. */
const NOT_THE_TABLE = new Set(['rate_limited', 'draining', 'unauthenticated', 'not_found', 'forbidden'])

type Place = { table: LayerTable; columns: LayerColumn[] }
type Pass = {
  match: FoundValue['match']
  operator: 'equals' | 'contains' | 'starts_with'
  values(text: string): string[]
  isOf(cell: string, text: string): boolean
}

/** Runs one query of the look-up with the rights and row filters of whoever asks. */
export type RunLookUp = (query: SemanticQuery, options: { rowLimit: number; signal: AbortSignal }) => Promise<QueryOutcome>

/**
 * Looks texts up in the text columns of a source whose values were not all sampled: first whole (which an index answers), then as parts, then in near spellings,
 * each only for texts not found before. It ends within `LOOK_UP_BUDGET` with what was found so far; the values are those of rows that the caller may see.
 */
export async function findValues(layer: Layer, texts: readonly string[], run: RunLookUp, signal: AbortSignal): Promise<FoundValue[]> {
  const places = placesOf(layer)
  const deadline = AbortSignal.timeout(LOOK_UP_BUDGET.ms)
  const found: FoundValue[] = []
  for (const pass of PASSES) {
    const left = [...new Set(texts.map((text) => text.trim()))].filter((text) => !found.some((one) => one.text === text) && pass.values(text).length > 0)
    const readable = pass.match === 'exact' ? places : places.filter(({ table }) => (table.rows ?? 0) <= LOOK_UP_BUDGET.scannedRows)
    if (left.length === 0) continue
    await severalAtOnce(readable, TABLES_AT_ONCE, async (place) => {
      if (deadline.aborted) return
      const outcome = await run(queryOf(place, left, pass), { rowLimit: LOOK_UP_BUDGET.rows, signal: AbortSignal.any([signal, deadline]) }).catch((error) => {
        signal.throwIfAborted()
        if (deadline.aborted || (error instanceof Failure && !NOT_THE_TABLE.has(error.code))) return null
        throw error
      })
      for (const row of outcome?.rows ?? []) found.push(...matchesIn(place, row, left, pass))
    })
  }
  return bestFirst(found, texts)
}

const PASSES: Pass[] = [
  { match: 'exact', operator: 'equals', values: writings, isOf: (cell, text) => folded(cell) === folded(text) },
  {
    match: 'part',
    operator: 'contains',
    values: (text) => (text.length >= SHORTEST_PART && isOdd(text) ? [text] : []),
    isOf: (cell, text) => ` ${folded(cell)} `.includes(` ${folded(text)} `),
  },
  {
    match: 'spelling',
    operator: 'starts_with',
    values: (text) => (folded(text).length > SPELT_BEGINNING + 1 && isOdd(text) ? [text.slice(0, SPELT_BEGINNING)] : []),
    isOf: (cell, text) => editDistance(folded(cell), folded(text), MOST_MISSPELT) <= Math.min(MOST_MISSPELT, Math.floor(folded(text).length / 4)),
  },
]
const MOST_MISSPELT = 2

/** As a person may have written it: whole equality is what an index answers, and it minds capitals. */
function writings(text: string): string[] {
  const title = text.toLowerCase().replaceAll(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
  return [...new Set([text, text.toLowerCase(), text.toUpperCase(), title])]
}

/** Whether a text has a word that is written as a name, or that is no usual word: of usual words alone parts of many values are made. */
export const isOdd = (text: string): boolean =>
  /\p{Lu}/u.test(text) ||
  folded(text)
    .split(' ')
    .some((word) => !isOrdinary(word))

/** Lower-case words without accents and signs. */
export const folded = (text: string): string =>
  (
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')

/** Columns that may hold more than was sampled of them, those that name rows first; of each table as many as the budget allows. */
function placesOf(layer: Layer): Place[] {
  const places = layer.tables.flatMap((table) => {
    const columns = table.isHidden ? [] : table.columns.filter(holdsUnsampled).toSorted((one, other) => rankOf(one) - rankOf(other))
    return columns.length > 0 ? [{ table, columns: columns.slice(0, LOOK_UP_BUDGET.columnsPerTable) }] : []
  })
  return places
    .toSorted((one, other) => rankOf(one.columns[0]) - rankOf(other.columns[0]) || (one.table.rows ?? 0) - (other.table.rows ?? 0))
    .slice(0, LOOK_UP_BUDGET.tables)
}

const holdsUnsampled = (column: LayerColumn): boolean =>
  !column.isHidden &&
  !isNumericType(column) &&
  (column.type === 'text' || column.type === 'other') &&
  column.semanticType !== 'time' &&
  column.semanticType !== 'boolean' &&
  (column.distinct === null || column.distinct > column.sampleValues.length)

const KINDS = ['category', 'geo', 'text', 'identifier']
const rankOf = (column: LayerColumn | undefined): number =>
  column && /\b(?:name|title)$/i.test(column.label) ? -1 : KINDS.indexOf(column?.semanticType ?? 'identifier')

function queryOf({ table, columns }: Place, texts: string[], { operator, values }: Pass): SemanticQuery {
  const conditions = columns.map(({ name }) => ({ table: table.name, column: name, operator, values: [...new Set(texts.flatMap(values))] }))
  return SemanticQuery.parse({
    dimensions: columns.map(({ name }) => ({ table: table.name, column: name })),
    filters: conditions.length > 1 ? { or: conditions } : conditions[0],
    distinct: true,
    limit: LOOK_UP_BUDGET.rows,
  })
}

const matchesIn = ({ table, columns }: Place, row: readonly unknown[], texts: string[], { match, isOf }: Pass): FoundValue[] =>
  columns.flatMap(({ name }, at) => {
    const cell = row[at]
    if (typeof cell !== 'string' || cell === '') return []
    return texts.filter((text) => isOf(cell, text)).map((text) => ({ text, table: table.name, column: name, value: cell, match }))
  })

/** Each value once, in the order of the texts, and of one text no more than can be told. */
function bestFirst(found: FoundValue[], texts: readonly string[]): FoundValue[] {
  const unique = [...new Map(found.map((one) => [JSON.stringify(one), one])).values()]
  return [...new Set(texts.map((text) => text.trim()))].flatMap((text) =>
    unique
      .filter((one) => one.text === text)
      .toSorted((one, other) => one.value.length - other.value.length || (one.value < other.value ? -1 : 1))
      .slice(0, FOUND_PER_TEXT),
  )
}

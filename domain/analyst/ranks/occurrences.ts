import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { beforeCounted, numberNouns, occasions, timesPhrases } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { MeasurePart, Superlative } from '#domain/analyst/reading/draft.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, note, phraseLength, type Reading, skip, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { countOf } from './superlative-parts.ts'

/** Takes how often something happened: `used more than twice`, `the most number of times`, `how many times`. It happened once for each row that refers to what is asked about. */
export function readOccurrences(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const end = readOften(reading, at) || readMost(reading, at) || readHowOften(reading, at)
    if (end) at = end - 1
  }
}

/** `more than twice`, `at least 3 times`. */
function readOften(reading: Reading, at: number): number {
  const comparison = comparisonAt(reading, at)
  const valueAt = at + (comparison?.length ?? 0)
  const plain = occasions.get(wordAt(reading, valueAt))
  const isTimes = wordAt(reading, valueAt + 1) === 'times' && isFree(reading, valueAt + 1)
  const value = plain ?? (isTimes ? numberAt(reading, valueAt) : null)
  if (!comparison || value === null || !['greater_than', 'greater_or_equal', 'less_than', 'less_or_equal', 'equals'].includes(comparison.operator)) return 0
  const figure = figureOf(reading, at)
  if (!figure) return 0
  const end = valueAt + (plain === undefined ? 2 : 1)
  if ('column' in figure)
    reading.draft.filters.push({ table: figure.column.table.name, column: figure.column.column.name, operator: comparison.operator, values: [value] })
  else reading.draft.having.push({ measure: figure.measure, operator: comparison.operator as 'equals', values: [value] })
  take(reading, at, end, 'having')
  return end
}

/** `the most times`, `the greatest number of times`. */
function readMost(reading: Reading, at: number): number {
  const direction = superlatives.get(wordAt(reading, at))
  const target = skip(reading, at + 1, beforeCounted)
  if (direction === undefined || wordAt(reading, target) !== 'times' || !isFree(reading, target) || reading.draft.superlative) return 0
  const by = figureOf(reading, at)
  if (!by) return 0
  reading.draft.superlative = { direction, limit: 1, by }
  take(reading, at, target + 1, 'superlative')
  return target + 1
}

function readHowOften(reading: Reading, at: number): number {
  const length = Math.max(...timesPhrases.map((phrase) => phraseLength(reading, at, phrase)))
  const figure = length > 0 ? figureOf(reading, at) : null
  if (!figure) return 0
  if ('measure' in figure) reading.draft.measures.push(figure.measure)
  else reading.draft.selects.push(figure.column)
  take(reading, at, at + length, 'measure')
  return at + length
}

/** "How many times the wind speed reached 25", "cities that occur more than twice": rows of what holds the column nearest, where no rows are named. */
function rowsNear(reading: Reading, from: number): Superlative['by'] | null {
  const named = reading.items.flatMap((item, at) => (item.kind === 'name' && item.values.length === 0 ? [at] : []))
  const at = named.find((index) => index > from) ?? named.at(0)
  const column = reading.tables.length > 0 || at === undefined ? null : columnOf(reading, at)
  return column && { measure: countOf(column.table) }
}

/** What tells how often: a number the rows hold themselves (`access count`), else the count of the rows that refer to them. */
function figureOf(reading: Reading, at: number): Superlative['by'] | null {
  const { focus } = reading.draft
  if (!focus || reading.tables.length === 0) return rowsNear(reading, at)
  const verbs = reading.items.flatMap((item) => (item.kind !== 'quoted' && /(?:ed|en)$/.test(item.lower) ? [rootOf(item.lower)] : []))
  const column = focus.columns.find(
    (item) =>
      isMeasurable(item, 'sum') &&
      labelWords(item.label).some((word) => numberNouns.has(word) || word === 'times') &&
      labelWords(item.label).some((word) => verbs.includes(rootOf(word))),
  )
  if (column) return { column: { table: focus, column } }
  const table = eventsOf(reading, focus, verbs, at)
  return table && { measure: countOf(table) as MeasurePart }
}

/** The table of what happened to rows: one that is named, one whose name is of the verb's family, or the only one that refers to them. */
function eventsOf(reading: Reading, owner: LayerTable, verbs: string[], at: number): LayerTable | null {
  const { layer } = reading.lexicon
  const referring = layer.tables.filter(
    (table) => table !== owner && layer.relationships.some((item) => item.fromTable === table.name && item.toTable === owner.name),
  )
  const named = [...reading.tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).find(({ table }) => referring.includes(table))?.table
  const related = referring.filter((table) => labelWords(table.label).some((word) => verbs.includes(rootOf(word))))
  const [only, ...others] = related.length > 0 ? related : referring
  const found = named ?? (others.length === 0 ? only : undefined)
  if (found && !named) note(reading, (say) => say.rowsCounted(found.label), 0.05)
  return found ?? null
}

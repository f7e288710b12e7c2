import type { ColumnMeaning, TableMeaning, ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { bestWeight } from '#domain/analyst/lexicon/meaning.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { prefersValue, type Reading, tableOf } from '#domain/analyst/reading/reading.ts'
import { filterConditions } from '#domain/semantics/layer/filter-conditions.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

/** Another meaning for one item, or another table that is asked about. `cost` is how much less likely that alone makes the reading, in logits. */
export type Choice = { cost: number } & (
  | { at: number; text: string; column: ColumnMeaning }
  | { at: number; text: string; table: TableMeaning }
  | { at: number; text: string; value: ValueMeaning }
  | { at: number; text: string; word: true }
  | { focus: LayerTable }
)
type Narrowing = Exclude<Choice, { focus: LayerTable }>

/** The items, where the chosen one has only the chosen meaning. Items of another question stay as they are. */
export function withChoice(items: Item[], choice: Choice | null): Item[] {
  if (choice === null || 'focus' in choice || items[choice.at]?.text !== choice.text) return items
  return items.map((item, at) => (at === choice.at ? narrowed(item, choice) : item))
}

function narrowed(item: Item, choice: Narrowing): Item {
  const bare: Item = { ...item, meaning: { tables: [], columns: [], measures: [] }, values: [] }
  if ('column' in choice) return { ...bare, meaning: { ...bare.meaning, columns: [choice.column] } }
  if ('table' in choice) return { ...bare, meaning: { ...bare.meaning, tables: [choice.table] } }
  return 'value' in choice ? { ...bare, values: [choice.value] } : { ...bare, kind: 'word' }
}

/** Other ways to read a question, the likeliest first. */
export function choicesOf(reading: Reading): Choice[] {
  const { items, tables, draft } = reading
  const named = new Set(tables.map(({ table }) => table))
  const focuses = [...named].filter((table) => table !== draft.focus).map((focus) => ({ focus, cost: costs.focus }))
  const spoken = named.size > 0 ? named : conditioned(reading)
  return [...items.flatMap((item, at) => (item.kind === 'name' || item.kind === 'quoted' ? choicesAt(reading, at, spoken) : [])), ...focuses].sort(
    (a, b) => a.cost - b.cost,
  )
}

/** The tables of the conditions and the tables their columns refer to: what is asked about where the question names no table. */
function conditioned({ draft, lexicon: { layer } }: Reading): ReadonlySet<LayerTable> {
  const columns = draft.filters.flatMap(filterConditions)
  const refers = layer.relationships.filter(({ fromTable, fromColumns }) =>
    columns.some(({ table, column }) => table === fromTable && fromColumns.includes(column)),
  )
  const names = new Set([...columns.map(({ table }) => table), ...refers.map(({ toTable }) => toTable)])
  return new Set(layer.tables.filter(({ name }) => names.has(name)))
}

/** All meanings of an item, each as a choice without cost. */
export function meaningsAt({ items }: Reading, at: number): Narrowing[] {
  const item = items[at]
  if (!item) return []
  const { text, meaning, values } = item
  return [
    ...meaning.tables.map((table) => ({ at, text, table, cost: 0 })),
    ...meaning.columns.map((column) => ({ at, text, column, cost: 0 })),
    ...values.map((value) => ({ at, text, value, cost: 0 })),
  ]
}

/** Fitted on which of all readings of a question were right, whose certainty is known: `fainter` is for a name that says less, `elsewhere` for a table not spoken of. */
const costs = { column: 0.8, table: 0.5, value: 0.8, word: 1.3, placedWord: 0.6, focus: 1, fainter: 1.1, elsewhere: 0.4 }

function choicesAt(reading: Reading, at: number, spoken: ReadonlySet<LayerTable>): Choice[] {
  const item = reading.items[at] as Item
  const { text } = item
  const asTable = tableOf(item)
  const isValue = prefersValue(reading, at)
  const asColumn = asTable || isValue ? null : columnOf(reading, at)
  const best = bestWeight(item.meaning)
  const away = (table: LayerTable) => (spoken.has(table) ? 0 : costs.elsewhere)
  const faint = ({ weight, table }: TableMeaning) => costs.fainter * Math.max(0, best - weight) + away(table)
  // Of two equally likely columns, that of the table named nearest comes first.
  const farness = (table: LayerTable) => Math.min(99, ...reading.tables.flatMap((mention) => (mention.table === table ? Math.abs(mention.at - at) : [])))
  return [
    ...item.meaning.columns
      .filter((column) => !(column.table === asColumn?.table && column.column === asColumn.column) && !refersTo(reading, column, asTable))
      .map((column) => ({ at, text, column, cost: costs.column + faint(column) })),
    ...item.meaning.tables.filter(({ table }) => table !== asTable).map((table) => ({ at, text, table, cost: costs.table + faint(table) })),
    ...item.values
      .filter(() => item.values.length > 1 || !isValue)
      .sort((one, other) => farness(one.table) - farness(other.table))
      .map((value) => ({ at, text, value, cost: costs.value + away(value.table) })),
    ...(item.kind === 'name' && !isValue ? [{ at, text, word: true as const, cost: item.values.length > 0 ? costs.placedWord : costs.word }] : []),
  ]
}

/** Whether a column refers to a table that the item may mean too: the two meanings say the same. */
function refersTo({ lexicon }: Reading, { table, column }: ColumnMeaning, to: LayerTable | null): boolean {
  return lexicon.layer.relationships.some((item) => item.fromTable === table.name && item.toTable === to?.name && item.fromColumns.includes(column.name))
}

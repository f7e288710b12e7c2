import type { LayerTable } from '#domain/semantics/layer.ts'
import type { ColumnMeaning, TableMeaning, ValueMeaning } from './lexicon.ts'
import type { Item } from './link.ts'
import type { Reading } from './reading.ts'

/** What an item is read as, where it could be read as something else too; or the table that is taken to be asked about. */
export type Choice =
  | { at: number; text: string; column: ColumnMeaning }
  | { at: number; text: string; table: TableMeaning }
  | { at: number; text: string; value: ValueMeaning }
  | { at: number; text: string; word: true }
  | { focus: LayerTable }

/** The items with what one of them may mean narrowed down to the choice. Of another text they stay as they are. */
export function withChoice(items: Item[], choice: Choice | null): Item[] {
  if (choice === null || 'focus' in choice || items[choice.at]?.text !== choice.text) return items
  return items.map((item, at) => (at === choice.at ? narrowed(item, choice) : item))
}

function narrowed(item: Item, choice: Exclude<Choice, { focus: LayerTable }>): Item {
  const bare: Item = { ...item, meaning: { tables: [], columns: [], measures: [] }, values: [] }
  if ('column' in choice) return { ...bare, meaning: { ...bare.meaning, columns: [choice.column] } }
  if ('table' in choice) return { ...bare, meaning: { ...bare.meaning, tables: [choice.table] } }
  return 'value' in choice ? { ...bare, values: [choice.value] } : { ...bare, kind: 'word' }
}

/** Every other way to read an item. */
export function choicesOf({ items, tables, draft }: Reading): Choice[] {
  const choices = items.flatMap((item, at): Choice[] => {
    if (item.kind !== 'name' && item.kind !== 'quoted') return []
    const { text } = item
    const { tables, columns } = item.meaning
    const all: Choice[] = [
      ...columns.map((column) => ({ at, text, column })),
      ...tables.map((table) => ({ at, text, table })),
      ...item.values.map((value) => ({ at, text, value })),
      { at, text, word: true },
    ]
    return all.length > 2 || item.kind === 'name' ? all : []
  })
  const focuses = [...new Set(tables.map(({ table }) => table))].filter((table) => table !== draft.focus).map((focus) => ({ focus }))
  return [...choices, ...focuses]
}

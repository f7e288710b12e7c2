import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { displayColumns, isNameless } from './display.ts'
import type { ColumnMeaning } from './lexicon.ts'

/** "Name" of a table that has no column of that name means what tells its rows apart. */
export function withDisplayName(item: Item, owner: LayerTable | null, { relationships }: Layer): ColumnMeaning[] {
  const { columns } = item.meaning
  if (item.stem === 'id' && owner !== null) return withKey(columns, owner)
  if (item.stem !== 'name' || owner === null || columns.some(({ table, weight }) => table === owner && weight >= 0.6)) return columns
  // Body builders are people, and called what those are.
  const told = !isNameless(owner)
    ? []
    : columns.filter((meaning) => meaning.weight === 1 && relationships.some((way) => way.fromTable === owner.name && way.toTable === meaning.table.name))
  const [display] = told.length === 1 ? [] : displayColumns(owner)
  const isKey = display !== undefined && (owner.primaryKey.includes(display.name) || display.semanticType === 'identifier')
  if (told.length === 1) return told
  return display && !isKey ? [...columns, { table: owner, column: display, weight: 0.9 }] : columns
}

/** The id of an aircraft is its key, whatever that is called. */
function withKey(columns: ColumnMeaning[], owner: LayerTable): ColumnMeaning[] {
  const [key, ...others] = owner.columns.filter((column) => owner.primaryKey.includes(column.name))
  const isNamed = columns.some(({ table, weight }) => table === owner && weight >= 0.6)
  return key && others.length === 0 && !isNamed ? [...columns, { table: owner, column: key, weight: 0.9 }] : columns
}

import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { displayColumns, isNameless } from './display.ts'
import type { ColumnMeaning } from './lexicon.ts'

/** The columns of an item that asks for the name or id of a table: of a table without such a column, its display column or its key. */
export function withDisplayName(item: Item, owner: LayerTable | null, { relationships }: Layer): ColumnMeaning[] {
  const { columns } = item.meaning
  if (item.stem === 'id' && owner !== null) return withKey(columns, owner)
  if (item.stem !== 'name' || owner === null || columns.some(({ table, weight }) => table === owner && weight >= 0.6)) return columns
  // Body builders refer to people and have their names.
  const told = !isNameless(owner)
    ? []
    : columns.filter((meaning) => meaning.weight === 1 && relationships.some((way) => way.fromTable === owner.name && way.toTable === meaning.table.name))
  const [display] = told.length === 1 ? [] : displayColumns(owner)
  const isKey = display !== undefined && (owner.primaryKey.includes(display.name) || display.semanticType === 'identifier')
  if (told.length === 1) return told
  return display && !isKey ? [...columns, { table: owner, column: display, weight: 0.9 }] : columns
}

/** The columns with the primary key of a table, whatever it is called, in place of an id. */
function withKey(columns: ColumnMeaning[], owner: LayerTable): ColumnMeaning[] {
  const [key, ...others] = owner.columns.filter((column) => owner.primaryKey.includes(column.name))
  const isNamed = columns.some(({ table, weight }) => table === owner && weight >= 0.6)
  return key && others.length === 0 && !isNamed ? [...columns, { table: owner, column: key, weight: 0.9 }] : columns
}

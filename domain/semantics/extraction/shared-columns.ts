import type { SourceColumn, SourceTable } from '../sources/source.ts'

/** A column that may refer to a column of another table that is called the same. */
export type SharedColumn = { table: SourceTable; column: SourceColumn; to: SourceTable; toColumn: SourceColumn }

/**
 * Of columns that two tables share, those that are the only thing to join tables which nothing else leads between: `isHeldBy` tells whether the values
 * of the first stay inside the other's, where each value stands once. Where two ways are as likely, neither is taken.
 */
export function onlyShared(
  tables: SourceTable[],
  joined: { fromTable: string; toTable: string }[],
  isHeldBy: (shared: SharedColumn) => boolean,
): SharedColumn[] {
  const groups = new Map(tables.map(({ name }) => [name, name]))
  const merge = (one: string, two: string) => {
    const [kept, gone] = [groups.get(one), groups.get(two)]
    for (const [name, group] of groups) if (group === gone && kept !== undefined) groups.set(name, kept)
  }
  for (const { fromTable, toTable } of joined) merge(fromTable, toTable)
  const apart = (one: SourceTable, two: SourceTable) => groups.get(one.name) !== groups.get(two.name)
  const found = [...columnsByName(tables).values()].flatMap((columns) =>
    columns.flatMap(({ table, column }) =>
      columns.flatMap(({ table: to, column: toColumn }) => {
        const shared = { table, column, to, toColumn }
        return apart(table, to) && isHeldBy(shared) ? [shared] : []
      }),
    ),
  )
  const isRival = (one: SharedColumn, other: SharedColumn) =>
    one !== other && (one.column === other.column || (one.table === other.table && one.to === other.to) || (one.table === other.to && one.to === other.table))
  return found
    .filter((shared) => !found.some((other) => isRival(shared, other)))
    .filter(({ table, to }) => {
      const isApart = apart(table, to)
      merge(table.name, to.name)
      return isApart
    })
}

function columnsByName(tables: SourceTable[]): Map<string, { table: SourceTable; column: SourceColumn }[]> {
  const named = new Map<string, { table: SourceTable; column: SourceColumn }[]>()
  for (const table of tables)
    for (const column of table.columns) {
      const name = column.name.toLowerCase()
      const columns = named.get(name) ?? []
      columns.push({ table, column })
      named.set(name, columns)
    }
  return named
}

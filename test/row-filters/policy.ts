import type { RowPredicate, SourceColumn, SourceTable } from '#domain/semantics/sources/source.ts'

export type Cell = number | string | null
export type Rows = Record<string, Cell[][]>
/** Who may see what: predicates, and the same said of a row. */
export type Policy = { predicates: RowPredicate[]; keeps: (table: string, row: Cell[]) => boolean }

export const TABLES = ['orders', 'customers', 'places']
/** More of them, for joins over several. */
export const MORE_TABLES = [...TABLES, 'items', 'shops']
export const COLUMNS = ['id', 'region', 'n', 'owner']

const column = (name: string): SourceColumn => ({ name, type: name === 'region' ? 'text' : 'integer', nativeType: '', nullable: true, comment: null })
export const sourceTables = (names: readonly string[]): SourceTable[] =>
  names.map((name) => ({
    ...{ name, schema: null, kind: 'table', comment: null, rowEstimate: null, primaryKey: [], foreignKeys: [], columns: COLUMNS.map(column) },
  }))

export function randomRows(random: () => number): Rows {
  const one = (id: number): Cell[] => [
    id,
    ['EU', 'US', 'ASIA', "o'x", null][Math.floor(random() * 5)] ?? null,
    random() < 0.15 ? null : Math.floor(random() * 30),
    random() < 0.1 ? null : Math.floor(random() * 16),
  ]
  return Object.fromEntries(TABLES.map((table) => [table, Array.from({ length: 8 + Math.floor(random() * 10) }, (_, index) => one(index + 1))]))
}

/** A policy over one, two or all tables; no row at all among them. */
export function randomPolicy(random: () => number): Policy {
  const rules: [string, RowPredicate, (row: Cell[]) => boolean][] = []
  for (const table of TABLES) {
    if (random() < 0.3) continue
    for (let count = random() < 0.25 ? 2 : 1; count > 0; count--) {
      const limit = Math.floor(random() * 25)
      const named = (name: string) => `"${table}"."${name}"`
      const [parts, params, keeps] = [
        (): [string[], Cell[], (row: Cell[]) => boolean] => [[`${named('region')} = `, ''], ['EU'], (row) => row[1] === 'EU'],
        (): [string[], Cell[], (row: Cell[]) => boolean] => [
          [`${named('region')} IN (`, ', ', ')'],
          ['US', "o'x"],
          (row) => row[1] === 'US' || row[1] === "o'x",
        ],
        (): [string[], Cell[], (row: Cell[]) => boolean] => [[`${named('n')} > `, ''], [limit], (row) => row[2] !== null && Number(row[2]) > limit],
        (): [string[], Cell[], (row: Cell[]) => boolean] => [
          [`(${named('owner')} < `, ` OR ${named('region')} IS NULL)`],
          [limit],
          (row) => (row[3] !== null && Number(row[3]) < limit) || row[1] === null,
        ],
        (): [string[], Cell[], (row: Cell[]) => boolean] => [['NOT (1 = 1)'], [], () => false],
      ][Math.floor(random() * 4.4)]?.() ?? [['1 = 1'], [], () => true]
      rules.push([table, { table, parts, params }, keeps])
    }
  }
  return { predicates: rules.map(([, predicate]) => predicate), keeps: (table, row) => rules.every(([name, , keeps]) => name !== table || keeps(row)) }
}

export const filtered = (rows: Rows, { keeps }: Policy): Rows =>
  Object.fromEntries(Object.entries(rows).map(([table, list]) => [table, list.filter((row) => keeps(table, row))]))

/** Statements that make the tables with these rows. */
export function script(rows: Rows, types: { text: string; integer: string }, schema = ''): string[] {
  const literal = (cell: Cell) => (typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell))
  return Object.keys(rows).flatMap((table) => [
    `create table ${schema}${table} (id ${types.integer}, region ${types.text}, n ${types.integer}, owner ${types.integer})`,
    ...((rows[table] ?? []).length > 0
      ? [`insert into ${schema}${table} values ${(rows[table] ?? []).map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`]
      : []),
  ])
}

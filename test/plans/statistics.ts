import type { Client } from '@libsql/client'

/** Tables that grow with every day of use; the others hold what people set up. */
export const GROWING: ReadonlySet<string> = new Set([
  ...['audit_logs', 'charts', 'completions', 'descriptions', 'grants', 'idempotency', 'learned_phrases', 'messages', 'reservations', 'runs'],
  ...['session_shares', 'session_texts', 'sessions', 'signin_failures', 'signins', 'unmatched_terms', 'usage', 'withdrawals'],
])
const SET_UP_ROWS = 100
/** What a partial index holds is what is under way. */
const UNDER_WAY_ROWS = 10

/** Writes the statistics that `analyze` would of a database whose growing tables have so many rows. */
export async function pretendRows(client: Client, growing: number): Promise<void> {
  await client.execute('analyze')
  await client.execute('delete from sqlite_stat1')
  const write = (table: string, index: string | null, figures: number[]) =>
    client.execute({ sql: 'insert into sqlite_stat1 values (?, ?, ?)', args: [table, index, figures.join(' ')] })
  const { rows: tables } = await client.execute("select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite%'")
  for (const { name: table } of tables as unknown as { name: string }[]) {
    const rows = GROWING.has(table) ? growing : Math.min(growing, SET_UP_ROWS)
    const { rows: indexes } = await client.execute({ sql: 'select name, "unique", partial from pragma_index_list(?)', args: [table] })
    if (indexes.length === 0) await write(table, null, [rows])
    for (const index of indexes as unknown as { name: string; unique: number; partial: number }[]) {
      const { rows: columns } = await client.execute({ sql: 'select name from pragma_index_info(?)', args: [index.name] })
      const held = index.partial ? Math.min(rows, UNDER_WAY_ROWS) : rows
      // Each further column tells a hundred times more rows apart.
      const alike = columns.map((_, at) => (index.unique && at === columns.length - 1 ? 1 : Math.max(1, Math.round(held / 100 ** (at + 1)))))
      await write(table, index.name, [held, ...alike])
    }
  }
  // The planner reads them again.
  await client.execute('analyze sqlite_schema')
}

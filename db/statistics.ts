import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** What `analyze` leaves, by name. */
const TABLES = ['sqlite_stat1', 'sqlite_stat4']

/**
 * Takes away what `analyze` noted of the database. Its figures age: a plan made by those of the first days reads a table from end to end that has grown to
 * millions of rows since. Without them the planner trusts the indexes, and `test/plans` holds every statement to that.
 */
export async function forgetStatistics(db: Database): Promise<void> {
  const found = await db.all<{ name: string }>(sql`select name from sqlite_schema where name in ${TABLES}`)
  for (const { name } of found) await db.run(sql.raw(`drop table if exists ${name}`))
}

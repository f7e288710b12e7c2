import type { Client } from '@libsql/client'
import { isBusy } from './errors.ts'

/** One step of the schema: its statements are applied together or not at all. `checksum` is the SHA-256 of its file, hex. */
export type Migration = { tag: string; checksum: string; statements: string[] }

const attempts = 12

async function appliedChecksums(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.execute('select tag, checksum from _migrations')
  return new Map(rows.map((row) => [String(row.tag), String(row.checksum)]))
}

/**
 * Brings the database up to the last migration and returns the tags this call applied. Safe when several processes start together: the row that
 * names a migration is its first statement, so the losers' batches roll back and they look again. Fails when an applied migration has changed since.
 */
export async function migrateAll(client: Client, migrations: Migration[]): Promise<string[]> {
  const applied: string[] = []
  let busy = 0
  const pause = (error: unknown): Promise<void> => {
    busy += 1
    if (busy > attempts) throw error
    return new Promise((resolve) => setTimeout(resolve, Math.min(1_000, 25 * 2 ** busy) * (0.5 + Math.random())))
  }
  for (;;) {
    try {
      await client.execute('create table if not exists _migrations (tag text primary key, checksum text not null, at integer not null) without rowid')
      for (const migration of migrations) {
        const found = (await appliedChecksums(client)).get(migration.tag)
        if (found === undefined) {
          // `migrate` turns foreign keys off meanwhile: rebuilding a table would otherwise cascade into the rows that point at it.
          await client.migrate([
            { sql: 'insert into _migrations values (?, ?, ?)', args: [migration.tag, migration.checksum, Date.now()] },
            ...migration.statements,
          ])
          applied.push(migration.tag)
        } else if (found !== migration.checksum) {
          throw new Error(
            `migration "${migration.tag}" has changed since this database applied it (${found.slice(0, 12)} then, ${migration.checksum.slice(0, 12)} now): restore it and add a new migration`,
          )
        }
      }
      return applied
    } catch (error) {
      const lostRace = error instanceof Error && /UNIQUE constraint failed: _migrations/.test(error.message)
      if (!lostRace && !isBusy(error)) throw error
      await pause(error)
    }
  }
}

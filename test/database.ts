import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type InArgs, type InStatement } from '@libsql/client'
import { type Database, openDatabase } from '#db/client.ts'
import { migrateAll } from '#db/migrate.ts'
import { migrations } from '#db/migrations.gen.ts'
import { overloaded } from '#runtime/overloaded.ts'
import { type KeptClient, openKept } from './kept-database.ts'

export type FreshDatabase = { db: Database; path: string; close: () => void }

let template: Promise<string> | undefined
let count = 0

const parentOf = (pid: number): string => join(tmpdir(), `querent-test-${pid}`)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A test runner ends its workers without notice, so what they leave is removed by the next run. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^querent-test-(\d+)$/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(parentOf(pid), { recursive: true, force: true })
  }
}

/** A folder of its own below the system's temporary one. */
export function temporaryFolder(): string {
  const parent = parentOf(process.pid)
  if (!existsSync(parent)) removeLeftovers()
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'folder-'))
}

async function migrateTemplate(): Promise<string> {
  const path = join(temporaryFolder(), 'template.db')
  const client = createClient({ url: `file:${path}`, concurrency: 1 })
  await client.execute('pragma journal_mode = wal')
  await migrateAll(client, migrations)
  await client.execute('pragma wal_checkpoint(truncate)')
  client.close()
  return path
}

/** The path of a new, fully migrated database file: a copy of one that is migrated once per process, or of the one given. */
export async function freshDatabaseFile(copied?: string): Promise<string> {
  template ??= migrateTemplate()
  const source = await template
  count += 1
  const path = join(source, '..', `${count}.db`)
  copyFileSync(copied ?? source, path)
  return path
}

/** A copy of an open database as it is now, to be copied again: it has no log beside its file. */
export const copyOf = (path: string): Promise<string> => freshDatabaseFile(path)

export type Recorded = { sql: string; args: InArgs }

/** The same client, which tells each statement before it runs. */
function recording(client: KeptClient, told: (statement: Recorded) => void): KeptClient {
  const tell = (statement: InStatement | [string, InArgs?], args: InArgs = []) => {
    if (typeof statement === 'string') told({ sql: statement, args })
    else if (Array.isArray(statement)) told({ sql: statement[0], args: statement[1] ?? [] })
    else told({ sql: statement.sql, args: statement.args ?? [] })
  }
  return new Proxy(client, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'execute') tell(given[0] as InStatement, given[1] as InArgs)
        if (name === 'batch' || name === 'batchUnsynced' || name === 'write') for (const statement of given[0] as InStatement[]) tell(statement)
        return Reflect.apply(value, target, given)
      }
    },
  })
}

/**
 * A migrated database of its own for one test, on this thread and without waiting for the disk, given up when it is closed. `told` hears every statement the
 * product sends.
 */
export async function freshDatabase(told?: (statement: Recorded) => void, copied?: string): Promise<FreshDatabase> {
  template ??= migrateTemplate()
  const source = await template
  const { client, path } = openKept(copied ?? source, () => join(source, '..', `kept-${++count}.db`))
  return { db: openDatabase(told ? recording(client, told) : client, overloaded), path, close: () => client.close() }
}

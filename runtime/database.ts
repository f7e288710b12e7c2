import { type Client, createClient } from '@libsql/client'
import { type Database, openDatabase, type WriteWatch } from '#db/client.ts'
import { migrateAll } from '#db/migrate.ts'
import { migrations } from '#db/migrations.gen.ts'
import { openDatabaseThread } from './database-thread.ts'
import { overloaded } from './overloaded.ts'
import { answeredInTime, WRITE_TURN_MS } from './remote-writes.ts'

export type Storage = {
  db: Database
  /** See `AuthenticatorParts.changeCounter`; null where the database is not a local file. */
  changeCounter: () => string | null
  /** Differs after every commit, whatever it wrote; null where the database is not a local file. */
  commitCounter: () => string | null
  /** See `Context.catalogVersion`. */
  catalogVersion: () => string | null
  /** Lets calls in flight finish and closes the database. */
  end: () => Promise<void>
}

const EPOCHS = "select group_concat(name || value) from (select name, value from epochs where name in ('catalog', 'identity') order by name)"

/** Opens and migrates the platform's own database on Node and Bun: a `file:` URL on threads of this process, any other at its server. */
export async function openStorage(url: string, authToken?: string, watch?: WriteWatch): Promise<Storage> {
  if (url.startsWith('file:')) {
    const client = await openDatabaseThread(url, undefined, EPOCHS)
    await migrateAll(client, migrations)
    return {
      db: openDatabase(client, overloaded, { watch }),
      changeCounter: () => client.version() ?? client.changeCounter(),
      commitCounter: client.changeCounter,
      catalogVersion: client.version,
      end: client.end,
    }
  }
  const server = authToken === undefined ? { url } : { url, authToken }
  await migrated(createClient(server))
  const client = createClient({ ...server, fetch: answeredInTime })
  const unknown = () => null
  return {
    db: openDatabase(client, overloaded, { turnMs: WRITE_TURN_MS, watch }),
    changeCounter: unknown,
    commitCounter: unknown,
    catalogVersion: unknown,
    end: async () => client.close(),
  }
}

/** A migration may take as long as it takes. */
async function migrated(client: Client): Promise<void> {
  await migrateAll(client, migrations)
  client.close()
}

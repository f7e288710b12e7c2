import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runInDuckDb } from '#test/fixtures/lake-tables.ts'
import { startPglite } from '#test/postgres.ts'
import type { Ours } from '../llm/service.ts'
import type { World } from './world.ts'

/** A source as the product knows it, and the same data in SQLite, where the right answers are read. */
export type Connected = { datasourceId: string; database: DatabaseSync; stop(): Promise<void> }

/** Makes a world's data in its engine, connects and describes it. `folder` is where the service finds files. */
export async function connectWorld({ call, datasourceId }: Ours, { name, type, file, statements }: World, folder: string): Promise<Connected> {
  const database = new DatabaseSync(file ?? ':memory:', file === null ? {} : { readOnly: true })
  if (type === 'sqlite') return { datasourceId, database, stop: async () => database.close() }
  for (const statement of statements) database.exec(statement)
  const server = type === 'postgres' ? await startPglite(statements) : null
  if (!server) await runInDuckDb(statements, join(folder, `${name}.duckdb`))
  const connection = server?.connection ?? { path: `${name}.duckdb` }
  const made = await call('semantic', 'POST /datasources', { body: { name, type, connection } })
  if (made.status !== 201) throw new Error(`${name}: ${made.text}`)
  const begun = await call('semantic', 'POST /semanticextractions', { body: { datasource_id: made.body.datasource_id } })
  for (;;) {
    const { status } = (await call('semantic', `GET /semanticextractions/${begun.body.id}`)).body
    if (status === 'completed') break
    if (status === 'failed') throw new Error(`${name} cannot be described`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    datasourceId: made.body.datasource_id,
    database,
    async stop() {
      database.close()
      await server?.stop()
    },
  }
}

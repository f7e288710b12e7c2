import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import { createMariadbDatabase, hasMariadb, NO_MARIADB } from '#test/mariadb.ts'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES } from '#test/postgres.ts'

/** An engine with two sources: what is heavy on it, and what is small. */
export type Workload = {
  name: string
  sources: { name: string; type: string; connection: object }[]
  /** The SQL of an upload that a source is of, instead of a connection. */
  uploads?: string[]
  heavy: string
  small: string
  drop(): Promise<void>
}

const ROWS = 'create table orders (id integer, region text, amount integer)'
const SMALL = 'select region, count(*) as n, sum(amount) as amount from orders group by region order by region'
const VALUES = Array.from({ length: 200 }, (_, id) => `(${id}, '${['EU', 'US', 'APAC'][id % 3]}', ${(id * 37) % 100})`).join(', ')
const MADE = [ROWS, `insert into orders values ${VALUES}`]
/** Ends at its deadline only. */
const ENDLESS = 'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r'
const NAP_SECONDS = 2
const nothing = async () => {}

export async function workloads(fileRoot: string): Promise<{ all: Workload[]; leftOut: string[] }> {
  const all: Workload[] = [sqlite(fileRoot), await duckdb(fileRoot)]
  const leftOut: string[] = []
  if (hasPostgres) all.push(await postgres())
  else leftOut.push(NO_POSTGRES)
  if (hasMariadb) all.push(await mariadb())
  else leftOut.push(NO_MARIADB)
  return { all, leftOut }
}

function sqlite(folder: string): Workload {
  mkdirSync(folder, { recursive: true })
  const uploads = ['one', 'two'].map((name) => {
    const path = join(folder, `${name}.sqlite`)
    const database = new DatabaseSync(path)
    for (const statement of MADE) database.exec(statement)
    database.close()
    return path
  })
  return { name: 'SQLite', sources: [], uploads, heavy: ENDLESS, small: SMALL, drop: nothing }
}

async function duckdb(folder: string): Promise<Workload> {
  const sources: Workload['sources'] = []
  for (const name of ['one', 'two']) {
    const instance = await DuckDBInstance.create(join(folder, `${name}.duckdb`))
    const connection = await instance.connect()
    for (const statement of MADE) await connection.run(statement)
    connection.disconnectSync()
    instance.closeSync()
    sources.push({ name: `DuckDB ${name}`, type: 'duckdb', connection: { path: `${name}.duckdb` } })
  }
  return { name: 'DuckDB', sources, heavy: ENDLESS, small: SMALL, drop: nothing }
}

async function postgres(): Promise<Workload> {
  const made = [...MADE, `create view nap as select pg_sleep(${NAP_SECONDS})::text as slept`]
  const databases = [await createPostgresDatabase(made), await createPostgresDatabase(made)]
  const sources = databases.map(({ connection }, index) => ({ name: `PostgreSQL ${index}`, type: 'postgres', connection }))
  return { name: 'PostgreSQL', sources, heavy: 'select slept from nap', small: SMALL, drop: () => dropAll(databases) }
}

async function mariadb(): Promise<Workload> {
  const made = [...MADE, `create view nap as select sleep(${NAP_SECONDS}) as slept`]
  const databases = [await createMariadbDatabase(made), await createMariadbDatabase(made)]
  const sources: Workload['sources'] = []
  for (const [index, database] of databases.entries()) {
    const reader = await database.user('select')
    sources.push({ name: `MariaDB ${index}`, type: 'mariadb', connection: { ...database.connection, ...reader } })
  }
  return { name: 'MariaDB', sources, heavy: 'select slept from nap', small: SMALL, drop: () => dropAll(databases) }
}

async function dropAll(databases: { drop(): Promise<void> }[]): Promise<void> {
  for (const database of databases) await database.drop()
}

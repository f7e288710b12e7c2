import { createClient } from '@libsql/client/web'
import { sqliteFile } from '#connectors/sources/fixtures.ts'
import { routeByType } from '#connectors/sources/route-by-type.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import type { SourceSpec, Sources, SourceType } from '#domain/semantics/sources/source.ts'
import { hasClickhouse, NO_CLICKHOUSE, startClickhouse } from '../clickhouse/server.ts'
import { createMariadbDatabase, hasMariadb, NO_MARIADB } from '../mariadb.ts'
import { createPostgresDatabase, hasPostgres, NO_POSTGRES, startPglite } from '../postgres.ts'
import { hasSqld, startSqld } from '../sqld.ts'
import type { EngineRow, RunningEngine, Words } from './engine-row.ts'
import { shopStatements } from './shop.ts'
import { deltaRow, duckdbRow, icebergRow, s3Row } from './staged-rows.ts'
import { uploadRow } from './upload-rows.ts'
import { workbookRow } from './workbook-row.ts'

const nothing: Sources = { serves: () => false, validate: refused, introspect: refused, profile: refused, query: refused }
async function refused(): Promise<never> {
  throw new Error('no network database')
}

/** Sources over loopback alone, and a spec of a connection. */
function overLoopback(type: SourceType) {
  const network = createNetworkPolicy({ allowedNets: ['127.0.0.1/32'], ownEndpoints: [] })
  const sources = routeByType({ network, pooled: true }, nothing)
  const spec = (connection: object, version = JSON.stringify(connection)): SourceSpec => ({
    id: type,
    type,
    version,
    files: [],
    connection: connection as never,
  })
  const close = async () => {
    await sources.close()
    network.close()
  }
  return { sources, spec, close }
}

/** What every engine but ClickHouse would do for a user who may. */
const plainWrites = [
  "insert into codes values ('c', 'x')",
  'delete from customers',
  "update customers set name = 'x'",
  'create table made (a int)',
  'drop table codes',
]
const doubled = (name: string) => `"${name}"`
const ticked = (name: string) => `\`${name}\``
const recursive = (count: number | string) => `with recursive r(n) as (select 1 union all select n + 1 from r where n < ${count}) select n from r`

const postgresWords: Words = {
  quote: doubled,
  endless: 'select pg_sleep(90)',
  numbers: (count) => `select n from generate_series(1, ${count}) as g(n)`,
  wide: (length) => `repeat('x', ${length})`,
  badCast: 'select note::int as n from orders',
  writes: [
    ...plainWrites,
    'truncate codes',
    'with gone as (delete from customers returning *) select * from gone',
    'select * into made from codes',
    'copy codes to stdout',
    "select nextval('nothing')",
    'select * from customers for update',
    'vacuum',
    'set role postgres',
    'lock table codes',
    'commit',
    'do $$ begin delete from customers; end $$',
    "select set_config('transaction_read_only', 'off', false) from (delete from codes) as d",
  ],
}

export const postgresRow: EngineRow = {
  name: 'postgres',
  missing: hasPostgres ? null : NO_POSTGRES,
  async start() {
    const database = await createPostgresDatabase(shopStatements('postgres'))
    const { sources, spec, close } = overLoopback('postgres')
    const reader = await database.user('select')
    const [version] = await database.admin`select current_setting('server_version') as v`
    return {
      server: `PostgreSQL ${String(version?.v).split(' ')[0]}`,
      dialect: 'postgres',
      sources,
      spec: spec(database.connection),
      reader: spec({ ...database.connection, ...reader }),
      stranger: spec({ ...database.connection, user: 'nobody_of_this_name', password: 'wrong-password' }),
      lacks: {},
      words: postgresWords,
      running: async () => {
        const rows =
          await database.admin`select 1 from pg_stat_activity where datname = ${database.connection.database} and query like '%pg_sleep(90)%' and state = 'active' and pid <> pg_backend_pid()`
        return rows.length
      },
      async stop() {
        await close()
        await database.drop()
      },
    }
  },
}

/** Stands in for PostgreSQL where no server answers. */
export const pgliteRow: EngineRow = {
  name: 'postgres',
  missing: hasPostgres ? 'PostgreSQL itself answers' : null,
  async start() {
    const server = await startPglite(shopStatements('postgres'))
    const { sources, spec, close } = overLoopback('postgres')
    return {
      server: 'PGlite',
      dialect: 'postgres',
      sources,
      spec: spec(server.connection),
      lacks: { 'sign in': 'it lets everyone in', 'read-only user': 'its one user may do all', deadline: 'it knows neither deadlines nor cancels' },
      words: postgresWords,
      async stop() {
        await close()
        await server.stop()
      },
    }
  },
}

export const libsqlRow: EngineRow = {
  name: 'libsql',
  missing: hasSqld ? null : 'skipped: no libSQL server is packaged for this platform',
  async start() {
    const server = await startSqld()
    const client = createClient({ url: server.url })
    await client.batch(shopStatements('sqlite'), 'write')
    client.close()
    const { sources, spec, close } = overLoopback('libsql')
    return {
      server: 'sqld 0.24.1',
      dialect: 'sqlite',
      sources,
      spec: spec({ url: server.url }),
      lacks: { 'sign in': 'this server asks for no token', 'read-only user': 'this server knows no users', comments: 'SQLite has none' },
      words: {
        quote: doubled,
        endless: 'with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) as n from r',
        numbers: recursive,
        wide: (length) => `printf('%.*c', ${length}, 'x')`,
        badCast: 'select json(note) as n from orders',
        writes: [
          ...plainWrites,
          'pragma query_only = 0',
          "attach '/tmp/x.db' as x",
          'vacuum',
          'begin',
          "replace into codes values ('a', 'y')",
          'with gone as (select 1) delete from customers',
        ],
      },
      async stop() {
        await close()
        await server.stop()
      },
    }
  },
}

export const mariadbRow: EngineRow = {
  name: 'mariadb',
  missing: hasMariadb ? null : NO_MARIADB,
  async start() {
    const database = await createMariadbDatabase(shopStatements('mariadb'))
    const { sources, spec, close } = overLoopback('mariadb')
    const reader = await database.user('select')
    const [[version]] = (await database.admin.query('select version() as v')) as unknown as [[{ v: string }]]
    const running = async () => {
      const [rows] = await database.admin.query('select 1 from information_schema.processlist where db = ? and info like ? and id <> connection_id()', [
        database.connection.database,
        '%sleep(90)%',
      ])
      return (rows as unknown[]).length
    }
    return {
      server: `MariaDB ${version.v.split('-')[0]}`,
      dialect: 'mariadb',
      sources,
      spec: spec(database.connection),
      reader: spec({ ...database.connection, ...reader }),
      stranger: spec({ ...database.connection, user: reader.user, password: 'wrong-password' }),
      lacks: {},
      running,
      words: {
        quote: ticked,
        endless: 'select sleep(90) as n',
        numbers: (count) => `select seq as n from seq_1_to_${count}`,
        wide: (length) => `repeat('x', ${length})`,
        badCast: 'select json_value(note, 1, 2) as n from orders',
        writes: [
          ...plainWrites,
          'truncate codes',
          `select * from codes into outfile '/tmp/querent-${crypto.randomUUID()}'`,
          'lock tables codes write',
          'set global max_connections = 1',
          "load data infile '/etc/passwd' into table codes",
          'flush tables',
        ],
      },
      async stop() {
        await close()
        await database.drop()
      },
    }
  },
}

export const clickhouseRow: EngineRow = {
  name: 'clickhouse',
  missing: hasClickhouse ? null : NO_CLICKHOUSE,
  async start() {
    const server = await startClickhouse()
    const database = `querent_${crypto.randomUUID().slice(0, 8)}`
    await server.run(`create database ${database}`)
    for (const statement of shopStatements('clickhouse')) {
      await server.run(
        statement.replace(/^(create table|create view|insert into) /, `$1 ${database}.`).replace('from customers where', `from ${database}.customers where`),
      )
    }
    const { sources, spec, close } = overLoopback('clickhouse')
    const { host, port, user, password } = server
    const connection = { host, port, user, password, database }
    return {
      server: `ClickHouse ${(await server.run('select version()')).trim()}`,
      dialect: 'clickhouse',
      sources,
      spec: spec(connection),
      ...(server.reader && { reader: spec({ ...connection, ...server.reader }) }),
      stranger: spec({ ...connection, password: 'wrong-password' }),
      lacks: {
        ...(server.reader ? {} : { 'read-only user': 'the server that was named has none we know' }),
        keys: 'it has none',
        binary: 'its strings are bytes',
      },
      words: {
        quote: ticked,
        endless: 'select count() as n from numbers(1000000000000) where sipHash64(number) = 3',
        numbers: (count) => `select number + 1 as n from numbers(${count})`,
        wide: (length) => `repeat('x', ${length})`,
        badCast: 'select toInt32(note) as n from orders',
        writes: [
          "insert into codes values ('c', 'x')",
          'alter table customers delete where 1 = 1',
          'create table made (a Int32) engine = Memory',
          'drop table codes',
          'truncate table codes',
          `select * from codes into outfile '/tmp/querent-${crypto.randomUUID()}'`,
          'set readonly = 0',
          "insert into function file('/tmp/x', 'CSV', 'a Int32') select 1",
          'system flush logs',
          'optimize table codes',
        ],
      },
      async stop() {
        await close()
        await server.run(`drop database ${database}`)
        await server.stop()
      },
    }
  },
}

const sqliteShop = () => sqliteFile(shopStatements('sqlite').join(';\n'))

/** Every row; a new engine is one more here. */
export const ROWS: EngineRow[] = [
  postgresRow,
  pgliteRow,
  mariadbRow,
  clickhouseRow,
  libsqlRow,
  uploadRow({ type: 'sqlite', file: 'shop.db', bytes: sqliteShop }),
  uploadRow({ type: 'file', file: 'shop.db', bytes: sqliteShop }),
  workbookRow,
  s3Row,
  deltaRow,
  icebergRow,
  duckdbRow,
]

export type { RunningEngine }

import { createBench } from '#connectors/sources/fixtures.ts'
import type { EngineRow, RunningEngine, Words } from './engine-row.ts'

const recursive = (count: number) => `with recursive r(n) as (select 1 union all select n + 1 from r where n < ${count}) select n from r`

const fileWords: Words = {
  quote: (name) => `"${name}"`,
  endless: 'with recursive r(n) as (select 1 union all select n + 1 from r where n < 100000000000) select count(*) as n from r',
  numbers: recursive,
  wide: (length) => `repeat('x', ${length})`,
  badCast: 'select cast(note as integer) as n from orders',
  writes: [
    "insert into codes values ('c', 'x')",
    'delete from customers',
    'create table made (a int)',
    'drop table codes',
    "attach '/tmp/x.db' as x",
    'vacuum',
    'pragma query_only = 0',
  ],
}
const sqliteWords: Words = { ...fileWords, wide: (length) => `printf('%.*c', ${length}, 'x')`, badCast: 'select json(note) as n from orders' }

export const duckdbWords: Words = {
  ...fileWords,
  writes: [...fileWords.writes, "copy codes to '/tmp/codes.csv'", 'install httpfs', "set memory_limit = '1TB'", "select * from read_csv('/etc/passwd')"],
}

type Upload = { type: 'sqlite' | 'file'; name?: string; file: string; bytes: () => Uint8Array; more?: Partial<RunningEngine> }

/** An upload with the shop: a SQLite file read by SQLite itself, or by DuckDB; a workbook. */
export function uploadRow({ type, name = type, file, bytes, more = {} }: Upload): EngineRow {
  return {
    name,
    missing: null,
    async start() {
      const bench = createBench({ size: 2 })
      const spec = await bench.spec(type, [{ name: file, bytes: bytes() }])
      const { serverVersion } = await bench.sources.introspect(spec, new AbortController().signal)
      const isSqlite = type === 'sqlite'
      const none = 'uploads lie on this machine'
      return {
        server: `${isSqlite ? 'SQLite' : 'DuckDB'} ${serverVersion}`,
        dialect: isSqlite ? 'sqlite' : 'duckdb',
        sources: bench.sources,
        spec,
        lacks: {
          ...(isSqlite ? {} : { views: 'of a SQLite file DuckDB is given the tables', nullability: 'the copy keeps keys alone' }),
          'sign in': none,
          'read-only user': none,
          reach: none,
          comments: 'such files have none',
          ...more.lacks,
        },
        ...(more.oddTable === undefined ? {} : { oddTable: more.oddTable }),
        words: isSqlite ? sqliteWords : duckdbWords,
        stop: () => bench.close(),
      }
    },
  }
}

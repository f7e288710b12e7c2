import { createBench } from '#connectors/sources/fixtures.ts'
import type { EngineRow } from './engine-row.ts'

/** Uploads: a SQLite file read by SQLite itself, or by DuckDB. */
export function uploadRow(type: 'sqlite' | 'file', bytes: () => Uint8Array): EngineRow {
  return {
    name: type,
    missing: null,
    async start() {
      const bench = createBench({ size: 2 })
      const spec = await bench.spec(type, [{ name: 'shop.db', bytes: bytes() }])
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
          comments: 'SQLite files have none',
        },
        words: {
          quote: (name) => `"${name}"`,
          endless: 'with recursive r(n) as (select 1 union all select n + 1 from r where n < 100000000000) select count(*) as n from r',
          numbers: (count) => `with recursive r(n) as (select 1 union all select n + 1 from r where n < ${count}) select n from r`,
          wide: (length) => (isSqlite ? `printf('%.*c', ${length}, 'x')` : `repeat('x', ${length})`),
          badCast: isSqlite ? 'select json(note) as n from orders' : 'select cast(note as integer) as n from orders',
          writes: [
            "insert into codes values ('c', 'x')",
            'delete from customers',
            'create table made (a int)',
            'drop table codes',
            "attach '/tmp/x.db' as x",
            'vacuum',
            'pragma query_only = 0',
          ],
        },
        stop: () => bench.close(),
      }
    },
  }
}

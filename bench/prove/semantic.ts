/**
 * Compiles every case of `domain/semantics/*.cases.ts` in six dialects, checks each against the SQL on record, runs it on every engine there is and
 * compares the rows with those on record. SQLite and DuckDB come with the project; PostgreSQL and MariaDB or MySQL are looked for on 127.0.0.1; ClickHouse is
 * that of `npm run get:clickhouse` or the one CLICKHOUSE_TEST_URL names.
 *
 *   npm run prove:semantic
 */
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { Dialect } from '#domain/semantics/sources/source.ts'
import { hasClickhouse, NO_CLICKHOUSE, startClickhouse } from '#test/clickhouse/server.ts'
import { marketLayer } from '#test/fixtures/market.ts'
import { type Cell, clickhouseMarket, duckdbMarket, mysqlMarket, postgresMarket, sqliteMarket } from '#test/fixtures/market-engines.ts'
import { queryCases } from '#test/semantic-cases/compile.cases.ts'
import { isSmoke, some } from '../smoke.ts'

const golden = new URL('../../domain/semantics/compile/golden/', import.meta.url)
const cases = some(Object.entries(queryCases), 12).map(([name, { query }]) => ({ name, query: SemanticQuery.parse(query) }))
const lines = (await readFile(new URL('rows.jsonl', golden), 'utf8')).trim().split('\n')
const onRecord = Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, Cell[][]]))

let compiled = 0
for (const dialect of Dialect.options) {
  const text = await readFile(new URL(`${dialect}.sql`, golden), 'utf8')
  const layer = marketLayer(dialect)
  for (const { name, query } of cases) {
    if (text.includes(`-- ${name}\n${compileQuery(layer, query).sql}\n`)) compiled++
    else console.log(`${dialect}: "${name}" does not compile to the SQL on record`)
  }
}

const server = hasClickhouse && !isSmoke ? await startClickhouse() : null
const clickhouse = server && `http://${server.user}:${server.password}@${server.host}:${server.port}`
const opened = await Promise.all([
  sqliteMarket(),
  duckdbMarket(),
  isSmoke ? null : postgresMarket(),
  isSmoke ? null : mysqlMarket(),
  clickhouse ? clickhouseMarket(clickhouse) : null,
])
const engines = opened.filter((engine) => engine !== null)
if (!opened[2]) console.log('no PostgreSQL on 127.0.0.1:5432')
if (!opened[3]) console.log('no MariaDB or MySQL on 127.0.0.1:3306')
if (!clickhouse) console.log(`ClickHouse ${NO_CLICKHOUSE}`)

let equal = 0
for (const engine of engines) {
  let fits = 0
  for (const { name, query } of cases) {
    try {
      const rows = await engine.run(compileQuery(marketLayer(engine.dialect), query))
      if (isDeepStrictEqual(rows, onRecord[name])) fits++
      else console.log(`${engine.dialect}: "${name}" gives ${JSON.stringify(rows)}, on record ${JSON.stringify(onRecord[name])}`)
    } catch (error) {
      console.log(`${engine.dialect}: "${name}" fails: ${error instanceof Error ? error.message : error}`)
    }
  }
  console.log(`${engine.dialect} ${engine.version}: ${fits} of ${cases.length}`)
  equal += fits
  await engine.close()
}

await server?.stop()
const wanted = { compiled: cases.length * Dialect.options.length, equal: cases.length * engines.length }
console.log(
  `${cases.length} queries: ${compiled} of ${wanted.compiled} as on record in ${Dialect.options.length} dialects, ${equal} of ${wanted.equal} with equal rows on ${engines.length} engines`,
)
process.exit(compiled === wanted.compiled && equal === wanted.equal && engines.length >= 2 && (isSmoke || cases.length >= 150) ? 0 : 1)

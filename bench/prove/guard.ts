import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSqlite } from '#connectors/sources/sqlite/database.ts'
import { querySqlite } from '#connectors/sources/sqlite/query.ts'
import { Failure } from '#domain/failure.ts'
import { clickhouseGuard } from '#test/guard/clickhouse.ts'
import { duckdbGuard } from '#test/guard/duckdb.ts'
import type { Guarded } from '#test/guard/guarded.ts'
import { mariadbGuard } from '#test/guard/mariadb.ts'
import { postgresGuard } from '#test/guard/postgres.ts'
import { type Finding, proveAttacks, proveGood, proveMutations, proveOverloads } from '#test/guard/proof.ts'
import { sqliteGuards } from '#test/guard/sqlite.ts'

/** `prove:guard [--smoke] [mutations] [folder of <set>/questions.jsonl] [seed]`: needs PostgreSQL and MariaDB. A folder adds its `gold_sql` to the good statements. */
const isSmoke = process.argv.includes('--smoke')
const given = process.argv.slice(2).filter((text) => text !== '--smoke')
const mutations = Number(given[0] ?? (isSmoke ? 600 : 200_000))
const folder = given[1] ?? ''
const seed = Number(given[2] ?? 20_261_121)

const guards: Guarded[] = [await postgresGuard(), await mariadbGuard(), ...sqliteGuards(), await duckdbGuard(), clickhouseGuard()]
const each = Math.ceil(mutations / guards.length)
const total = { attacks: 0, passed: 0, mutations: 0, accepted: 0, breaches: 0, good: 0, refused: 0, wrong: 0 }
const show = (title: string, findings: Finding[]) => {
  for (const { sql, why } of findings.slice(0, 10)) console.log(`  ${title} (${why}): ${sql.slice(0, 300)}`)
}

try {
  for (const guarded of guards) {
    const attacked = await proveAttacks(guarded, isSmoke ? 10 : 1)
    const good = await proveGood(guarded, isSmoke ? 30 : 600, seed)
    const overloads = guarded.dialect === 'postgres' ? await proveOverloads(guarded) : []
    total.breaches += overloads.length
    show('overload reached', overloads)
    const changed = await proveMutations(guarded, each, seed + 1)
    // A remote SQLite is attacked with the same texts as a file: they count once.
    if (guarded.name !== 'libsql') total.attacks += attacked.tried
    total.passed += attacked.passed.length
    total.good += good.tried
    total.refused += good.refused.length
    total.wrong += good.wrong.length
    total.mutations += changed.tried
    total.accepted += changed.accepted
    total.breaches += changed.breaches.length
    console.log(
      `${guarded.name}: ${attacked.passed.length} of ${attacked.tried} attacks passed; ${good.refused.length} of ${good.tried} good statements refused, ${good.wrong.length} the engine does not run; ` +
        `${changed.breaches.length} of ${changed.tried} mutations breach (${changed.accepted} accepted; told by ${guarded.oracle})`,
    )
    show('passed', attacked.passed)
    show('refused', good.refused)
    show('does not run', good.wrong)
    show('breach', changed.breaches)
  }
} finally {
  for (const guarded of guards) await guarded.close()
}

if (folder) {
  const gold = proveGold(folder)
  total.good += gold.tried
  total.refused += gold.refused.length
  console.log(`sqlite, questions of ${folder}: ${gold.refused.length} of ${gold.tried} refused`)
  show('refused', gold.refused)
}

const share = (100 * total.refused) / Math.max(1, total.good)
const isShort =
  total.attacks < (isSmoke ? 150 : 1500) || total.passed > 0 || total.breaches > 0 || total.wrong > 0 || total.good < (isSmoke ? 180 : 3000) || share > 0.5
console.log(
  `guard: ${total.passed} of ${total.attacks} attacks passed, ${total.breaches} of ${total.mutations} mutations breach (${total.accepted} accepted), ${total.refused} of ${total.good} good statements refused (${share.toFixed(2)} %)`,
)
process.exit(isShort ? 1 : 0)

/** The statements of question sets that run, each on its own database file under the authorizer. */
function proveGold(root: string): { tried: number; refused: Finding[] } {
  const refused: Finding[] = []
  let tried = 0
  for (const file of globSync(join(root, '*/questions.jsonl')).sort()) {
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { db: string; gold_sql: string; exec: string })
    for (const [db, own] of Map.groupBy(
      rows.filter(({ exec, gold_sql: sql }) => exec === 'ok' && sql),
      ({ db }) => db,
    )) {
      const path = [`${db}.sqlite`, `db/${db}.sqlite`, `db/${db}/${db}.sqlite`, `../spider/db/${db}.sqlite`]
        .map((name) => join(dirname(file), name))
        .find(existsSync)
      if (!path) continue
      const source = openSqlite(path, 512 * 1024 * 1024)
      for (const { gold_sql: sql } of own) {
        tried++
        try {
          querySqlite(source, { sql, rowLimit: 1000, timeoutMs: 20_000, origin: 'untrusted', tables: source.tables.map(({ name }) => name) })
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          if (error.code !== 'query_timeout') refused.push({ sql, why: `${error.code} ${error.details.hint ?? error.message}` })
        }
      }
      source.close()
    }
  }
  return { tried, refused }
}

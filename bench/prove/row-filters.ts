import { hasClickhouse, NO_CLICKHOUSE } from '#test/clickhouse/server.ts'
import { hasMariadb, NO_MARIADB } from '#test/mariadb.ts'
import { hasPostgres, NO_POSTGRES } from '#test/postgres.ts'
import { duckdbTwin, mariadbTwin, postgresTwin, sqliteTwin, type Twin } from '#test/row-filters/engines.ts'
import { proveOracles } from '#test/row-filters/oracles.ts'
import { MORE_TABLES } from '#test/row-filters/policy.ts'
import { type Mismatch, proveCompiled, proveStatements } from '#test/row-filters/proof.ts'
import { proveRelated, proveRelatedCompiled } from '#test/row-filters/related.ts'
import { clickhouseTwin, libsqlTwin } from '#test/row-filters/server-twins.ts'
import { proveTiming, proveTried } from '#test/row-filters/timing.ts'
import { hasSqld } from '#test/sqld.ts'
import { given, isSmoke, sized } from '../smoke.ts'

/**
 * `prove:row-filters [statements] [semantic queries] [oracles by time] [related statements] [seed]`, each for one engine, or `--smoke`. Names of engines among the
 * arguments leave out the others. A third of as many statements as are asked try to learn of hidden rows by errors, and as many again watch on which rows they are tried.
 */
const numbers = given.filter((text) => /^\d+$/.test(text)).map(Number)
const named = given.filter((text) => !/^\d+$/.test(text))
const statements = numbers[0] ?? sized(20_000, 30)
const semantic = numbers[1] ?? sized(2_000, 10)
const timings = numbers[2] ?? sized(200, 1)
const related = numbers[3] ?? sized(5_000, 15)
const oracles = Math.max(1, Math.floor(statements / 3))
const seed = numbers[4] ?? 20_261_121
/** A server that is asked over HTTP one statement at a time takes ten times as long for each. */
const FEWER = 10

type Engine = { name: string; missing: string | null; open: (names?: readonly string[]) => Twin | Promise<Twin>; isWhole: boolean; share: number }
const engines: Engine[] = [
  { name: 'sqlite', missing: null, open: sqliteTwin, isWhole: true, share: 1 },
  { name: 'duckdb', missing: null, open: duckdbTwin, isWhole: true, share: 1 },
  { name: 'postgres', missing: hasPostgres ? null : NO_POSTGRES, open: postgresTwin, isWhole: true, share: 1 },
  { name: 'mariadb', missing: hasMariadb ? null : NO_MARIADB, open: mariadbTwin, isWhole: false, share: 1 },
  { name: 'libsql', missing: hasSqld ? null : 'skipped: no libSQL server for this platform', open: libsqlTwin, isWhole: false, share: FEWER },
  { name: 'clickhouse', missing: hasClickhouse ? null : NO_CLICKHOUSE, open: clickhouseTwin, isWhole: false, share: FEWER },
]

type Outcome = { compared: number; mismatches: Mismatch[] }
const total = new Map<string, { compared: number; mismatches: number }>()
const short: string[] = []

async function part(twin: Twin, what: string, wanted: number, work: (twin: Twin, count: number) => Promise<Outcome>): Promise<void> {
  const started = performance.now()
  const { compared, mismatches } = await work(twin, wanted)
  console.log(`${twin.dialect}: ${mismatches.length} mismatches in ${compared} ${what} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
  for (const { sql, policy, guarded, bare } of mismatches.slice(0, 5))
    console.log(`  ${sql}\n    ${policy}\n    guarded: ${guarded.slice(0, 300)}\n    bare: ${bare.slice(0, 300)}`)
  const sum = total.get(what) ?? { compared: 0, mismatches: 0 }
  total.set(what, { compared: sum.compared + compared, mismatches: sum.mismatches + mismatches.length })
  if (compared < wanted) short.push(`${twin.dialect}: ${compared} of ${wanted} ${what}`)
}

for (const { name, missing, open, isWhole, share } of engines) {
  if (named.length > 0 && !named.includes(name)) continue
  if (missing !== null) {
    console.log(`${name}: ${missing}`)
    if (!isSmoke) short.push(`${name} is not there`)
    continue
  }
  const of = (count: number) => Math.max(1, Math.ceil(count / (isSmoke ? 1 : share)))
  const twin = await open()
  try {
    if (isWhole) {
      await part(twin, 'statements', statements, (on, count) => proveStatements(on, count, seed))
      await part(twin, 'semantic queries', semantic, (on, count) => proveCompiled(on, count, seed + 1))
    }
    await part(twin, 'oracles by error', of(oracles), (on, count) => proveOracles(on, count, seed + 2))
    if (twin.witness) await part(twin, 'conditions watched', oracles, (on, count) => proveTried(on, count, seed + 3))
    await part(twin, 'oracles by time', timings, (on, count) => proveTiming(on, count, seed + 4))
  } finally {
    await twin.close()
  }
  const wide = await open(MORE_TABLES)
  try {
    await part(wide, 'statements behind related filters', of(related), (on, count) => proveRelated(on, count, seed + 5))
    await part(wide, 'semantic queries behind related filters', of(semantic), (on, count) => proveRelatedCompiled(on, count, seed + 6))
  } finally {
    await wide.close()
  }
}

for (const line of short) console.log(`short: ${line}`)
const mismatches = [...total.values()].reduce((sum, one) => sum + one.mismatches, 0)
console.log(`row-filters: ${mismatches} mismatches in ${[...total].map(([what, { compared }]) => `${compared} ${what}`).join(', ')} (seed ${seed})`)
process.exit(mismatches > 0 || short.length > 0 ? 1 : 0)

import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { LakeFormat } from '#connectors/sources/lake/discover.ts'
import { plannedRows } from '#connectors/sources/lake/lake-plan.ts'
import { openPlan } from '#connectors/sources/lake/open-plan.ts'
import { createRunnerPool } from '#connectors/sources/runner/pool.ts'
import { createStage } from '#connectors/sources/stage.ts'
import { createStagedSources } from '#connectors/sources/staged/sources.ts'
import { Failure } from '#domain/failure.ts'
import { given as arguments_, leaveOut } from '../smoke.ts'

/**
 * Rows read of every Delta and Iceberg table below a folder against the table's own statistics:
 * `npm run prove:lake -- <folder>`. Rows an equality delete removes are counted by no log: such a table's file counts are told beside what was read,
 * and it must read fewer. A table whose data files are not there cannot be read and does not count.
 */
const [given] = arguments_
if (!given) {
  leaveOut('it reads a folder of Delta and Iceberg tables, which is not part of the project')
  console.error('npm run prove:lake -- <folder with Delta and Iceberg tables>')
  process.exit(2)
}
const root = realpathSync(resolve(given))
const folder = mkdtempSync(join(tmpdir(), 'prove-lake-'))
const pool = createRunnerPool({ size: 2, memoryMb: 1024 })
const refuse = () => Promise.reject(new Failure('datasource_unreachable', 'no network here'))
const sources = createStagedSources({ pool, stage: createStage({ root: folder, maxBytes: 1e9 }), network: { fetch: refuse, resolve: refuse }, root })
const signal = new AbortController().signal

const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
const tables = entries
  .filter(({ name }) => name === '_delta_log' || name === 'metadata')
  .map(({ parentPath, name }) => ({ path: parentPath, format: (name === 'metadata' ? 'iceberg' : 'delta') as LakeFormat }))
  .sort((left, right) => left.path.localeCompare(right.path))

let agreed = 0
let counted = 0
for (const { path, format } of tables) {
  const label = `${format.padEnd(8)} ${path.slice(root.length + 1).padEnd(48)}`
  try {
    const expected = await expectedRows(path, format)
    const spec = { id: `src_${counted}`, type: format, version: '1', files: [], connection: { location: path } }
    if (expected === null) {
      console.log(`${label} none read: its data files are not in the folder`)
      continue
    }
    const { tables: found } = await sources.introspect(spec, signal)
    const [table] = found
    if (!table) throw new Error('no table was found')
    const name = `"${table.name.replaceAll('"', '""')}"`
    // Every value is read, not only counted.
    const { rows } = await sources.query(
      spec,
      { sql: `select count(*), count(hash(t)) from (select * from ${name}) t`, rowLimit: 1, timeoutMs: 60_000, origin: 'compiler', tables: [table.name] },
      signal,
    )
    const read = Number(rows[0]?.[0])
    const holds = read === expected.rows || (expected.upTo !== null && read < expected.upTo && read === expected.independent)
    counted++
    if (holds) agreed++
    console.log(
      `${label} ${holds ? 'ok  ' : 'OFF '} read ${read}, log ${expected.rows ?? `${expected.upTo} less equality deletes = ${expected.independent}`}, columns ${table.columns.length}`,
    )
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    counted++
    console.log(`${label} FAIL ${message}`, error instanceof Failure ? '' : error)
  }
}
await pool.close()
rmSync(folder, { recursive: true })
console.log(`lake tables: ${agreed} of ${counted} read as many rows as their log tells`)
process.exit(agreed === counted && counted > 0 ? 0 : 1)

type Expected = { rows: number | null; upTo: number | null; independent: number | null }

/** From the log alone, or, where equality deletes are, by the files' own counts and how many rows each delete file removes of what lies before it. */
async function expectedRows(path: string, format: LakeFormat): Promise<Expected | null> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  const plan = await planOf(path, format, names)
  if (plan.files.length > 0 && plan.files.every((file) => !names.includes(file.path))) return null
  const rows = plannedRows(plan)
  if (rows !== null) return { rows, upTo: null, independent: null }
  if (plan.format === 'delta') return { rows: await footerRows(plan.files.map((file) => join(path, file.path))), upTo: null, independent: null }
  const written = plan.files.reduce((sum, file) => sum + file.rows, 0)
  // A delete older than every live file is left from one that was rewritten since.
  const live = new Set(plan.files.flatMap((file) => [...file.positionDeletes, ...file.equalityDeletes]))
  const removed = (isEquality: boolean) =>
    plan.deletes.filter((file) => live.has(file.path) && file.fieldIds.length > 0 === isEquality).reduce((sum, { rows: deleted }) => sum + deleted, 0)
  const [positions, equality] = [removed(false), removed(true)]
  return equality === 0
    ? { rows: written - positions, upTo: null, independent: null }
    : { rows: null, upTo: written - positions, independent: written - positions - equality }
}

async function planOf(path: string, format: LakeFormat, names: string[]) {
  const brought: Record<string, string> = Object.fromEntries(names.map((name) => [name, join(path, name)]))
  const answer = await openPlan({ format, location: path, names, brought })
  if ('plan' in answer) return answer.plan
  throw new Error(`missing: ${answer.wanted.map((file) => file.path).join(', ')} in ${dirname(path)}`)
}

/** Old logs keep no statistics: then the footers of the live files count. */
async function footerRows(paths: string[]): Promise<number> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  if (paths.length === 0) return 0
  const list = paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ')
  return Number((await (await connection.run(`select sum(num_rows) from parquet_file_metadata([${list}])`)).getRows())[0]?.[0])
}

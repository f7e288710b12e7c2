import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MAX_ATTEMPTS } from '#domain/work/runs.ts'
import { temporaryFolder } from '#test/database.ts'
import { sized } from '../smoke.ts'
import { ended, type Service, service } from './service.ts'

const TABLES = 40
const ENDS_WITHIN_MS = 600_000
/** Extractions that wait to be taken over; more begin only when these have ended. */
const WAITING = 4

export type KillsOutcome = { kills: number; during: number; extractions: number; lost: number; doubled: number; stuck: number; problems: string[] }

/** Kills the service with SIGKILL while extractions run, starts it again each time, and in the end counts what each of them has left in the layer. */
export async function killWhileExtracting(kills: number, report: (line: string) => void): Promise<KillsOutcome> {
  const folder = temporaryFolder()
  const shop = await service(folder, { QUERY_RUNNERS: '1' })
  const file = sampleDatabase(join(folder, 'sample.sqlite'))
  const begun = new Map<string, string>()
  let during = 0
  for (let round = 0; during < kills && round < kills * 4; round += 1) {
    const server = await shop.start()
    for (const id of tiredIn(folder)) await ended(shop, id, ENDS_WITHIN_MS)
    const open = await unended(shop, begun.keys())
    if (open.length < WAITING) await begin(shop, file, begun).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, sized(50 + Math.random() * 700, 0)))
    const running = await unended(shop, begun.keys())
    process.kill(server.pid, 'SIGKILL')
    await server.stop()
    if (running.length > 0) during += 1
    if (round % 10 === 9) report(`${during} kills while extracting, ${begun.size} extractions begun`)
  }
  const server = await shop.start()
  const outcome: KillsOutcome = { kills, during, extractions: begun.size, lost: 0, doubled: 0, stuck: 0, problems: [] }
  for (const [id, source] of begun) {
    const record = await ended(shop, id, ENDS_WITHIN_MS)
    if (record.status === 'queued' || record.status === 'running') outcome.stuck += 1
    else if (record.status !== 'completed') outcome.lost += 1
    if (record.status !== 'completed') outcome.problems.push(`${id}: ${record.status} ${record.error ?? ''}`)
    else await count(shop, id, source, outcome)
  }
  await server.stop()
  return outcome
}

/** Extractions whose work was killed so often that once more might be taken for its own fault, and given up: those are let end. */
function tiredIn(folder: string): string[] {
  const database = new DatabaseSync(join(folder, 'querent.db'), { readOnly: true })
  const rows = database.prepare("select subject_id from runs where status in ('queued', 'running') and attempt >= ?").all(MAX_ATTEMPTS - 2)
  database.close()
  return rows.map((row) => String(row.subject_id))
}

async function unended({ call }: Service, ids: Iterable<string>): Promise<string[]> {
  const open: string[] = []
  for (const id of [...ids].slice(-3 * WAITING)) {
    const { body } = await call(`/semantic/semanticextractions/${id}`)
    if (body.status === 'queued' || body.status === 'running') open.push(id)
  }
  return open
}

async function begin(shop: Service, file: string, begun: Map<string, string>): Promise<void> {
  const form = new FormData()
  form.append('file', await openAsBlob(file), 'sample.sqlite')
  const stored = await shop.call('/semantic/files', { method: 'POST', body: form })
  const source = await shop.post('/semantic/datasources', { name: `Sample ${begun.size}`, type: 'sqlite', connection: { file_id: stored.body.id } })
  const extraction = await shop.post('/semantic/semanticextractions', { datasource_id: source.body.id })
  if (extraction.status === 202) begun.set(extraction.body.id, source.body.id)
}

/** An extraction leaves each table, column and join once, one completion in the audit log, and a diff that names every table as new. */
async function count(shop: Service, id: string, source: string, outcome: KillsOutcome): Promise<void> {
  const [tables, columns, joins, log, record] = await Promise.all([
    total(shop, `/semantic/descriptions/paginated?datasource_id=${source}&object_type=table`),
    total(shop, `/semantic/descriptions/paginated?datasource_id=${source}&object_type=column`),
    total(shop, `/semantic/relationships/paginated?datasource_id=${source}`),
    total(shop, `/core/audit-logs/paginated?type=extraction.completed&resource_id=${source}`),
    shop.call(`/semantic/semanticextractions/${id}`).then(({ body }) => body),
  ])
  const found = [tables, columns, joins, log, record.diff.added.length]
  const expected = [TABLES, TABLES * 4, TABLES - 1, 1, TABLES]
  if (found.some((value, index) => value < (expected[index] ?? 0))) outcome.lost += 1
  if (found.some((value, index) => value > (expected[index] ?? 0))) outcome.doubled += 1
  if (found.join() !== expected.join()) outcome.problems.push(`${id}: tables, columns, joins, completions, added = ${found} instead of ${expected}`)
}

const total = async ({ call }: Service, path: string): Promise<number> => (await call(`${path}&page=1&page_size=1`)).body.total

function sampleDatabase(path: string): string {
  const database = new DatabaseSync(path)
  for (let index = 0; index < TABLES; index += 1) {
    const reference = index === 0 ? '' : ` references t${index - 1} (id)`
    database.exec(`create table t${index} (id integer primary key, parent_id integer${reference}, amount real, city text)`)
    database.exec(
      `insert into t${index} with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) select i, i, i * 1.5, 'City ' || i % 7 from n`,
    )
  }
  database.close()
  return path
}

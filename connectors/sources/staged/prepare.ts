import { createHash } from 'node:crypto'
import { Failure } from '#domain/failure.ts'
import type { SourceSpec } from '#domain/semantics/sources/source.ts'
import { discoverTables, type LakeFormat } from '../lake/discover.ts'
import { type LakePlan, plannedFiles } from '../lake/lake-plan.ts'
import type { StagedTable } from '../runner/jobs.ts'
import type { RunnerPool } from '../runner/pool.ts'
import type { Hold } from '../stage.ts'
import type { StoreFile, TableStore } from './store.ts'

const PLAN_MS = 60_000
/** A plan asks for what it wants in a few turns: pointers, lists, manifests. */
const MAX_TURNS = 12
const AT_ONCE = 6
const MAX_PLANS = 64
const LOGS: Record<LakeFormat, string> = { delta: '_delta_log', iceberg: 'metadata' }

/** A table of a source that is ready to be brought: what it is as of now, and how much there is to bring. */
export type PreparedTable = { name: string; mark: string; bytes: number; bring(hold: Hold, signal: AbortSignal): Promise<StagedTable> }

/** The lakes of a source, and for whom they are read. */
type Lake = { format: LakeFormat; asker: SourceSpec['asker'] }

/** Plans the tables of lakes in runner processes, once for each state of a table's log. */
export type LakePlanner = (store: TableStore, of: Lake, wanted: ((name: string) => boolean) | null, hold: Hold, signal: AbortSignal) => Promise<PreparedTable[]>

export function createLakePlanner(pool: RunnerPool): LakePlanner {
  const plans = new Map<string, LakePlan>()

  async function planTable(
    store: TableStore,
    { format, asker }: Lake,
    folder: string,
    hold: Hold,
    signal: AbortSignal,
  ): Promise<{ mark: string; plan: LakePlan }> {
    const below = (path: string) => (folder === '' ? path : `${folder}/${path}`)
    const logged = (await store.list(below(LOGS[format]), signal)).map((file) => ({
      ...file,
      path: folder === '' ? file.path : file.path.slice(folder.length + 1),
    }))
    const mark = digest([store.location, folder, ...logged.map(({ path, tag }) => `${path} ${tag}`)])
    const known = plans.get(mark)
    if (known) return { mark, plan: known }
    const location = folder === '' ? store.location : `${store.location}/${folder}`
    const brought: Record<string, string> = {}
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const job = { kind: 'plan' as const, format, location, names: logged.map(({ path }) => path), brought }
      const answer = await pool.run(job, { timeoutMs: PLAN_MS, signal, asker })
      if ('plan' in answer) {
        plans.set(mark, answer.plan)
        for (const oldest of plans.keys()) if (plans.size > MAX_PLANS) plans.delete(oldest)
        return { mark, plan: answer.plan }
      }
      await inTurns(answer.wanted, async ({ path, size }) => {
        const listed = logged.find((file) => file.path === path)
        brought[path] = await store.bring({ ...(listed ?? { size, tag: null }), path: below(path) }, hold, signal)
      })
    }
    throw new Failure('invalid', 'the log of the table refers to itself')
  }

  return async (store, lake, wanted, hold, signal) => {
    const tables = (await discoverTables(store, lake.format, signal)).filter(({ name }) => wanted?.(name) ?? true)
    return inTurns(tables, async ({ name, folder }) => {
      const { mark, plan } = await planTable(store, lake, folder, hold, signal).catch((error) => Promise.reject(naming(name, error)))
      const files = plannedFiles(plan).map((file): StoreFile => ({ ...file, tag: null, path: folder === '' ? file.path : `${folder}/${file.path}` }))
      const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0)
      return {
        name,
        mark,
        bytes,
        async bring(held, until) {
          const located: Record<string, string> = {}
          await inTurns(files, async (file) => {
            located[folder === '' ? file.path : file.path.slice(folder.length + 1)] = await store.bring(file, held, until)
          })
          return { kind: 'lake', name, plan, located }
        },
      }
    })
  }
}

/** A few at a time, so that a large table does not open a thousand connections. */
export async function inTurns<T, R>(items: T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length)
  const entries = items.entries()
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  return results
}

export function digest(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function naming(name: string, error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid') return error
  return new Failure('invalid', `the table ${name.slice(0, 100)}: ${error.message}`, { ...error.details, cause: error })
}

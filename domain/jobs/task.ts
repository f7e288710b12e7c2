import { eq, sql } from 'drizzle-orm'
import { jobRuns } from '#db/schema/jobs.ts'
import { type Context, instantOf } from '../context.ts'
import type { IdPrefix } from '../identifiers.ts'
import type { Statement } from '../work/runs.ts'
import type { HeldRun } from '../work/worker.ts'
import type { JobRow, JobRunRow } from './job-shape.ts'
import type { JobKind, Payload } from './kinds.ts'

const LINES_KEPT = 200
const LINE_LENGTH = 2_000

/** A run under way, as its work sees it. */
export type Task<Kind extends JobKind = JobKind> = {
  job: JobRow
  runId: string
  payload: Payload<Kind>
  /** Acts by the owner's rights; its signal ends with the run. */
  ctx: Context
  signal: AbortSignal
  /** The id of something this run makes: the same on every attempt, and known before it is made. `anew` chooses another. */
  idFor(prefix: IdPrefix, anew?: boolean): Promise<string>
  /** The owner's context, whose next new objects get these ids. */
  pinned(ids: Partial<Record<IdPrefix, string>>): Context
  log(message: string, level?: 'info' | 'warn' | 'error'): Promise<void>
  progress(done: number, total: number): Promise<void>
}

/** What a run made: ids and counts, never rows. */
export type Outcome = Record<string, string | number | boolean | null>

export type RunFile = { name: string; type: string; bytes: Uint8Array }

/** What people and programs are told of a run. */
export type Notice = { event: string; subject: string; text: string }

/** What a run leaves: for its readers, for the next run, and for those it tells; `null` tells nobody, absent is a plain word that it was done. */
export type Done = { result: Outcome; files?: RunFile[]; state?: Record<string, unknown>; notice?: Notice | null }

export type Work<Kind extends JobKind> = (task: Task<Kind>) => Promise<Done>

export type Works = { [Kind in JobKind]: Work<Kind> }

const bumped = { revision: sql`${jobRuns.revision} + 1` }

/** What a run keeps of itself while it works; each write holds only under its lease. */
export class RunRecord {
  readonly #ctx: Context
  readonly #held: HeldRun
  readonly #lines: JobRunRow['log']
  readonly #made: Record<string, string>
  #isOver = false

  constructor(ctx: Context, held: HeldRun, row: JobRunRow) {
    this.#ctx = ctx
    this.#held = held
    this.#lines = [...row.log]
    this.#made = { ...row.made }
  }

  async log(message: string, level: 'info' | 'warn' | 'error' = 'info'): Promise<void> {
    this.#lines.push({ at: instantOf(this.#ctx), level, message: message.slice(0, LINE_LENGTH) })
    this.#lines.splice(0, this.#lines.length - LINES_KEPT)
    await this.#write({ log: this.#lines })
  }

  progress = (done: number, total: number): Promise<void> => this.#write({ progress: { done, total } })

  async idFor(prefix: IdPrefix, anew = false): Promise<string> {
    const known = this.#made[prefix]
    if (known && !anew) return known
    const id = this.#ctx.newId(prefix)
    this.#made[prefix] = id
    await this.#write({ made: this.#made })
    return id
  }

  /** From now on nothing more is written: the work was left behind. */
  close(): void {
    this.#isOver = true
  }

  statement = (set: Partial<Pick<JobRunRow, 'log' | 'progress' | 'made' | 'result'>>): Statement =>
    this.#ctx.db
      .update(jobRuns)
      .set({ ...set, ...bumped })
      .where(eq(jobRuns.id, this.#held.run.id))

  async #write(set: Partial<Pick<JobRunRow, 'log' | 'progress' | 'made'>>): Promise<void> {
    if (this.#isOver) throw new Error('the run has ended')
    await this.#held.write([this.statement(set)])
  }
}

/** The statement that adds a line to the log of a run, whoever works on it. */
export const lineStatement = (ctx: Context, runId: string, level: 'info' | 'warn' | 'error', message: string, set: { failures?: number } = {}): Statement =>
  ctx.db
    .update(jobRuns)
    .set({
      ...set,
      log: sql`json_insert(${jobRuns.log}, '$[#]', json(${JSON.stringify({ at: instantOf(ctx), level, message: message.slice(0, LINE_LENGTH) })}))`,
      ...bumped,
    })
    .where(eq(jobRuns.id, runId))

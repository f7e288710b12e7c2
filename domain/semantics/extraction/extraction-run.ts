import { eq, sql } from 'drizzle-orm'
import { datasources, extractions } from '#db/schema/semantics.ts'
import { notFound } from '../../allow.ts'
import { resolveModel } from '../../catalog/models.ts'
import { auditStatement } from '../../commit.ts'
import { type Context, instantOf, within } from '../../context.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { traced } from '../../telemetry.ts'
import type { Statement } from '../../work/runs.ts'
import { severalAtOnce } from '../../work/several-at-once.ts'
import type { HeldRun, RunHandler } from '../../work/worker.ts'
import { describeTable, type TableDescription } from '../describe/describe.ts'
import { createModelDescriber, withoutValues } from '../describe/describe-with-model.ts'
import { type DatasourceRow, isChosen } from '../sources/datasource.ts'
import { findDatasource } from '../sources/datasources.ts'
import type { SourceSpec, SourceTable, TableProfile } from '../sources/source.ts'
import { sourceSpecOf } from '../sources/source-spec.ts'
import { resultStatements } from './extraction-result.ts'
import { askSource } from './hierarchy-suggestions.ts'
import type { StillRuns } from './orphans.ts'
import { suggestHierarchies } from './suggest-hierarchies.ts'
import { suggestMeasures } from './suggest-measures.ts'

export const EXTRACTION = 'extraction'

const PROFILED_AT_ONCE = 4
/** Calls of the describing model under way at a time. */
const REPORT_MS = 200
const TRY_MS = 5_000

type Row = typeof extractions.$inferSelect
/** A table whose values cannot be read in time is described without them. */
const UNPROFILED = new Set<FailureCode>(['query_timeout', 'query_memory_exceeded', 'query_failed', 'query_invalid'])

/** Reads a source's schema, profiles and describes its tables, and replaces the generated part of its layer. Begun anew it does the same again. */
export const extractionRuns: RunHandler = {
  kind: EXTRACTION,
  async work(ctx, { run, signal, write }) {
    const [extraction] = await ctx.db.select().from(extractions).where(eq(extractions.id, run.subject_id))
    const source = extraction && (await findDatasource(ctx, extraction.datasource_id))
    if (!extraction || !source) throw notFound('datasource')
    const report = reporter(ctx, extraction, write)
    await report({ stage: 'connecting' })
    const spec = await sourceSpecOf(ctx, source)
    await report({ stage: 'reading_schema' })
    ctx.span.set({ 'querent.datasource.id': source.id, 'db.system.name': source.type })
    const { tables: all, dialect } = await traced(ctx.span, 'read schema', {}, () => ctx.ports.sources.introspect(spec, signal))
    const served = all.filter((table) => isChosen(table.name, source.tables))
    const tables = wanted(served, extraction.only_tables)
    await report({ stage: 'profiling', tables_total: tables.length, columns_total: columnsOf(tables) })
    const profiles = new Map<string, TableProfile>()
    let looked = 0
    await traced(ctx.span, 'profile tables', { 'querent.tables': tables.length, 'querent.columns': columnsOf(tables) }, () =>
      severalAtOnce(tables, PROFILED_AT_ONCE, async (table) => {
        const profile = await profileOf(ctx, spec, table, signal)
        if (profile) profiles.set(table.name, profile)
        looked += 1
        await report({ tables_done: looked })
      }),
    )
    await report({ stage: 'describing' })
    const facts = { tables, served, profiles, isBlind: !source.models_see_values }
    const { described, problem } = await traced(ctx.span, 'describe tables', {}, (span) =>
      describeAll(within(ctx, span), extraction, run.actor_id, facts, signal, report),
    )
    const suggested = await suggestHierarchies(tables, profiles, described, askSource(ctx, spec, dialect, signal))
    await report({ columns_done: columnsOf(tables), stage: 'describing' })
    const isPartial = extraction.only_tables !== null
    const proposed = suggestMeasures(tables, profiles, described)
    const stillRuns = tryOn(ctx, spec, served, signal)
    const { statements, diff } = await resultStatements(ctx, source, { tables, profiles, described, suggested, proposed, stillRuns, isPartial })
    return [...statements, ...completion(ctx, extraction, source, diff, problem)]
  },
  ended(ctx, { subject_id: id }, end) {
    const at = instantOf(ctx)
    const error = end.status === 'failed' ? end.error : null
    const sourceId = ctx.db.select({ id: extractions.datasource_id }).from(extractions).where(eq(extractions.id, id))
    const entry = { type: 'extraction.failed', resource: { type: 'extraction', id }, outcome: 'failure' as const, details: { error } }
    return [
      ctx.db.update(datasources).set({ extraction_status: end.status }).where(sql`${datasources.id} = ${sourceId}`),
      ctx.db
        .update(extractions)
        .set({ status: end.status, error, completed_at: at, updated_at: at, revision: sql`${extractions.revision} + 1` })
        .where(eq(extractions.id, id)),
      ...(end.status === 'failed' ? [auditStatement(ctx, entry, false)] : []),
    ]
  },
}

const columnsOf = (tables: SourceTable[]): number => tables.reduce((sum, table) => sum + table.columns.length, 0)

type Read = { tables: SourceTable[]; served: SourceTable[]; profiles: ReadonlyMap<string, TableProfile>; isBlind: boolean }

async function describeAll(
  ctx: Context,
  { model, datasource_id, include_samples: showsSamples }: Row,
  userId: string,
  { tables, served, profiles, isBlind }: Read,
  signal: AbortSignal,
  report: (news: Report) => Promise<void>,
): Promise<{ described: Map<string, TableDescription>; problem: string | null }> {
  const described = new Map<string, TableDescription>()
  const describer =
    model === null ? null : await createModelDescriber(ctx, await resolveModel(ctx, model), { user_id: userId, api_key_id: '', datasource_id }, signal)
  let columns = 0
  await severalAtOnce(tables, describer?.atOnce ?? 1, async (table) => {
    const profile = profiles.get(table.name) ?? null
    const draft = describeTable(table, profile, served)
    if (describer) {
      const bare = withoutValues(profile)
      const shown = showsSamples && !isBlind ? { profile, draft } : { profile: bare, draft: describeTable(table, bare, served) }
      described.set(table.name, await describer.describe(table, draft, shown))
    } else {
      described.set(table.name, draft)
      // Requests get their turn between tables: describing is all computing.
      await new Promise((resolve) => setTimeout(resolve, 0))
      signal.throwIfAborted()
    }
    columns += table.columns.length
    await report({ columns_done: columns, ...(describer ? { usage: { ...describer.usage } } : {}) })
  })
  return { described, problem: describer?.problem() ?? null }
}

/** Whether a person's statement still runs; one that is merely too slow, or a source that is away, says nothing against it. */
function tryOn(ctx: Context, spec: SourceSpec, served: SourceTable[], signal: AbortSignal): StillRuns {
  const tables = served.map(({ name }) => name)
  return async (sql) => {
    try {
      await ctx.ports.sources.query(spec, { sql, rowLimit: 1, timeoutMs: TRY_MS, tables, origin: 'untrusted' }, signal)
      return true
    } catch (error) {
      signal.throwIfAborted()
      return !(error instanceof Failure && (error.code === 'query_invalid' || error.code === 'table_not_allowed'))
    }
  }
}

type Report = Partial<Row['progress']> & { stage?: Row['stage']; usage?: Row['usage'] }

/** Writes how far the work is: a stage at once, numbers five times a second at most. What is not told stays as it was. */
function reporter(ctx: Context, { id, datasource_id: sourceId, started_at: startedAt }: Row, write: HeldRun['write']): (news: Report) => Promise<void> {
  let progress: Row['progress'] = { tables_total: 0, tables_done: 0, columns_total: 0, columns_done: 0 }
  let usage: Row['usage'] | undefined
  let later: ReturnType<typeof setTimeout> | undefined

  function tell(stage: Row['stage'] | undefined): Promise<void> {
    const at = instantOf(ctx)
    const set = { status: 'running' as const, progress, started_at: startedAt ?? at, updated_at: at, revision: sql`${extractions.revision} + 1` }
    startedAt ??= at
    return write([
      ctx.db
        .update(extractions)
        .set({ ...set, ...(stage ? { stage } : {}), ...(usage ? { usage } : {}) })
        .where(eq(extractions.id, id)),
      ...(stage === 'connecting' ? [ctx.db.update(datasources).set({ extraction_status: 'running' }).where(eq(datasources.id, sourceId))] : []),
    ])
  }

  return async ({ stage, usage: used, ...news }) => {
    progress = { ...progress, ...news }
    usage = used ?? usage
    if (stage) {
      clearTimeout(later)
      later = undefined
      return tell(stage)
    }
    // A write that fails here has ended the work's signal: the work learns of it there.
    later ??= setTimeout(() => {
      later = undefined
      tell(undefined).catch(() => {})
    }, REPORT_MS)
  }
}

function wanted(served: SourceTable[], only: string[] | null): SourceTable[] {
  const unknown = only?.find((name) => !served.some((table) => table.name === name))
  if (unknown !== undefined) throw new Failure('invalid', `the data source serves no table "${unknown}"`)
  if (served.length === 0) throw new Failure('invalid', 'the data source serves no table')
  return only === null ? served : served.filter((table) => only.includes(table.name))
}

async function profileOf(ctx: Context, spec: SourceSpec, table: SourceTable, signal: AbortSignal): Promise<TableProfile | null> {
  try {
    return await ctx.ports.sources.profile(spec, table, signal)
  } catch (error) {
    if (!(error instanceof Failure) || !UNPROFILED.has(error.code)) throw error
    ctx.ports.log({ level: 'warn', message: 'a table could not be profiled', datasource: spec.id, code: error.code })
    return null
  }
}

function completion(ctx: Context, { id }: Row, source: DatasourceRow, diff: NonNullable<Row['diff']>, problem: string | null): Statement[] {
  const at = instantOf(ctx)
  const details = { extraction_id: id, added: diff.added.length, removed: diff.removed.length, changed: diff.changed.length }
  return [
    ctx.db
      .update(extractions)
      .set({ status: 'completed', stage: 'done', error: problem, diff, completed_at: at, updated_at: at, revision: sql`${extractions.revision} + 1` })
      .where(eq(extractions.id, id)),
    auditStatement(ctx, { type: 'extraction.completed', resource: { type: 'datasource', id: source.id }, details }, false),
  ]
}

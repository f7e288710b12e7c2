import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isUniqueViolation } from '#db/errors.ts'
import { datasources, extractions } from '#db/schema/semantics.ts'
import { notFound, requireUser, visible } from '../../allow.ts'
import { resolveModel } from '../../catalog/models.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { idFilter } from '../../list-filters.ts'
import { listQueries, type Page, readPage } from '../../pagination.ts'
import { Instant, stored, strict } from '../../strict.ts'
import { cancelStatement, enqueueStatements, isCancelled } from '../../work/runs.ts'
import { workOn } from '../../work/worker.ts'
import { requireDatasource, requireEnabled, visibleDatasources } from '../sources/datasources.ts'
import { EXTRACTION, extractionRuns } from './extraction-run.ts'

const count = z.int().min(0)
const names = z.array(z.string())
const status = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled'])

export const Extraction = z
  .object({
    ...stored,
    datasource_id: z.string(),
    run_id: z.string(),
    status,
    stage: z.enum(['connecting', 'reading_schema', 'profiling', 'describing', 'done']),
    progress: z.object({ tables_total: count, tables_done: count, columns_total: count, columns_done: count }).meta({
      description: 'Tables are done when they are profiled, columns when they are described',
    }),
    model: z.string().nullable().meta({ description: 'Who describes; null for the built-in describer' }),
    tables: names.nullable().meta({ description: 'Only these; null for all the source serves, and for who may not edit it' }),
    include_samples: z.boolean(),
    usage: z.object({ prompt_tokens: count, completion_tokens: count, total_tokens: count }),
    error: z.string().nullable().meta({ description: 'Why it failed, or what the model could not describe; told to editors of the data source' }),
    diff: z
      .object({ added: names, removed: names, changed: names })
      .nullable()
      .meta({ description: 'Against the extraction before: tables, and columns as table.column; told to editors of the data source' }),
    actor_id: z.string(),
    started_at: Instant.nullable(),
    completed_at: Instant.nullable(),
  })
  .meta({ id: 'Extraction' })
export type Extraction = z.infer<typeof Extraction>

export const NewExtraction = strict({
  datasource_id: z.string().min(1).max(64),
  model: z.string().min(1).max(200).optional().meta({ description: 'Name of a model that describes; the built-in describer when absent' }),
  tables: z.array(z.string().min(1).max(256)).min(1).max(1000).optional(),
  include_samples: z.boolean().default(false).meta({ description: 'Show the model some values of each column; of a blind source (models_see_values) never' }),
}).meta({ id: 'NewExtraction', example: { datasource_id: exampleId('ds') } })

const sorts = { updated_at: extractions.updated_at }
const queries = listQueries(sorts, {
  datasource_id: idFilter('Those of this data source'),
  status: status.optional().meta({ description: 'Those in this state' }),
})
export const ExtractionListQuery = queries.list.omit({ q: true })
export const ExtractionPageQuery = queries.page.omit({ q: true })

const columns = {
  id: extractions.id,
  revision: extractions.revision,
  created_at: extractions.created_at,
  updated_at: extractions.updated_at,
  datasource_id: extractions.datasource_id,
  run_id: extractions.run_id,
  status: extractions.status,
  stage: extractions.stage,
  progress: extractions.progress,
  model: extractions.model,
  tables: sql<string[] | null>`${extractions.only_tables}`.mapWith((text: string) => JSON.parse(text) as string[]).as('tables'),
  include_samples: extractions.include_samples,
  usage: extractions.usage,
  error: extractions.error,
  diff: extractions.diff,
  actor_id: extractions.actor_id,
  started_at: extractions.started_at,
  completed_at: extractions.completed_at,
}

function seen(ctx: Context) {
  const mine = visibleDatasources(ctx)
  return mine && inArray(extractions.datasource_id, mine)
}

/** Extractions as the caller may read them: tables and columns, hidden ones too, are named to editors of the data source alone. */
async function told(ctx: Context, rows: Extraction[]): Promise<Extraction[]> {
  const edited = visible(ctx, 'datasource', datasources.id, datasources.owner_id, 'edit')
  if (!edited || rows.length === 0) return rows
  const ids = [...new Set(rows.map((row) => row.datasource_id))]
  const found = await ctx.db
    .select({ id: datasources.id })
    .from(datasources)
    .where(and(inArray(datasources.id, ids), edited))
  const open = new Set(found.map(({ id }) => id))
  return rows.map((row) => (open.has(row.datasource_id) ? row : { ...row, tables: null, diff: null, error: null }))
}

/** The extractions of the data sources the caller may see. */
export async function listExtractions(
  ctx: Context,
  query: z.infer<typeof ExtractionListQuery> | z.infer<typeof ExtractionPageQuery>,
): Promise<Page<Extraction>> {
  const page = await readPage<Extraction>(ctx, {
    table: extractions,
    columns,
    where: and(
      seen(ctx),
      query.datasource_id ? eq(extractions.datasource_id, query.datasource_id) : undefined,
      query.status ? eq(extractions.status, query.status) : undefined,
    ),
    sorts,
    query,
  })
  return { ...page, items: await told(ctx, page.items) }
}

/** Fails with `not_found` when its data source is not visible. */
export async function getExtraction(ctx: Context, id: string): Promise<Extraction> {
  const [row] = await ctx.db
    .select(columns)
    .from(extractions)
    .where(and(eq(extractions.id, id), seen(ctx)))
  const [extraction] = row ? await told(ctx, [row]) : []
  if (!extraction) throw notFound('extraction')
  return extraction
}

/**
 * Queues an extraction and begins it after the reply. Needs `edit` on the data source. Fails with `not_found` (data source, model), `forbidden`,
 * `resource_disabled`, and `extraction_running` while another of the same source has not ended.
 */
export async function startExtraction(ctx: Context, input: z.infer<typeof NewExtraction>): Promise<Extraction> {
  const source = await requireDatasource(ctx, input.datasource_id, 'edit', 'datasource_id')
  requireEnabled(source)
  const model = input.model === undefined ? null : (await resolveModel(ctx, input.model)).model.name
  const at = instantOf(ctx)
  const id = ctx.newId('ext')
  const runId = ctx.newId('run')
  const actorId = requireUser(ctx).userId
  const insert = ctx.db
    .insert(extractions)
    .values({
      id,
      datasource_id: source.id,
      run_id: runId,
      status: 'queued',
      stage: 'connecting',
      progress: { tables_total: 0, tables_done: 0, columns_total: 0, columns_done: 0 },
      model,
      only_tables: input.tables ?? null,
      include_samples: input.include_samples,
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      actor_id: actorId,
      created_at: at,
      updated_at: at,
    })
    .returning(columns)
  const queued = ctx.db.update(datasources).set({ extraction_status: 'queued' }).where(eq(datasources.id, source.id))
  const run = enqueueStatements(ctx, { id: runId, kind: EXTRACTION, subject_id: id, actor_id: actorId })
  const audit = { type: 'extraction.started', resource: { type: 'datasource', id: source.id }, details: { extraction_id: id, model } }
  const [extraction] = await commit(ctx, insert, audit, [...run, queued]).catch((error) => {
    if (isUniqueViolation(error)?.table !== 'extractions') throw error
    throw new Failure('extraction_running', 'an extraction of this data source is under way', {
      param: 'datasource_id',
      hint: 'wait for its end, or cancel it',
    })
  })
  ctx.defer(() => workOn(ctx, [extractionRuns], { id: runId }))
  return extraction as Extraction
}

/** Ends an extraction: at once when it waits, at its next step when it runs. What it found is dropped. Needs `edit`. Fails with `conflict` when it had ended. */
export async function cancelExtraction(ctx: Context, id: string): Promise<Extraction> {
  const { datasource_id: source, run_id: runId } = await getExtraction(ctx, id)
  await requireDatasource(ctx, source, 'edit')
  const untouched = isCancelled(ctx, runId)
  const [found] = await commit(
    ctx,
    cancelStatement(ctx, runId),
    { type: 'extraction.cancelled', resource: { type: 'datasource', id: source }, details: { extraction_id: id } },
    [
      ctx.db
        .update(extractions)
        .set({ status: 'cancelled', completed_at: instantOf(ctx), updated_at: instantOf(ctx), revision: sql`${extractions.revision} + 1` })
        .where(and(eq(extractions.id, id), eq(extractions.status, 'queued'), untouched)),
      ctx.db
        .update(datasources)
        .set({ extraction_status: 'cancelled' })
        .where(and(eq(datasources.id, source), eq(datasources.extraction_status, 'queued'), untouched)),
    ],
  )
  if (!found) throw new Failure('conflict', 'this extraction has ended')
  return getExtraction(ctx, id)
}

const LOOK_MS = 250

/** An extraction each time it changed, first as it stands, last with its end. Fails with `not_found` once it is not visible any more. */
export async function* watchExtraction(ctx: Context, id: string, signal: AbortSignal): AsyncGenerator<Extraction> {
  let revision = 0
  while (!signal.aborted) {
    const extraction = await getExtraction(ctx, id)
    if (extraction.revision !== revision) yield extraction
    if (extraction.completed_at !== null) return
    revision = extraction.revision
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

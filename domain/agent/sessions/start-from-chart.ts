import { z } from 'zod'
import { messages, sessions } from '#db/schema/sessions.ts'
import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import { queryFacts } from '#domain/agent/loop/answer-query.ts'
import { notFound } from '#domain/allow.ts'
import { writeAnswer } from '#domain/analyst/answers/answer.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { listModels, resolveModel } from '#domain/catalog/models.ts'
import type { ChartSpec, ChartType } from '#domain/charts/chart-spec.ts'
import { openDashboard, questionOf } from '#domain/charts/dashboard-data.ts'
import { filteredQuestion } from '#domain/charts/filters/chart-filters.ts'
import { DRILL_PARAMETER } from '#domain/charts/filters/drill.ts'
import { FILTERS_PARAMETER } from '#domain/charts/filters/selection.ts'
import { findChart, isReached, type ReachedChart } from '#domain/charts/reached-charts.ts'
import { refuseDisabled } from '#domain/charts/switches.ts'
import { commitInsert } from '#domain/commit.ts'
import { type Context, instantOf } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { exampleId } from '#domain/identifiers.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import { type DataQuery, runDataQuery } from '#domain/query/run-query.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { loadLayer } from '#domain/semantics/layer/load-layer.ts'
import type { FilterCondition } from '#domain/semantics/semantic-query.ts'
import { requireDatasource } from '#domain/semantics/sources/datasources.ts'
import { strict } from '#domain/strict.ts'
import type { Attachment } from './attachments.ts'
import { presentSession, type Session, UNTITLED } from './session-shape.ts'
import { newSession } from './sessions.ts'

/** Rows read for the first turn; the stored query reads the rest. */
const ROWS_READ = 1_000
const MOST_MODELS = 500
const name = z.string().min(1).max(64)

export const AboutRequest = strict({
  chart_id: name.optional().meta({ description: 'The chart it is about' }),
  dashboard_id: name.optional().meta({ description: 'With `tile`: the tile of a dashboard it is about' }),
  tile: name.optional(),
  filters: FILTERS_PARAMETER.meta({ description: 'What is chosen, as the data of the dashboard or of the chart takes it' }),
  drill: DRILL_PARAMETER,
  model: z.string().min(1).max(200).optional().meta({ description: 'Name or id; one of the data source when absent' }),
})
  .refine(
    ({ chart_id, dashboard_id, tile }) => (chart_id === undefined) !== (dashboard_id === undefined) && (dashboard_id === undefined) === (tile === undefined),
    {
      error: 'name a chart, or a dashboard and a tile of it',
    },
  )
  .meta({ id: 'AboutRequest', example: { chart_id: exampleId('cht') } })

type Shown = { reached: ReachedChart; title: string; query: DataQuery; narrowed: readonly FilterCondition[]; chosen: string[] }

/**
 * Begins a session about what a chart or tile shows now: its first turn is that query with what is chosen, its rows of now and its chart, so that the next question
 * goes on from it. No model is called. Needs `view` on the data source, which questions go to.
 * Fails with `not_found`, `forbidden`, `resource_disabled`, `invalid`, and with what the query fails with.
 */
export async function startFromChart(ctx: Context, input: z.infer<typeof AboutRequest>, lexicons: LexiconCache): Promise<Session> {
  const { reached, title, query, narrowed, chosen } = input.dashboard_id === undefined ? await chartShown(ctx, input) : await tileShown(ctx, input)
  const { chart } = reached
  if (!reached.sourceSeen) throw new Failure('forbidden', 'asking about a chart needs view on its data source')
  const outcome = await runDataQuery(ctx, chart.datasource_id, query, { rowLimit: ROWS_READ, authority: 'caller', narrowed })
  const at = instantOf(ctx)
  const model = await modelFor(ctx, input.model, chart.model_id, chart.datasource_id)
  const session = { ...newSession(ctx, { title: sanitizeText(title, 200) || UNTITLED, model }), message_count: 2, last_message_at: at }
  const words = sanitizeText([title, ...(chosen.length > 0 ? [`(${chosen.join('; ')})`] : [])].join(' '), 500)
  const isAsStored = narrowed.length === 0 && JSON.stringify(query) === JSON.stringify(chart.query)
  const attachments: Attachment[] = [
    { id: ctx.newId('att'), ...queryFacts(chart.datasource_id, outcome, { ranAt: at, isEdited: 'sql' in query }) },
    {
      id: ctx.newId('att'),
      type: 'chart',
      chart_id: isAsStored ? chart.id : null,
      chart_type: chart.chart_type as ChartType,
      title: title.slice(0, 200),
      spec: chart.spec as ChartSpec | null,
    },
  ]
  const said = { session_id: session.id, completion_id: null, is_incomplete: false, created_at: at }
  const turn = [
    { ...said, id: ctx.newId('msg'), role: 'user' as const, content: words, attachments: [] },
    { ...said, id: ctx.newId('msg'), role: 'assistant' as const, content: await worded(ctx, chart.datasource_id, { words, outcome, lexicons }), attachments },
  ]
  const facts = { type: 'session.created', resource: { type: 'session', id: session.id }, details: { chart_id: chart.id } }
  await commitInsert(ctx, ctx.db.insert(sessions).values(session), facts, [ctx.db.insert(messages).values(turn)])
  return presentSession(ctx, session)
}

async function chartShown(ctx: Context, { chart_id = '', filters, drill }: z.infer<typeof AboutRequest>): Promise<Shown> {
  if (drill !== undefined) throw new Failure('invalid', 'levels are drilled on the tiles of a dashboard', { param: 'drill' })
  const reached = await findChart(ctx, chart_id)
  refuseDisabled('chart', reached.chart)
  const { query, narrowed } = await filteredQuestion(ctx, reached, filters)
  return {
    reached,
    title: reached.chart.title,
    query,
    narrowed,
    chosen: narrowed.map(({ table, column, values }) => `${table}.${column}: ${values.join(', ')}`),
  }
}

async function tileShown(ctx: Context, { dashboard_id = '', tile: named, filters, drill }: z.infer<typeof AboutRequest>): Promise<Shown> {
  const opened = await openDashboard(ctx, dashboard_id, { filters, drill })
  const tile = opened.tiles.find(({ id }) => id === named)
  const reached = tile && opened.found.get(tile.chart_id)
  if (!tile || !reached || !isReached(reached)) throw notFound('tile', 'tile')
  refuseDisabled('chart', reached.chart)
  const { query, narrowed, unreached } = await questionOf(ctx, opened, tile, reached)
  const [missed] = unreached
  if (missed) throw new Failure('invalid', `the filter "${missed.filter}" does not reach this chart: ${missed.reason}`, { param: 'filters' })
  const conditions = opened.active.conditions.filter(({ reaches }) => reaches(tile.id))
  const chosen = conditions.map(({ member, values }) => `${member}: ${values.join(', ')}`)
  return { reached, title: tile.title ?? reached.chart.title, query, narrowed, chosen }
}

/** The model of the chart where the caller may use it, else one of his that answers from the data source. */
async function modelFor(ctx: Context, named: string | undefined, ofChart: string | null, datasourceId: string): Promise<string | null> {
  if (named !== undefined) return (await resolveModel(ctx, named)).model.name
  const { items } = await listModels(ctx, { page: 1, page_size: MOST_MODELS })
  const able = items.filter(({ datasource_ids, is_enabled }) => is_enabled && datasource_ids.includes(datasourceId))
  return (able.find(({ id }) => id === ofChart) ?? able[0])?.name ?? null
}

type Wording = { words: string; outcome: QueryOutcome; lexicons: LexiconCache }

async function worded(ctx: Context, datasourceId: string, { words, outcome, lexicons }: Wording): Promise<string> {
  const query = outcome.semantic_query
  if (!query) return 'This is what it shows now.'
  const layer = await loadLayer(ctx, await requireDatasource(ctx, datasourceId, 'view'))
  const result = { columns: [], rows: outcome.rows, truncated: outcome.truncated, durationMs: outcome.duration_ms }
  const clock = { now: ctx.now(), timeZone: ctx.settings.timeZone }
  return writeAnswer({ question: words, layer, query, compiled: compileQuery(layer, query), result, clock, cache: lexicons }).text
}

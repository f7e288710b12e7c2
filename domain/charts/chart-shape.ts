import { z } from 'zod'
import { exampleId } from '../identifiers.ts'
import { orNull } from '../or-null.ts'
import { SemanticQuery } from '../semantics/semantic-query.ts'
import { stored, strict } from '../strict.ts'
import { ChartSpec, ChartType } from './chart-spec.ts'

/** What a chart asks of its data source: text that passes the statement guard when it runs, or a query in structured form. */
export const ChartQuery = z
  .union([strict({ sql: z.string().trim().min(1).max(100_000) }), strict({ semantic_query: SemanticQuery })])
  .meta({ id: 'ChartQuery', description: 'SQL, or a semantic query', example: { sql: 'select country, count(*) as customers from customer group by country' } })
export type ChartQuery = z.infer<typeof ChartQuery>

/** The three switches charts and dashboards have; none depends on another. */
export const switches = {
  is_locked: z.boolean().meta({ description: 'Every change but unlocking is refused' }),
  is_hidden: z.boolean().meta({ description: 'Left out of lists, reachable by id' }),
  is_enabled: z.boolean().meta({ description: 'When false, data, sharing and embedding are refused' }),
}

/** What the caller may do with a chart or dashboard. */
export const held = z.enum(['view', 'edit', 'own']).meta({ description: 'What the caller may do with it' })

export const ChartOrigin = z
  .enum(['answer', 'saved'])
  .meta({ id: 'ChartOrigin', description: 'An answer drew it, or somebody keeps it; lists show what is kept' })
export type ChartOrigin = z.infer<typeof ChartOrigin>

export const Chart = z
  .object({
    ...stored,
    chart_id: z.string(),
    title: z.string().meta({ example: 'Revenue by region' }),
    description: z.string(),
    datasource_id: z.string(),
    model_id: z.string().nullable(),
    session_id: z.string().nullable().meta({ description: 'The session it came from; null for guests' }),
    query: ChartQuery.nullable().meta({ description: 'Null for guests' }),
    spec: orNull(ChartSpec).meta({ description: 'How it is drawn, without data; null for a table' }),
    chart_type: ChartType,
    tags: z.array(z.string()),
    ...switches,
    cache_seconds: z.int(),
    origin: ChartOrigin,
    is_orphaned: z.boolean().meta({ description: 'Its data source no longer has a table or column that it asks for' }),
    dashboard_ids: z.array(z.string()).meta({ description: 'The dashboards it is on, of those the caller may see' }),
    is_favourite: z.boolean().meta({ description: 'Among the favourites of the caller' }),
    owner_id: z.string(),
    level: held,
    suggested_types: z.array(ChartType).optional().meta({ description: 'Told by what stores or redraws it: how the result can be drawn' }),
  })
  .meta({ id: 'Chart' })
export type Chart = z.infer<typeof Chart>

const id = z.string().min(1).max(64)
const editable = {
  title: z.string().trim().min(1).max(200),
  description: z.string().max(4000),
  datasource_id: id,
  model_id: id.nullable(),
  query: ChartQuery,
  spec: orNull(ChartSpec),
  chart_type: ChartType.meta({ description: "Taken from the spec's mark when absent" }),
  tags: z.array(z.string().trim().min(1).max(64)).max(50),
  cache_seconds: z.int().min(0).max(86_400),
}

/** What a revision of a chart holds. */
export const ChartContent = z.object(editable).omit({ model_id: true }).meta({ id: 'ChartContent' })

export const NewChart = strict({
  ...editable,
  description: editable.description.default(''),
  model_id: editable.model_id.default(null),
  session_id: id.nullable().default(null),
  spec: editable.spec.optional().meta({ description: 'Chosen by the result when absent; null for a table' }),
  chart_type: editable.chart_type.optional(),
  tags: editable.tags.default([]),
  cache_seconds: editable.cache_seconds.default(0),
}).meta({
  id: 'NewChart',
  example: { title: 'Customers per country', datasource_id: exampleId('ds'), query: { sql: 'select Country, count(*) as customers from Customer group by 1' } },
})
export const ChartChange = strict(editable)
  .partial()
  .meta({ id: 'ChartChange', example: { title: 'Customers by country', tags: ['sales'] } })

import { and, eq, exists, inArray, not, or, sql } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import { models } from '#db/schema/catalog.ts'
import { grants } from '#db/schema/identity.ts'
import { datasources, rowFilters } from '#db/schema/semantics.ts'
import { completions, messages, sessions } from '#db/schema/sessions.ts'
import { seenBy } from '../../access/seen-by.ts'
import { isAdmin, visible } from '../../allow.ts'
import type { Context } from '../../context.ts'
import type { Attachment, QueryAttachment, StepAttachment } from './attachments.ts'

type Said = { attachments: Attachment[]; role?: string; content?: string }

/** Stands for the words of an answer about rows of which the reader may see others than its asker. */
export const WITHHELD_WORDS = 'The words of this answer are withheld: they may tell of rows that you may not see.'

/**
 * What somebody else's answers are to the caller: rows and statements only of data sources he may query. Where row filters stand, the rows of another are not his
 * either, nor the words that tell of them, unless he may edit the source: then the words of every answer of the session are withheld, since one goes on from another.
 * An answer that queried nothing may tell what its model was told of its data sources, such as sample values. Words are withheld too where their asker lost the
 * data source himself: nobody lends what he no longer sees. A chart he may not open is not named. `ownerId` is who asked; his own answers come back as they are.
 * `sessionId` names the session where `said` is a part of it.
 */
export async function withheld<T extends Said>(ctx: Context, ownerId: string, said: T[], sessionId: string | null = null): Promise<T[]> {
  if (isAskedBy(ctx, ownerId)) return said
  const queried = [...new Set([...sourcesOf(said), ...(sessionId === null ? [] : await sourcesOfSession(ctx, sessionId))])]
  const modelled = sessionId !== null && said.some((one) => isAnswer(one) && !hasQuery(one)) ? await sourcesOfModels(ctx, sessionId) : []
  const asked = [...new Set([...queried, ...modelled])]
  const [closed, open, lent] = await Promise.all([closedSources(ctx, asked), openCharts(ctx, said), lentSources(ctx, ownerId, asked)])
  const isHidden = (id: string) => closed.has(id) && !lent.has(id)
  const hidesWords = (one: T) => isAnswer(one) && (queried.some(isHidden) || (!hasQuery(one) && modelled.some(isHidden)))
  const redacted = (attachment: Attachment): Attachment => {
    if (attachment.type === 'query') return closed.has(attachment.datasource_id) ? withoutData(attachment) : attachment
    if (attachment.type === 'step') return withoutChange(attachment)
    if (attachment.type === 'chart' && !open.has(attachment.chart_id)) return { ...attachment, chart_id: null }
    return attachment
  }
  return said.map((one) => {
    if (!hidesWords(one)) return { ...one, attachments: one.attachments.map(redacted) }
    return { ...one, ...(one.content === '' ? {} : { content: WITHHELD_WORDS }), attachments: one.attachments.filter(tellsNoWords).map(redacted) }
  })
}

const isAnswer = ({ role, content }: Said): boolean => content !== undefined && role !== 'user'
const hasQuery = ({ attachments }: Said): boolean => attachments.some(({ type }) => type === 'query')
/** What goes on from an answer, asks back, tells what was not understood or doubts a number of it is made of its words. */
const TELLING = new Set<Attachment['type']>(['suggestions', 'clarification', 'refusal', 'warnings'])
const tellsNoWords = ({ type }: Attachment): boolean => !TELLING.has(type)

/** Whether the caller asked himself, or may see all there is. */
export const isAskedBy = (ctx: Context, ownerId: string): boolean => isAdmin(ctx) || (ctx.actor.type === 'user' && ctx.actor.userId === ownerId)

/** Whether any row filter stands: then the words of an answer that is still being given are not told to others than its asker. */
export async function anyFilters(ctx: Context): Promise<boolean> {
  const [found] = await ctx.db.select({ id: rowFilters.id }).from(rowFilters).where(eq(rowFilters.is_enabled, true)).limit(1)
  return found !== undefined
}

/** The words of a step are told; its values and its statement stay with who took it. */
const withoutChange = ({ change: _, ...step }: StepAttachment): StepAttachment => step

async function sourcesOfSession(ctx: Context, sessionId: string): Promise<string[]> {
  const asked = sql<string>`json_extract(part.value, '$.datasource_id')`
  const found = await ctx.db.all<{ id: string | null }>(
    sql`select distinct ${asked} as id from ${messages}, json_each(${messages.attachments}) as part where ${messages.session_id} = ${sessionId} and json_extract(part.value, '$.type') = 'query'`,
  )
  return found.flatMap(({ id }) => id ?? [])
}

/** The data sources of the models that answered in a session; where such a model is gone, every one whose rows are filtered. */
async function sourcesOfModels(ctx: Context, sessionId: string): Promise<string[]> {
  const rows = sql`select ${completions.model} as model from ${completions} where ${completions.session_id} = ${sessionId} union select ${sessions.model} from ${sessions} where ${sessions.id} = ${sessionId} and ${sessions.model} is not null`
  const found = await ctx.db.all<{ id: string }>(
    sql`with asked as (${rows})
      select g.resource_id as id from asked join ${models} m on m.name = asked.model
        join ${grants} g on g.resource_type = 'datasource' and g.principal_type = 'model' and g.principal_id = m.id
      union select f.datasource_id from ${rowFilters} f where f.is_enabled and exists (select 1 from asked where not exists (select 1 from ${models} m where m.name = asked.model))`,
  )
  return found.map((row) => row.id)
}

/** Those of the data sources whose words the asker may lend: he sees them still, and no row filter tells his rows from those of others. */
async function lentSources(ctx: Context, askerId: string, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const { id, owner_id } = datasources
  const filters = ctx.db
    .select({ id: rowFilters.id })
    .from(rowFilters)
    .where(and(eq(rowFilters.datasource_id, id), eq(rowFilters.is_enabled, true)))
  const found = await ctx.db
    .select({ id })
    .from(datasources)
    .where(and(inArray(id, ids), seenBy(sql`${askerId}`, 'datasource', { id, owner: owner_id }), not(exists(filters))))
  return new Set(found.map((row) => row.id))
}

const sourcesOf = (said: Said[]): string[] => [
  ...new Set(said.flatMap(({ attachments }) => attachments.flatMap((one) => (one.type === 'query' ? [one.datasource_id] : [])))),
]

async function openCharts(ctx: Context, said: Said[]): Promise<Set<string | null>> {
  const named = said.flatMap(({ attachments }) => attachments.flatMap((one) => (one.type === 'chart' && one.chart_id !== null ? [one.chart_id] : [])))
  if (!named.length) return new Set()
  const open = await ctx.db
    .select({ id: charts.id })
    .from(charts)
    .where(and(inArray(charts.id, named), visible(ctx, 'chart', charts.id, charts.owner_id)))
  return new Set(open.map(({ id }) => id))
}

/** Those of the data sources whose rows the caller may not read through another's answer. */
export async function closedSources(ctx: Context, ids: string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const filters = ctx.db
    .select({ id: rowFilters.id })
    .from(rowFilters)
    .where(and(eq(rowFilters.datasource_id, datasources.id), eq(rowFilters.is_enabled, true)))
  const { id, owner_id } = datasources
  const whole = or(visible(ctx, 'datasource', id, owner_id, 'edit'), and(visible(ctx, 'datasource', id, owner_id), not(exists(filters))))
  const open = await ctx.db
    .select({ id })
    .from(datasources)
    .where(and(inArray(id, ids), whole))
  const known = new Set(open.map((row) => row.id))
  return new Set(ids.filter((one) => !known.has(one)))
}

export function withoutData({ semantic_query: _, ...shown }: QueryAttachment): QueryAttachment {
  const columns = shown.columns.map((column) => ({ ...column, table: '', column: null }))
  const { explanation: _words, filtered_tables: _tables, ...provenance } = shown.provenance
  return {
    ...shown,
    columns,
    sql: '',
    rows: [],
    row_count: 0,
    truncated: false,
    withheld: true,
    provenance: { ...provenance, tables: [], verified_query: null },
  }
}

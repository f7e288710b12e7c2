import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { messages } from '#db/schema/sessions.ts'
import { requireUser } from '../../allow.ts'
import { recordAudit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { runDataQuery } from '../../query/run-query.ts'
import { Instant } from '../../strict.ts'
import { requireCompletion } from '../completions/completion.ts'
import { queryFacts } from '../loop/answer-query.ts'
import { type Attachment, QueryAttachment } from './attachments.ts'
import { closedSources } from './withheld.ts'

const ROWS_READ = 1_000

export const ReplayedQuery = z
  .object({
    attachment_id: z.string(),
    attachment: QueryAttachment.nullable().meta({ description: 'The query with its rows of now; null when it failed' }),
    has_changed: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the inline rows differ from the stored ones; null where those were withheld or it failed' }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'ReplayedQuery' })
export const Replay = z
  .object({ completion_id: z.string().meta({ example: exampleId('cmp') }), replayed_at: Instant, queries: z.array(ReplayedQuery) })
  .meta({ id: 'Replay', description: "A completion's queries, run again" })
export type Replay = z.infer<typeof Replay>

/** Runs an answer's queries again, with the caller's rights and the data of now. The stored answer stays as it is. Needs `view` on its session. */
export async function replayCompletion(ctx: Context, id: string): Promise<Replay> {
  const { row, session } = await requireCompletion(ctx, id, 'view')
  const said = await ctx.db
    .select({ attachments: messages.attachments })
    .from(messages)
    .where(and(eq(messages.session_id, row.session_id), eq(messages.completion_id, row.id)))
    .orderBy(messages.id)
  const stored = said.flatMap(({ attachments }) => (attachments as Attachment[]).filter((attachment) => attachment.type === 'query'))
  await recordAudit(ctx, { type: 'completion.replayed', resource: { type: 'completion', id }, details: { session_id: session.id, queries: stored.length } })
  const others = session.user_id !== requireUser(ctx).userId
  const closed = others ? await closedSources(ctx, [...new Set(stored.map((query) => query.datasource_id))]) : new Set()
  const queries: Replay['queries'] = []
  for (const query of stored) queries.push(await replayed(ctx, query, !closed.has(query.datasource_id)))
  return { completion_id: id, replayed_at: instantOf(ctx), queries }
}

const withoutStatement = ({ semantic_query: _, ...attachment }: QueryAttachment): QueryAttachment => {
  const { explanation: _words, ...provenance } = attachment.provenance
  return { ...attachment, sql: '', provenance }
}

async function replayed(ctx: Context, stored: QueryAttachment, mayCompare: boolean): Promise<Replay['queries'][number]> {
  const query = stored.semantic_query ? { semantic_query: stored.semantic_query } : { sql: stored.sql }
  try {
    const outcome = await runDataQuery(ctx, stored.datasource_id, query, { rowLimit: ROWS_READ, authority: 'caller' })
    const attachment = {
      id: stored.id,
      ...queryFacts(stored.datasource_id, outcome, {
        verified: stored.provenance.verified_query,
        ranAt: instantOf(ctx),
        isEdited: stored.provenance.basis === 'edited_sql',
      }),
    }
    const has_changed = stored.withheld || !mayCompare ? null : JSON.stringify(attachment.rows) !== JSON.stringify(stored.rows)
    // The statement is the asker's: its values may be of rows that the caller does not see.
    return { attachment_id: stored.id, attachment: mayCompare ? attachment : withoutStatement(attachment), has_changed, error: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { attachment_id: stored.id, attachment: null, has_changed: null, error: { code: error.code, message: error.message } }
  }
}

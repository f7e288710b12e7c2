import { and, count, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { messages } from '#db/schema/sessions.ts'
import { smallTalk } from '#domain/agent/loop/small-talk.ts'
import type { PreviousTurn } from '../../analyst/analysis.ts'
import { unansweredIn } from '../../analyst/follow-ups/unanswered.ts'
import type { Context } from '../../context.ts'
import { ListQuery, type Page, PageQuery, readPage } from '../../pagination.ts'
import { Instant } from '../../strict.ts'
import type { Turn } from '../context/history.ts'
import { Attachment, type QueryAttachment } from './attachments.ts'
import { noteForeignRead, requireSession } from './sessions.ts'
import { withheld } from './withheld.ts'

const REMEMBERED = 60
/** What is remembered begins anew only after so many messages: providers read the same beginning once. */
const REMEMBERED_STEP = 20
/** Questions before those that are remembered by their first words alone. */
const EARLIER = 20
const EARLIER_CHARACTERS = 200

export const Message = z
  .object({
    id: z.string(),
    session_id: z.string(),
    completion_id: z.string().nullable(),
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    attachments: z.array(Attachment),
    is_incomplete: z.boolean().meta({ description: 'The answer was cut short' }),
    created_at: Instant,
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

const order = z.enum(['asc', 'desc']).default('asc').meta({ description: 'A conversation reads from its start' })
export const MessageListQuery = ListQuery.omit({ q: true, sort: true }).extend({ order })
export const MessagePageQuery = PageQuery.omit({ q: true, sort: true }).extend({ order })

/** The messages of a session the caller may view, oldest first; of another's answers only rows of data sources the caller may query. */
export async function listMessages(
  ctx: Context,
  sessionId: string,
  query: z.infer<typeof MessageListQuery> | z.infer<typeof MessagePageQuery>,
): Promise<Page<Message>> {
  const session = await requireSession(ctx, sessionId, 'view')
  noteForeignRead(ctx, session)
  const page = await readPage<Message>(ctx, { table: messages, columns: getTableColumns(messages), where: eq(messages.session_id, sessionId), query })
  return { ...page, items: await withheld(ctx, session.user_id, page.items, session.id) }
}

/** What a question may go on from: the turn answered last, and what was asked after it without a reading to go on from. */
export type LastTurn = { previous: PreviousTurn | null; unanswered: string | null; unansweredBefore?: readonly string[] }
export type Remembered = LastTurn & { history: Turn[]; earlier: string[] }

/** The latest turns of a session as the context of its next question. */
export async function remember(ctx: Context, sessionId: string): Promise<Remembered> {
  const of = eq(messages.session_id, sessionId)
  const [rows, [counted]] = await ctx.db.batch([
    ctx.db.select().from(messages).where(of).orderBy(desc(messages.id)).limit(REMEMBERED),
    ctx.db.select({ count: count() }).from(messages).where(of),
  ])
  const ordered = rows.slice(0, rememberedOf(counted?.count ?? 0)).toReversed()
  const history = ordered.map(({ role, content, attachments }, index): Turn => {
    const query = queryOf(attachments as Attachment[])
    const next = (ordered[index + 1]?.attachments ?? []) as Attachment[]
    const isStep = role === 'user' && next.some(({ type }) => type === 'step')
    return { role, content, ...(isStep ? { isStep } : {}), ...(query ? { data: JSON.stringify(query.semantic_query ?? { sql: query.sql }) } : {}) }
  })
  const earlier = ordered.length === (counted?.count ?? 0) ? [] : await questionsBefore(ctx, sessionId, ordered[0]?.id ?? '')
  return { history, earlier, ...lastTurnOf(ordered.map((row) => ({ ...row, attachments: row.attachments as Attachment[] }))) }
}

/** How many of a session's messages are remembered: all of a short one, else those from a step on that stays for a while. */
const rememberedOf = (total: number): number => (total <= REMEMBERED ? total : total - Math.ceil((total - REMEMBERED) / REMEMBERED_STEP) * REMEMBERED_STEP)

async function questionsBefore(ctx: Context, sessionId: string, id: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ content: sql<string>`substr(${messages.content}, 1, ${EARLIER_CHARACTERS})` })
    .from(messages)
    .where(and(eq(messages.session_id, sessionId), eq(messages.role, 'user'), lt(messages.id, id)))
    .orderBy(desc(messages.id))
    .limit(EARLIER)
  return rows.map(({ content }) => content).toReversed()
}

function lastTurnOf(rows: Pick<Message, 'role' | 'content' | 'attachments'>[]): LastTurn {
  const at = rows.findLastIndex((row) => row.role === 'assistant' && queryOf(row.attachments)?.semantic_query)
  const query = rows[at] && queryOf(rows[at].attachments)?.semantic_query
  const question = rows.slice(0, Math.max(0, at)).findLast((row) => row.role === 'user')?.content
  const open = rows.slice(at + 1).flatMap(({ role, content }) => (role === 'user' && smallTalk(content, []) === null ? [content] : []))
  return { previous: query && question ? { question, query } : null, ...unansweredIn(open) }
}

const queryOf = (attachments: Attachment[]): QueryAttachment | undefined => attachments.findLast((attachment) => attachment.type === 'query')

import { type AnyColumn, and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { chartRevisions, charts, dashboardRevisions, dashboards } from '#db/schema/analytics.ts'
import { users } from '#db/schema/identity.ts'
import { notFound } from '../allow.ts'
import { type Context, instantOf } from '../context.ts'
import type { Page, PlainListQuery } from '../pagination.ts'
import { Instant, strict } from '../strict.ts'
import type { Kind } from './switches.ts'

/** So many states of one object are kept, the newest. */
const KEPT = 100

/** What a revision holds of its object: what it shows, not who may see it, frame it or change it. */
const KINDS = {
  chart: { table: charts, kept: chartRevisions, members: ['title', 'description', 'datasource_id', 'query', 'spec', 'chart_type', 'tags', 'cache_seconds'] },
  dashboard: { table: dashboards, kept: dashboardRevisions, members: ['title', 'description', 'layout', 'filters', 'refresh_seconds', 'tags'] },
} as const
const AS_JSON = new Set(['query', 'spec', 'tags', 'layout', 'filters'])

export const RestoreRequest = strict({ revision: z.int().min(1).meta({ description: 'One of its history' }) }).meta({
  id: 'RestoreRequest',
  example: { revision: 3 },
})

/** The schema of one kind's revisions. */
export const revisionOf = <Content extends z.ZodType>(content: Content, id: string) =>
  z
    .object({
      revision: z.int().meta({ description: 'The revision of the object that this was' }),
      author_id: z.string().nullable().meta({ description: 'Who made it so; null where that is not known' }),
      author_name: z.string().nullable().meta({ description: 'Null for who is gone' }),
      created_at: Instant,
      restored_from: z.int().nullable().meta({ description: 'The revision it brought back' }),
      changed: z.array(z.string()).meta({ description: 'The members that differ from the revision before; none of the first that is kept' }),
      content,
    })
    .meta({ id })

/** One state in which an object stood. */
export type Revision = {
  revision: number
  author_id: string | null
  author_name: string | null
  created_at: string
  restored_from: number | null
  changed: string[]
  content: Record<string, unknown>
}
type Row = { id: string; revision: number; owner_id: string; created_at: string; updated_at: string }

/** What of an object a revision keeps. */
export const contentOf = (kind: Kind, row: object): Record<string, unknown> =>
  Object.fromEntries(KINDS[kind].members.map((name) => [name, (row as Record<string, unknown>)[name]]))

/** Who made an object that no revision is kept of: its owner, when nobody has changed it since. */
const firstOf = ({ revision, owner_id, created_at, updated_at }: Row) =>
  revision === 1 ? { author_id: owner_id, created_at } : { author_id: null, created_at: updated_at }

/**
 * The statements that keep the state an object has after a change in the same batch, and the one before it where none is kept yet. Nothing is kept of a change
 * that did not come about, or that changed nothing a revision holds.
 */
export function keepRevision(ctx: Context, kind: Kind, before: Row, authorId: string, restoredFrom: number | null): BatchItem<'sqlite'>[] {
  const { table, kept, members } = KINDS[kind]
  const columns = table as unknown as Record<string, AnyColumn>
  const content = sql`json_object(${sql.join(
    members.map((name) => sql`${name}, ${AS_JSON.has(name) ? sql`json(${columns[name]})` : columns[name]}`),
    sql`, `,
  )})`
  const at = instantOf(ctx)
  const changed = sql`${table.id} = ${before.id} and ${table.revision} > ${before.revision} and ${table.updated_at} = ${at}`
  const latest = sql`(select ${kept.content} from ${kept} where ${kept.object_id} = ${before.id} order by ${kept.revision} desc limit 1)`
  const first = firstOf(before)
  const insert = (values: SQL) => ctx.db.insert(kept).select(values).onConflictDoNothing()
  const none = sql`not exists (select 1 from ${kept} where ${kept.object_id} = ${before.id})`
  const stood = sql`${before.id}, ${before.revision}, json(${JSON.stringify(contentOf(kind, before))}), ${first.author_id}, null, ${first.created_at}`
  const oldest = sql`(select ${kept.revision} from ${kept} where ${kept.object_id} = ${before.id} order by ${kept.revision} desc limit 1 offset ${KEPT})`
  return [
    insert(sql`select ${stood} from ${table} where ${changed} and ${none}`),
    insert(
      sql`select ${table.id}, ${table.revision}, ${content}, ${authorId}, ${restoredFrom}, ${at} from ${table} where ${changed} and ${content} is not ${latest}`,
    ),
    ctx.db.delete(kept).where(and(eq(kept.object_id, before.id), sql`${kept.revision} <= ${oldest}`)),
  ]
}

/** The states an object stood in, the newest first, with what each changed. The caller's right to them is checked before. */
export async function readRevisions(ctx: Context, kind: Kind, row: Row, { page, page_size }: PlainListQuery): Promise<Page<Revision>> {
  const { kept } = KINDS[kind]
  const where = eq(kept.object_id, row.id)
  const [found, counted] = await ctx.db.batch([
    ctx.db
      .select({
        revision: kept.revision,
        author_id: kept.author_id,
        author_name: users.name,
        created_at: kept.created_at,
        restored_from: kept.restored_from,
        content: kept.content,
      })
      .from(kept)
      .leftJoin(users, eq(users.id, kept.author_id))
      .where(where)
      .orderBy(desc(kept.revision))
      .limit(page_size + 1)
      .offset((page - 1) * page_size),
    ctx.db.select({ n: count() }).from(kept).where(where),
  ])
  const total = counted[0]?.n || 1
  const total_pages = Math.ceil(total / page_size)
  const told = { total, page, page_size, total_pages, has_next: page < total_pages, has_prev: page > 1, next_cursor: null }
  if (counted[0]?.n) return { ...told, items: found.slice(0, page_size).map((one, index) => ({ ...one, changed: differing(one, found[index + 1]) })) }
  const { author_id, created_at } = firstOf(row)
  const [author] = author_id === null ? [] : await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, author_id))
  const only = { revision: row.revision, author_id, author_name: author?.name ?? null, created_at, restored_from: null, changed: [] }
  return { ...told, items: page === 1 ? [{ ...only, content: contentOf(kind, row) }] : [] }
}

type Held = { content: Record<string, unknown> }
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const differing = ({ content }: Held, before: Held | undefined): string[] =>
  before ? Object.keys(content).filter((name) => !isSame(content[name], before.content[name])) : []

/** What a kept revision holds that differs from how its object stands now. Fails with `not_found`. */
export async function differingIn(ctx: Context, kind: Kind, row: Row, revision: number): Promise<Record<string, unknown>> {
  if (revision === row.revision) return {}
  const { kept } = KINDS[kind]
  const [found] = await ctx.db
    .select({ content: kept.content })
    .from(kept)
    .where(and(eq(kept.object_id, row.id), eq(kept.revision, revision)))
  if (!found) throw notFound('revision', 'revision')
  const now = contentOf(kind, row)
  return Object.fromEntries(Object.entries(found.content).filter(([name, value]) => !isSame(value, now[name])))
}

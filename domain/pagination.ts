import { and, asc, desc, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields, SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'
import type { Context } from './context.ts'
import { Failure } from './failure.ts'

const pageNumber = z.coerce.number().int().min(1).max(1_000_000_000)
const text = z.string().max(200)
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], 'a date such as 2026-11-21 or a moment such as 2026-11-21T09:30:00Z').optional()

/** The query parameters every list takes, newest first when `sort` is absent. A list says what else it can be sorted by with `listQueries`. */
export const ListQuery = z.object({
  page: pageNumber.default(1).meta({ type: 'integer', description: 'The page, counted from 1' }),
  page_size: z.coerce.number().int().min(1).max(500).default(100).meta({ type: 'integer' }),
  q: text.optional().meta({ description: 'Words the resource must contain' }),
  sort: z.enum(['created_at'] as [string]).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  created_from: moment.meta({ description: 'Created at this moment or later; a date is its first moment, in UTC' }),
  created_to: moment.meta({ description: 'Created at this moment or earlier; a date is its last moment, in UTC' }),
})
export type ListQuery = z.infer<typeof ListQuery>

/** The query parameters of a list with one order, read page by page. */
export const PlainListQuery = ListQuery.pick({ page: true, page_size: true })
export type PlainListQuery = z.infer<typeof PlainListQuery>

/** The query parameters of `…/paginated`: as a list's, with a keyset `cursor` for reading deep. */
export const PageQuery = ListQuery.extend({
  page_size: z.coerce.number().int().min(1).max(100).default(20).meta({ type: 'integer' }),
  cursor: z.string().max(1000).optional().meta({ description: 'The next_cursor of the page before; replaces page' }),
})
export type PageQuery = z.infer<typeof PageQuery>

const updated = {
  updated_from: moment.meta({ description: 'Changed at this moment or later; a date is its first moment, in UTC' }),
  updated_to: moment.meta({ description: 'Changed at this moment or earlier; a date is its last moment, in UTC' }),
}

/** The query parameters of one list and of its pages: those every list takes, the members it sorts by and its own filters. */
export function listQueries<Filters extends z.ZodRawShape>(sorts: Record<string, SQLiteColumn>, filters: Filters) {
  const sort = z.enum(['created_at', ...Object.keys(sorts)] as [string, ...string[]]).optional()
  const own = { sort, ...updated, ...filters }
  return { list: ListQuery.extend(own), page: PageQuery.extend(own) }
}

/** The reply of `…/paginated` over one kind of item. */
export const pageOf = <T extends z.ZodType>(item: T, id: string) =>
  z
    .object({
      items: z.array(item),
      total: z.int().min(0),
      page: z.int().min(1),
      page_size: z.int().min(1),
      total_pages: z.int().min(0),
      has_next: z.boolean(),
      has_prev: z.boolean(),
      next_cursor: z.string().nullable(),
    })
    .meta({ id })

export type Page<T> = {
  items: T[]
  total: number
  page: number
  page_size: number
  total_pages: number
  has_next: boolean
  has_prev: boolean
  next_cursor: string | null
}

const Cursor = z.tuple([z.string(), z.enum(['asc', 'desc']), z.union([z.string(), z.number(), z.null()]), z.string()])

export type Listing = {
  table: SQLiteTable & { id: SQLiteColumn }
  columns: SelectedFields
  where: SQL | undefined
  /** The number of rows `where` selects, where it is known without counting them. */
  total?: SQL<number>
  /** The members a caller may sort by; `created_at` (the id's own order) is always there. Sortable columns hold no nulls. */
  sorts?: Record<string, SQLiteColumn>
  query: (PageQuery | ListQuery) & { updated_from?: string | undefined; updated_to?: string | undefined }
}

type Selected = { _sort: string | number | null; _id: string }

/** Rows skipped by counting them; beyond, a page by its number is found from the nearer end. */
const DEEP = 1_000

/**
 * One page of a table in a stable order. With a cursor the page is found by key, so its cost does not grow with its depth;
 * with a page number by offset. Total and rows are read in one round trip. Fails with `invalid` for an unknown sort or a foreign cursor.
 */
export async function readPage<Row>(ctx: Context, { table, columns, where: chosen, total: counted, sorts = {}, query }: Listing): Promise<Page<Row>> {
  const dates = datesOf(table, query)
  const where = and(chosen, dates)
  const known = dates ? undefined : counted
  const sortName = query.sort ?? 'created_at'
  const order = query.order ?? (query.sort && query.sort !== 'created_at' ? 'asc' : 'desc')
  const named = sortName === 'created_at' ? table.id : Object.hasOwn(sorts, sortName) ? sorts[sortName] : undefined
  if (!named) {
    throw new Failure('invalid', `cannot sort by "${sortName}"`, { param: 'sort', hint: `sortable: ${['created_at', ...Object.keys(sorts)].join(', ')}` })
  }
  const sortColumn = named
  const cursor = 'cursor' in query && query.cursor ? readCursor(query.cursor, sortName, order) : null
  const beyond = order === 'asc' ? gt : lt
  const direction = order === 'asc' ? asc : desc
  const after = !cursor
    ? undefined
    : sortColumn === table.id
      ? beyond(table.id, cursor.id)
      : or(beyond(sortColumn, cursor.value), and(eq(sortColumn, cursor.value), beyond(table.id, cursor.id)))

  const offset = cursor ? 0 : (query.page - 1) * query.page_size
  const inOrder = (way: typeof asc) => (sortColumn === table.id ? [way(table.id)] : [way(sortColumn), way(table.id)])
  const total = known ? ctx.db.select({ n: known }).from(sql`(select 1)`) : ctx.db.select({ n: sql<number>`count(*)` }).from(table).where(where)
  const [found, count] = cursor || offset < DEEP ? await readRows(offset) : await readDeep()

  /** Rows and total in one round trip. */
  async function readRows(skipped: number): Promise<[Selected[], number]> {
    const rows = ctx.db
      .select({ ...columns, _sort: sortColumn, _id: table.id })
      .from(table)
      .where(and(where, after))
      .orderBy(...inOrder(direction))
      .limit(query.page_size + 1)
      .offset(skipped)
    const [selected, counted] = await ctx.db.batch([rows, total])
    return [selected as Selected[], counted[0]?.n ?? 0]
  }

  /** A page far in by its number: its ids are found by the index alone, from the nearer end. */
  async function readDeep(): Promise<[Selected[], number]> {
    const [counted] = await total
    const all = counted?.n ?? 0
    const last = Math.min(offset + query.page_size, all - 1)
    if (offset > last) return [[], all]
    const backwards = all - 1 - last < offset
    const ids = ctx.db
      .select({ id: table.id })
      .from(table)
      .where(where)
      .orderBy(...inOrder(backwards === (order === 'desc') ? asc : desc))
      .limit(last - offset + 1)
      .offset(backwards ? all - 1 - last : offset)
    const selected = await ctx.db
      .select({ ...columns, _sort: sortColumn, _id: table.id })
      .from(table)
      .where(inArray(table.id, ids))
      .orderBy(...inOrder(direction))
    return [selected as Selected[], all]
  }

  const items = found.slice(0, query.page_size) as (Row & Selected)[]
  const last = items.at(-1)
  const more = found.length > query.page_size
  const next = more && last ? writeCursor([sortName, order, last._sort, last._id]) : null
  return {
    items: items.map(({ _sort, _id, ...row }) => row as Row),
    total: count,
    page: query.page,
    page_size: query.page_size,
    total_pages: Math.ceil(count / query.page_size),
    has_next: more,
    has_prev: cursor !== null || query.page > 1,
    next_cursor: next,
  }
}

const firstMoment = (moment: string): string => new Date(moment).toISOString()
const lastMoment = (moment: string): string => (moment.includes('T') ? firstMoment(moment) : `${moment}T23:59:59.999Z`)

/** The condition of the dates a query asks for; `undefined` without any. Fails with `invalid` where a table keeps no such date. */
function datesOf(table: Listing['table'], query: Listing['query']): SQL | undefined {
  const at = (name: 'created_at' | 'updated_at'): SQLiteColumn => {
    const column = (table as unknown as Partial<Record<string, SQLiteColumn>>)[name]
    if (!column) throw new Failure('invalid', `this list has no ${name}`, { param: name.replace('_at', '_from') })
    return column
  }
  const { created_from, created_to, updated_from, updated_to } = query
  return and(
    created_from ? gte(at('created_at'), firstMoment(created_from)) : undefined,
    created_to ? lte(at('created_at'), lastMoment(created_to)) : undefined,
    updated_from ? gte(at('updated_at'), firstMoment(updated_from)) : undefined,
    updated_to ? lte(at('updated_at'), lastMoment(updated_to)) : undefined,
  )
}

const writeCursor = (parts: z.infer<typeof Cursor>): string =>
  btoa(encodeURIComponent(JSON.stringify(parts)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

function readCursor(text: string, sort: string, order: string): { value: string | number; id: string } {
  try {
    const [name, direction, value, id] = Cursor.parse(JSON.parse(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/')))))
    if (name === sort && direction === order && value !== null) return { value, id }
  } catch {}
  throw new Failure('invalid', 'the cursor does not belong to this list', {
    param: 'cursor',
    hint: 'pass next_cursor of the page before, with the same sort and order',
  })
}

/** A condition that every word of `q` occurs in one of the columns; `undefined` without words. */
export function matches(q: string | undefined, ...columns: SQLiteColumn[]): SQL | undefined {
  const words = q?.trim().split(/\s+/).filter(Boolean).slice(0, 8) ?? []
  const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
  return and(...words.map((word) => or(...columns.map((column) => sql`${column} like ${pattern(word)} escape '\\'`))))
}

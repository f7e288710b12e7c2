import { and, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { messages, sessions } from '#db/schema/sessions.ts'
import { grantedIds, isAdmin, requireUser } from '../../allow.ts'
import type { Context } from '../../context.ts'
import { ListQuery, type Page } from '../../pagination.ts'
import type { Attachment } from './attachments.ts'
import { catchUpIndex, ownerWord, titleWord } from './session-index.ts'
import { presentSessions, Session } from './session-shape.ts'
import { WITHHELD_WORDS, withheld } from './withheld.ts'

/** Matching texts that are looked at, the newest first: a word of every message then costs no more than a rare one. */
const LOOKED_AT = 500
/** Shared sessions a search goes through beside the own ones. */
const SHARED = 200
/** Texts that are read for words the index does not part. */
const READ_THROUGH = 2_000
const WORDS = 8
/** Sessions a list filtered by words of the title holds, the newest. */
const TITLES = 1_000
/** A word's beginning finds it from this length on, when nothing holds the word itself. */
const PREFIX_LENGTH = 3
const AROUND = 80

export const SessionHit = Session.extend({ snippet: z.string().nullable().meta({ description: 'The words around the newest match in its messages' }) }).meta({
  id: 'SessionHit',
})
export type SessionHit = z.infer<typeof SessionHit>
export const SessionSearchQuery = ListQuery.pick({ page: true, page_size: true }).extend({
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ description: 'Words that one title or one message holds, in any order; what is no letter and no digit parts words' }),
})

type Match = { session_id: string; message_id: string | null }

/**
 * The sessions the caller owns or was given that hold all words of `q` in the title or in one message, the newest match first. The newest 500
 * matching texts are looked at; the total counts no further.
 */
export async function searchSessions(ctx: Context, { q, page, page_size }: z.infer<typeof SessionSearchQuery>): Promise<Page<SessionHit>> {
  requireUser(ctx)
  const words = wordsOf(q)
  const matches = words.length ? await matchesOf(ctx, words) : []
  const bySession = new Map<string, Match>()
  for (const match of matches) {
    const known = bySession.get(match.session_id)
    if (!known) bySession.set(match.session_id, match)
    else if (known.message_id === null) known.message_id = match.message_id
  }
  const from = (page - 1) * page_size
  const shown = [...bySession.values()].slice(from, from + page_size)
  const total = bySession.size
  return {
    items: await present(ctx, shown, words),
    total,
    page,
    page_size,
    total_pages: Math.ceil(total / page_size),
    has_next: total > from + page_size,
    has_prev: page > 1,
    next_cursor: null,
  }
}

/** The words of a search as the index knows them: whatever else stands in it only parts them, so that nothing a person types is an error. */
const wordsOf = (q: string): string[] => (q.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, WORDS)

/** The condition that a session of the caller's has all words of `q` in its title; of the newest 1,000 such. */
export async function titled(ctx: Context, q: string | undefined): Promise<SQL | undefined> {
  if (!q?.trim()) return undefined
  const words = wordsOf(q)
  if (!words.length) return sql`false`
  await catchUpIndex(ctx)
  const found = await matching(ctx, `"${titleWord(requireUser(ctx).userId)}"`, words, TITLES)
  return sql`${sessions.id} in (select value from json_each(${JSON.stringify(found.map(({ session_id }) => session_id))}))`
}

async function matchesOf(ctx: Context, words: string[]): Promise<Match[]> {
  const [granted] = await Promise.all([grantedIds(ctx, 'session').limit(SHARED), catchUpIndex(ctx)])
  const seen = [requireUser(ctx).userId, ...granted.map(({ id }) => id)].map((id) => `"${ownerWord(id)}"`).join(' OR ')
  return matching(ctx, seen, words, LOOKED_AT)
}

/** Scripts that are written without spaces between words, or with endings joined to them: to the index a whole run of them is one word. */
const RUN_TOGETHER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The newest texts of `seen` that hold all words, or where none does, those that hold the last one's beginning. */
async function matching(ctx: Context, seen: string, words: string[], most: number): Promise<Match[]> {
  const inside = words.filter((word) => RUN_TOGETHER.test(word))
  if (inside.length) return matchingInside(ctx, seen, { inside, apart: words.filter((word) => !inside.includes(word)), most })
  const said = words.map((word) => `"${word}"`).join(' AND ')
  const read = async (expressed: string) => {
    const newest = sql`select rowid as id from session_search where session_search match ${expressed} order by rowid desc limit ${most}`
    return told(
      ctx,
      await ctx.db.all<Match>(sql`select t.session_id, t.message_id from (${newest}) hit join session_texts t on t.id = hit.id order by hit.id desc`),
    )
  }
  // In FTS5's language, whose words in quotes are taken as they are: here letters and digits only.
  const found = await read(`owner : (${seen}) AND words : (${said})`)
  return found.length || (words.at(-1) ?? '').length < PREFIX_LENGTH ? found : read(`owner : (${seen}) AND words : (${said}*)`)
}

type Sought = { inside: string[]; apart: string[]; most: number }

/** As `matching`, for words that stand within others: of the newest texts all that is said is read. */
async function matchingInside(ctx: Context, seen: string, { inside, apart, most }: Sought): Promise<Match[]> {
  const parted = apart.length ? ` AND words : (${apart.map((word) => `"${word}"`).join(' AND ')})` : ''
  const newest = sql`select rowid as id from session_search where session_search match ${`owner : (${seen})${parted}`} order by rowid desc limit ${READ_THROUGH}`
  const text = sql`lower(coalesce(m.content, s.title))`
  const holds = inside.map((word) => sql`instr(${text}, lower(${word})) > 0`)
  const found = await ctx.db.all<Match>(
    sql`select t.session_id, t.message_id from (${newest}) hit join session_texts t on t.id = hit.id
      join ${sessions} s on s.id = t.session_id left join ${messages} m on m.id = t.message_id
      where ${sql.join(holds, sql` and `)} order by hit.id desc limit ${most}`,
  )
  return told(ctx, found)
}

/** The matches without those in words that are withheld from the caller: that they are found, or counted, tells them too. */
async function told(ctx: Context, found: Match[]): Promise<Match[]> {
  const ids = found.flatMap(({ message_id }) => message_id ?? [])
  if (!ids.length || isAdmin(ctx)) return found
  const { id, role, content, attachments, session_id } = messages
  const others = await ctx.db
    .select({ id, role, content, attachments, session_id, user_id: sessions.user_id })
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, session_id))
    .where(and(inArray(id, ids), ne(sessions.user_id, requireUser(ctx).userId)))
  const judged = [...Map.groupBy(others, (one) => one.session_id)].map(async ([sessionId, some]) => {
    const said = some.map((one) => ({ ...one, attachments: one.attachments as Attachment[] }))
    const shown = await withheld(ctx, some[0]?.user_id ?? '', said, sessionId)
    return shown.flatMap((one) => (one.content === WITHHELD_WORDS ? [one.id] : []))
  })
  const hidden = new Set((await Promise.all(judged)).flat())
  return found.filter(({ message_id }) => message_id === null || !hidden.has(message_id))
}

async function present(ctx: Context, shown: Match[], words: string[]): Promise<SessionHit[]> {
  if (!shown.length) return []
  const said = shown.flatMap(({ message_id }) => (message_id === null ? [] : [message_id]))
  const [rows, texts] = await ctx.db.batch([
    ctx.db
      .select(getTableColumns(sessions))
      .from(sessions)
      .where(
        inArray(
          sessions.id,
          shown.map(({ session_id }) => session_id),
        ),
      ),
    ctx.db.select({ id: messages.id, content: messages.content }).from(messages).where(inArray(messages.id, said)),
  ])
  const sessionOf = new Map((await presentSessions(ctx, rows)).map((row) => [row.id, row]))
  const contentOf = new Map(texts.map(({ id, content }) => [id, content]))
  return shown.flatMap(({ session_id, message_id }) => {
    const row = sessionOf.get(session_id)
    const content = message_id === null ? undefined : contentOf.get(message_id)
    return row ? [{ ...row, snippet: content === undefined ? null : around(content, words) }] : []
  })
}

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The text around the first of the words it holds. */
function around(content: string, words: string[]): string {
  const lower = bare(content)
  const places = words.map((word) => lower.indexOf(bare(word))).filter((place) => place >= 0)
  const at = places.length ? placeIn(content, Math.min(...places), lower.length) : 0
  const from = Math.max(0, at - AROUND)
  const to = Math.min(content.length, at + AROUND)
  // A character of two halves is not cut in two.
  const shown = content.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${from > 0 ? '…' : ''}${shown}${to < content.length ? '…' : ''}`
}

/** Where in a text the letter stands that is at `place` of it bare, which may be longer (Hangul) or shorter (accents apart). */
function placeIn(content: string, place: number, bareLength: number): number {
  if (content.length === bareLength) return place
  let [from, to] = [0, content.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (bare(content.slice(0, middle + 1)).length > place) to = middle
    else from = middle + 1
  }
  return from
}

import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Texts put into the index in one transaction: it holds the database's only writer for some 20 ms. */
const AT_ONCE = 250
/** Of a message so much is searched. */
const INDEXED_CHARACTERS = 20_000
/** Rounds before a search stops waiting for the rest; after a migration housekeeping does the bulk. */
const ROUNDS = 4
/** Rounds that follow after its reply. */
const REST = 400

/** An id as one word of the index. */
export const ownerWord = (id: string): string => id.replaceAll('_', '')
/** The word that marks the titles of a user's sessions. */
export const titleWord = (userId: string): string => `title${ownerWord(userId)}`

/**
 * Brings the full-text index up to what was said. Triggers only note that there is a text (`session_texts`): putting each into the index as it
 * is stored would treble the cost of an answer, in batches it is a tenth. What is deleted or renamed leaves the index at once. Texts are taken
 * in the order they were committed; two processes that index together do nothing twice. Answers how many texts were indexed.
 */
export async function indexSessions(ctx: Context, rounds = ROUNDS): Promise<number> {
  let indexed = 0
  for (let round = 0; round < rounds; round++) {
    const [{ n } = { n: 0 }] = await ctx.db.all<{ n: number }>(
      sql`select count(*) as n from (select id from session_texts where id > (select indexed_to from session_search_state) limit ${AT_ONCE})`,
    )
    if (n === 0) break
    await indexNext(ctx)
    indexed += n
    if (n < AT_ONCE) break
  }
  return indexed
}

/** Brings the index up to date for a search; where much is left, the rest follows after the reply. */
export async function catchUpIndex(ctx: Context): Promise<void> {
  if ((await indexSessions(ctx)) === ROUNDS * AT_ONCE) ctx.defer(() => indexSessions(ctx, REST))
}

async function indexNext(ctx: Context): Promise<void> {
  const next = sql`(select id from session_texts where id > (select indexed_to from session_search_state) order by id limit ${AT_ONCE})`
  const fresh = ctx.db.run(
    sql`insert into session_search (rowid, owner, words)
        select t.id, replace(s.user_id, '_', '') || ' ' || replace(s.id, '_', '') || iif(m.id is null, ' title' || replace(s.user_id, '_', ''), ''),
               substr(coalesce(m.content, s.title), 1, ${INDEXED_CHARACTERS})
        from session_texts t join sessions s on s.id = t.session_id left join messages m on m.id = t.message_id
        where t.id in ${next} and (t.message_id is null or m.id is not null)`,
  )
  const reached = ctx.db.run(sql`update session_search_state set indexed_to = coalesce((select max(id) from ${next}), indexed_to)`)
  await ctx.db.batch([fresh, reached] as never)
}

import { type SQL, sql } from 'drizzle-orm'
import { messages, sessionCounts, sessionModelCounts, sessions } from '#db/schema/sessions.ts'
import type { Context } from '../../context.ts'

/** Texts put into the index in one transaction: it holds the database's only writer for some 20 ms. */
const AT_ONCE = 250
/** Of which so many are titles of new sessions, and so many new messages. */
const TITLES = 80
const MESSAGES = AT_ONCE - TITLES
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

const state = (column: string): SQL => sql`(select ${sql.raw(column)} from session_search_state)`
/** Of a session: that its title is not in the index yet, nor the session in the counts. */
export const isUndrawn = sql`${sessions}.rowid > ${state('sessions_to')}`
const newTitles = sql`(select rowid as at, id, user_id, archived, model from ${sessions} where ${isUndrawn} order by rowid limit ${TITLES})`
const newMessages = sql`(select rowid as at, session_id, id from ${messages} where rowid > ${state('messages_to')} order by rowid limit ${MESSAGES})`
const waiting = sql`(select id from session_texts where id > ${state('indexed_to')} order by id limit ${AT_ONCE})`

/**
 * Brings the full-text index up to what was said. Nothing is done for it as a text is stored, which would treble the cost of an answer: what is new is
 * drawn in batches, in the order it was committed, into `session_texts`, whose ids are those of the index, and its sessions are counted. What is deleted or
 * renamed leaves the index at once. Two processes that index together do nothing twice. Answers whether anything is left.
 */
export async function indexSessions(ctx: Context, rounds = ROUNDS): Promise<boolean> {
  for (let round = 0; round < rounds; round++) {
    const [found] = await ctx.db.all<{ titles: number; said: number; texts: number }>(
      sql`select (select count(*) from ${newTitles}) as titles, (select count(*) from ${newMessages}) as said, (select count(*) from ${waiting}) as texts`,
    )
    const { titles, said, texts } = found ?? { titles: 0, said: 0, texts: 0 }
    const all = titles + said + texts
    if (all === 0) return false
    await indexNext(ctx)
    if (all <= AT_ONCE && titles < TITLES && said < MESSAGES && texts < AT_ONCE) return false
  }
  return true
}

/** Brings the index up to date for a search; where much is left, the rest follows after the reply. */
export async function catchUpIndex(ctx: Context): Promise<void> {
  if (await indexSessions(ctx)) ctx.defer(() => indexSessions(ctx, REST))
}

async function indexNext(ctx: Context): Promise<void> {
  const steps = [
    // Behind its prefix an id tells when it was made.
    sql`insert into session_texts (session_id, message_id)
        select session_id, message_id from (
          select id as session_id, null as message_id, id as made from ${newTitles} union all select session_id, id, id from ${newMessages}
        ) order by substr(made, 5)`,
    sql`insert into ${sessionCounts} (user_id, archived, n) select user_id, archived, count(*) from ${newTitles} where true group by 1, 2
        on conflict do update set n = n + excluded.n`,
    sql`insert into ${sessionModelCounts} (user_id, model, n) select user_id, coalesce(model, ''), count(*) from ${newTitles} where true group by 1, 2
        on conflict do update set n = n + excluded.n`,
    sql`update session_search_state set sessions_to = coalesce((select max(at) from ${newTitles}), sessions_to),
        messages_to = coalesce((select max(at) from ${newMessages}), messages_to)`,
    sql`insert into session_search (rowid, owner, words)
        select t.id, replace(s.user_id, '_', '') || ' ' || replace(s.id, '_', '') || iif(m.id is null, ' title' || replace(s.user_id, '_', ''), ''),
               substr(coalesce(m.content, s.title), 1, ${INDEXED_CHARACTERS})
        from session_texts t join sessions s on s.id = t.session_id left join messages m on m.id = t.message_id
        where t.id in ${waiting} and (t.message_id is null or m.id is not null)`,
    sql`update session_search_state set indexed_to = coalesce((select max(id) from ${waiting}), indexed_to)`,
  ]
  await ctx.db.batch(steps.map((step) => ctx.db.run(step)) as never)
}

import { createClient } from '@libsql/client'

/** Puts messages into each tenth session of a seeded file, a tenth of the sessions under another owner, pins and models on some; everything indexed. */
export async function seedWords(path: string): Promise<number> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 })
  const words = ['north', 'south', 'margin', 'returns', 'supplier', 'churn', 'basket', 'discount', 'warehouse', 'forecast', 'cohort']
  const word = (shift: number) => `case (i / ${shift}) % ${words.length} ${words.map((one, at) => `when ${at} then '${one}'`).join(' ')} end`
  const said = `'How did ' || ${word(1)} || ' and ' || ${word(11)} || ' do in week ' || i || '?'`
  const answer = `'The ' || ${word(121)} || ' rose by ' || (i % 97) || ' percent, item k' || (i * 7919 % 1000003) || ', while ' || ${word(7)} || ' fell.'`
  const numbered = `(select cast(substr(id, 5) as integer) as i, id from sessions where id like 'ses_0%' and cast(substr(id, 5) as integer) % 10 = 0)`
  for (const [role, text, at] of [
    ['user', said, 'a'],
    ['assistant', answer, 'b'],
  ]) {
    await client.execute(
      `insert into messages (id, session_id, completion_id, role, content, attachments, is_incomplete, created_at)
       select 'msg_' || printf('%025d', i) || '${at}', id, null, '${role}', ${text}, '[]', 0, '2026-01-01T00:00:00.000Z' from ${numbered}`,
    )
  }
  await client.execute('update sessions set pinned = 1 where cast(substr(id, 5) as integer) % 1000 = 0')
  await client.execute("update sessions set model = 'analyst' where cast(substr(id, 5) as integer) % 50 = 0")
  await indexAll(path)
  await client.execute('analyze')
  await client.execute('pragma wal_checkpoint(truncate)')
  const { rows } = await client.execute('select count(*) as n from session_texts')
  client.close()
  return Number(rows[0]?.n)
}

/** Brings the full-text index of a file up to date in one go. */
export async function indexAll(path: string): Promise<void> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 })
  const drawn = 'from sessions where rowid > (select sessions_to from session_search_state)'
  await client.execute(`insert into session_texts (session_id) select id ${drawn}`)
  const counted = (column: string) => `select user_id, ${column}, count(*) ${drawn} group by 1, 2 on conflict do update set n = n + excluded.n`
  await client.execute(`insert into session_counts (user_id, archived, n) ${counted('archived')}`)
  await client.execute(`insert into session_model_counts (user_id, model, n) ${counted("coalesce(model, '')")}`)
  await client.execute(
    `insert into session_texts (session_id, message_id)
     select session_id, id from messages where rowid > (select messages_to from session_search_state) order by rowid`,
  )
  await client.execute(
    'update session_search_state set sessions_to = (select max(rowid) from sessions), messages_to = coalesce((select max(rowid) from messages), 0)',
  )
  await client.execute(
    `insert into session_search (rowid, owner, words)
     select t.id, replace(s.user_id, '_', '') || ' ' || replace(s.id, '_', '') || iif(m.id is null, ' title' || replace(s.user_id, '_', ''), ''), coalesce(m.content, s.title)
     from session_texts t join sessions s on s.id = t.session_id left join messages m on m.id = t.message_id
     where t.id > (select indexed_to from session_search_state)`,
  )
  await client.execute('update session_search_state set indexed_to = (select max(id) from session_texts)')
  client.close()
}

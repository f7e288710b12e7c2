import { createClient } from '@libsql/client'
import { migrateAll } from '#db/migrate.ts'
import { migrations } from '#db/migrations.gen.ts'
import { indexAll } from '../sessions/seed.ts'

/** Fills a migrated database file with `count` sessions of one user, an hour apart in nothing but their ids. */
export async function seedSessions(path: string, userEmail: string, count: number): Promise<void> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 })
  await migrateAll(client, migrations)
  const { rows } = await client.execute({ sql: 'select id from users where email = ?', args: [userEmail] })
  const user = rows[0]?.id
  if (typeof user !== 'string') throw new Error(`there is no user ${userEmail} to own the sessions`)
  await client.execute({
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into sessions (id, revision, created_at, updated_at, user_id, title, model, archived, pinned, tags, message_count, last_message_at)
      select 'ses_' || printf('%026d', i), 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', ?, 'Revenue of week ' || i, 'builtin', i % 10 = 0, 0, '[]', 2, null from n`,
    args: [count, user],
  })
  // Else the server would do it beside what is measured.
  await indexAll(path)
  await client.execute('analyze')
  await client.execute('pragma wal_checkpoint(truncate)')
  client.close()
}

/** What counting `user`'s sessions costs on this file, in milliseconds: the best of five. */
export async function countCost(path: string): Promise<number> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 })
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < 5; i++) {
    const started = performance.now()
    await client.execute('select count(*) from sessions where user_id = (select user_id from sessions limit 1)')
    best = Math.min(best, performance.now() - started)
  }
  client.close()
  return best
}

/** Adds `count` entries to the audit trail, the last `backlog` of which are not chained yet, as after a day in which nothing was. */
export async function seedTrail(path: string, count: number, backlog: number): Promise<void> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 })
  const request = JSON.stringify({ id: 'req_1', method: 'POST', path: '/api/v1/llm/sessions', ip: '10.0.0.1', user_agent: 'bench' })
  await client.execute({
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into audit_logs (id, type, at, actor, actor_id, resource_type, resource_id, service, outcome, request, details, prev_hash, hash)
      select 'aud_' || printf('%026d', i), iif(i % 50 = 0, 'chart.created', 'session.created'),
        strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (i * 20) || ' seconds'), '{"type":"api_key","user_id":"usr_' || (i % 200) || '","api_key_id":null}',
        'usr_' || (i % 200), iif(i % 50 = 0, 'chart', 'session'), 'ses_' || i, 'llm', 'success', ?, '{"title":"Revenue of week ' || i || '"}',
        iif(i > ?, null, printf('%064x', i - 1)), iif(i > ?, null, printf('%064x', i)) from n`,
    args: [count, request, count - backlog, count - backlog],
  })
  await client.execute({
    sql: `insert into epochs (name, value) select 'audit_sealed', max(position) - ? from audit_logs where true
      on conflict (name) do update set value = excluded.value`,
    args: [backlog],
  })
  await client.execute('pragma wal_checkpoint(truncate)')
  client.close()
}

/** How many entries of the trail are not chained. */
export async function unchained(path: string): Promise<number> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 })
  const { rows } = await client.execute("select (select max(position) from audit_logs) - (select value from epochs where name = 'audit_sealed') as n")
  client.close()
  return Number(rows[0]?.n)
}

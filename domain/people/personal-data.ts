import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { charts, chatTurns, dashboards } from '#db/schema/analytics.ts'
import { auditLogs, models, prompts } from '#db/schema/catalog.ts'
import { directoryUsers } from '#db/schema/directories.ts'
import { apiKeys, grants, signins } from '#db/schema/identity.ts'
import { identities } from '#db/schema/identity-providers.ts'
import { jobs } from '#db/schema/jobs.ts'
import { mails } from '#db/schema/mails.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import { recoveryCodes, secondFactors } from '#db/schema/second-factors.ts'
import { datasources, files, learnedPhrases } from '#db/schema/semantics.ts'
import { budgets, completions, messages, recordings, sessionShares, sessions, usage } from '#db/schema/sessions.ts'
import { webhooks } from '#db/schema/webhooks.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { getUser } from '../catalog/users.ts'
import { recordAudit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'

const PAGE = 500

type Section = {
  name: string
  columns: Record<string, SQLiteColumn>
  from: SQLiteTable
  key: SQLiteColumn
  whose: SQL
}

/** What is kept of a person, table by table; no secret, no bytes of what he said or uploaded, nothing of others. */
function sectionsOf(id: string): Section[] {
  const owned = (name: string, from: SQLiteTable, owner: SQLiteColumn, columns: Record<string, SQLiteColumn>): Section => ({
    name,
    from,
    key: columns.id as SQLiteColumn,
    columns,
    whose: eq(owner, id),
  })
  const { id: key, name, last4, scopes, created_at, expires_at, revoked_at, last_used_at } = apiKeys
  return [
    owned('api_keys', apiKeys, apiKeys.user_id, { id: key, name, last4, scopes, created_at, expires_at, revoked_at, last_used_at }),
    owned('directory', directoryUsers, directoryUsers.user_id, {
      id: directoryUsers.user_id,
      ...pick(directoryUsers, 'directory_id', 'external_id', 'user_name', 'profile'),
    }),
    owned('signins', signins, signins.user_id, pick(signins, 'id', 'created_at', 'last_seen_at', 'ip', 'user_agent')),
    owned('identities', identities, identities.user_id, pick(identities, 'id', 'provider_id', 'subject', 'created_at', 'last_used_at')),
    { ...owned('second_factors', secondFactors, secondFactors.user_id, pick(secondFactors, 'created_at', 'confirmed_at')), key: secondFactors.user_id },
    { ...owned('recovery_codes', recoveryCodes, recoveryCodes.user_id, pick(recoveryCodes, 'created_at')), key: recoveryCodes.code_hmac },
    owned(
      'connected_apps',
      oauthConnections,
      oauthConnections.user_id,
      pick(oauthConnections, 'id', 'client_name', 'client_uri', 'scopes', 'resource', 'created_at', 'expires_at', 'last_used_at'),
    ),
    owned('grants', grants, grants.principal_id, pick(grants, 'id', 'resource_type', 'resource_id', 'level', 'created_at')),
    owned('sessions', sessions, sessions.user_id, pick(sessions, 'id', 'title', 'model', 'tags', 'archived', 'pinned', 'created_at', 'updated_at')),
    {
      ...owned('messages', messages, messages.session_id, pick(messages, 'id', 'session_id', 'role', 'content', 'attachments', 'created_at')),
      whose: sql`${messages.session_id} in (select ${sessions.id} from ${sessions} where ${sessions.user_id} = ${id})`,
    },
    owned('completions', completions, completions.user_id, pick(completions, 'id', 'session_id', 'model', 'status', 'usage', 'feedback', 'created_at')),
    owned('session_shares', sessionShares, sessionShares.user_id, pick(sessionShares, 'id', 'session_id', 'title', 'created_at', 'revoked_at')),
    owned('recordings', recordings, recordings.user_id, pick(recordings, 'id', 'session_id', 'format', 'size', 'seconds', 'created_at')),
    {
      ...owned('dashboard_questions', chatTurns, chatTurns.asker, pick(chatTurns, 'id', 'dashboard_id', 'question', 'content', 'created_at')),
      whose: eq(chatTurns.asker, `user ${id}`),
    },
    owned('charts', charts, charts.owner_id, pick(charts, 'id', 'title', 'description', 'query', 'created_at')),
    owned('dashboards', dashboards, dashboards.owner_id, pick(dashboards, 'id', 'title', 'description', 'created_at')),
    owned('datasources', datasources, datasources.owner_id, pick(datasources, 'id', 'name', 'description', 'type', 'created_at')),
    owned('learned_phrases', learnedPhrases, learnedPhrases.chosen_by, pick(learnedPhrases, 'id', 'phrase', 'meaning', 'created_at')),
    owned('files', files, files.owner_id, pick(files, 'id', 'name', 'format', 'size', 'created_at')),
    owned('models', models, models.owner_id, pick(models, 'id', 'name', 'description', 'system_prompt', 'created_at')),
    owned('prompts', prompts, prompts.owner_id, pick(prompts, 'id', 'command', 'title', 'content', 'created_at')),
    owned('jobs', jobs, jobs.owner_id, pick(jobs, 'id', 'name', 'description', 'kind', 'payload', 'schedule', 'created_at')),
    owned('webhooks', webhooks, webhooks.owner_id, pick(webhooks, 'id', 'name', 'url', 'events', 'created_at')),
    owned('budgets', budgets, budgets.principal_id, pick(budgets, 'id', 'requests_per_day', 'tokens_per_day', 'created_at')),
    owned('mails', mails, mails.user_id, pick(mails, 'id', 'kind', 'status', 'created_at')),
    {
      ...owned(
        'audit_logs',
        auditLogs,
        auditLogs.actor_id,
        pick(auditLogs, 'id', 'type', 'at', 'resource_type', 'resource_id', 'outcome', 'request', 'details'),
      ),
      key: auditLogs.position,
    },
  ]
}

const pick = <Table extends SQLiteTable>(table: Table, ...names: (keyof Table & string)[]): Record<string, SQLiteColumn> =>
  Object.fromEntries(names.map((name) => [name, table[name] as unknown as SQLiteColumn]))

/**
 * All that is kept of a person, as one JSON document that is made while it is read. For himself and for administrators, by a credential with every scope; on
 * record. Fails with `not_found`, `insufficient_scope`.
 */
export async function exportPersonalData(ctx: Context, id: string): Promise<AsyncGenerator<string>> {
  const user = await getUser(ctx, id)
  requireEveryScope(ctx, 'export what is kept of a person')
  await recordAudit(ctx, { type: 'user.data_exported', resource: { type: 'user', id } })
  return documentOf(ctx, id, { exported_at: instantOf(ctx), user })
}

async function* documentOf(ctx: Context, id: string, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const { name, columns, from, key, whose } of sectionsOf(id)) {
    yield `,\n${JSON.stringify(name)}:[`
    let after: unknown = null
    for (let isFirst = true; ; isFirst = false) {
      const rows = await ctx.db
        .select({ ...columns, $key: key })
        .from(from)
        .where(and(whose, after === null ? undefined : gt(key, after)))
        .orderBy(asc(key))
        .limit(PAGE)
      const told = rows.map(({ $key: _, ...row }) => JSON.stringify(row)).join(',\n')
      if (told) yield `${isFirst ? '' : ','}\n${told}`
      if (rows.length < PAGE) break
      after = rows.at(-1)?.$key
    }
    yield ']'
  }
  yield ',\n"usage":'
  const used = await ctx.db
    .select({ day: usage.day, model: usage.model, requests: sql<number>`sum(${usage.requests})`, prompt_tokens: sql<number>`sum(${usage.prompt_tokens})` })
    .from(usage)
    .where(eq(usage.user_id, id))
    .groupBy(usage.day, usage.model)
  yield `${JSON.stringify(used)}}\n`
}

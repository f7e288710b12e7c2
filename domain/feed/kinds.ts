import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { models, prompts, providers } from '#db/schema/catalog.ts'
import { deploymentSettings } from '#db/schema/deployment.ts'
import { apiKeys, groups, users } from '#db/schema/identity.ts'
import { identityProviders, signinPolicies } from '#db/schema/identity-providers.ts'
import { jobs } from '#db/schema/jobs.ts'
import { datasources, descriptions, extractions, files, hierarchies, measures, relationships, rowFilters, verifiedQueries } from '#db/schema/semantics.ts'
import { budgets, sessions } from '#db/schema/sessions.ts'
import { webhooks } from '#db/schema/webhooks.ts'
import type { Level, ResourceType } from '../allow.ts'
import type { Service } from '../context.ts'

/** What is told of a kind of object, and to whom; administrators are told of all. */
export type Kind = {
  /** An API key hears of it when it may read this service. */
  service: Service
  table: SQLiteTable & { id: SQLiteColumn; revision: SQLiteColumn }
  /** The user it belongs to. */
  owner?: SQLiteColumn
  /** Everybody hears of it. */
  isForAll?: true
  /** Those who hold a grant on it hear of it. */
  grants?: ResourceType
  /** Whoever hears of the object this column names hears of it too. */
  parent?: { kind: string; column: SQLiteColumn; detail: string }
  /** What one must hold on it, or on its parent. */
  least?: Level
}

const ofDatasource = (table: Kind['table'] & { datasource_id: SQLiteColumn }, least: Level = 'view'): Kind => ({
  service: 'semantic',
  table,
  parent: { kind: 'datasource', column: table.datasource_id, detail: 'datasource_id' },
  least,
})

/** By the name an audit entry gives the object. */
export const KINDS: Record<string, Kind> = {
  settings: { service: 'core', table: deploymentSettings, isForAll: true },
  user: { service: 'core', table: users, owner: users.id },
  group: { service: 'core', table: groups, grants: 'group' },
  api_key: { service: 'core', table: apiKeys, owner: apiKeys.user_id },
  provider: { service: 'core', table: providers },
  budget: { service: 'core', table: budgets },
  model: { service: 'core', table: models, owner: models.owner_id, grants: 'model' },
  identity_provider: { service: 'core', table: identityProviders },
  signin_policy: { service: 'core', table: signinPolicies },
  prompt: { service: 'core', table: prompts, owner: prompts.owner_id, grants: 'prompt' },
  job: { service: 'core', table: jobs, owner: jobs.owner_id, grants: 'job' },
  webhook: { service: 'core', table: webhooks, owner: webhooks.owner_id },
  session: { service: 'llm', table: sessions, owner: sessions.user_id, grants: 'session' },
  chart: { service: 'analytics', table: charts, owner: charts.owner_id, grants: 'chart' },
  dashboard: { service: 'analytics', table: dashboards, owner: dashboards.owner_id, grants: 'dashboard' },
  file: { service: 'semantic', table: files, owner: files.owner_id, grants: 'file' },
  datasource: { service: 'semantic', table: datasources, owner: datasources.owner_id, grants: 'datasource' },
  extraction: ofDatasource(extractions),
  description: ofDatasource(descriptions),
  hierarchy: ofDatasource(hierarchies),
  relationship: ofDatasource(relationships),
  measure: ofDatasource(measures),
  verified_query: ofDatasource(verifiedQueries),
  row_filter: ofDatasource(rowFilters, 'edit'),
}

/** Entries that are no change of an object. */
const SILENT = new Set([
  'session.read',
  'user.signed_in',
  'user.signed_out',
  'user.signin_failed',
  'user.signin_reused',
  'user.password_refused',
  'user.link_made',
  'user.password_reset_asked',
  'guest_token.created',
  'completion.replayed',
  'datasource.validated',
  'data.read',
  'data.reads_left_out',
  'audit.pruned',
  'settings.mail_tried',
])

/** Failures that are news of their object. */
const FAILURES_TOLD = new Set(['extraction.failed', 'job.run_failed'])

type Entry = { type: string; outcome: string; resource_type: string; resource_id: string | null; details: Record<string, unknown> }

/** What the feed says of an audit entry: `null` for nothing. */
export function told(entry: Entry): { type: string; resource: { type: string; id: string } } | null {
  if (SILENT.has(entry.type) || (entry.outcome !== 'success' && !FAILURES_TOLD.has(entry.type))) return null
  // What is said in a session changes it.
  if (entry.resource_type === 'completion') {
    const id = entry.details.session_id
    return typeof id === 'string' ? { type: 'session.updated', resource: { type: 'session', id } } : null
  }
  if (entry.resource_id === null || !Object.hasOwn(KINDS, entry.resource_type)) return null
  return { type: entry.type, resource: { type: entry.resource_type, id: entry.resource_id } }
}

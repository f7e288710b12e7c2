import type { Database } from '#db/client.ts'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { models, prompts, promptVersions, providers } from '#db/schema/catalog.ts'
import { grants, groups, signins } from '#db/schema/identity.ts'
import {
  datasources,
  descriptions,
  extractions,
  files,
  hierarchies,
  measures,
  relationships,
  rowFilters,
  unmatchedTerms,
  verifiedQueries,
} from '#db/schema/semantics.ts'
import { budgets, completions, messages, sessionShares, sessions } from '#db/schema/sessions.ts'
import { type IdPrefix, newId } from '#domain/identifiers.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** When everything seeded was made. */
export const at = '2026-11-21T09:00:00.000Z'
const stamps = { created_at: at, updated_at: at }
const id = (prefix: IdPrefix) => newId(prefix, Date.parse(at))

type Person = { id: string }
export type People = { owner: Person; viewer: Person; member: Person; editor: Person; stranger: Person }

/** One object of each kind, all owned by `owner` and shared with the others as their names say; answers the ids by kind. */
export async function seedObjects(db: Database, { owner, viewer, member, editor, stranger }: People): Promise<Record<string, string>> {
  const ids = {
    group: id('grp'),
    provider: id('prv'),
    budget: id('bud'),
    base: id('mdl'),
    model: id('mdl'),
    prompt: id('prm'),
    file: id('fil'),
    spareFile: id('fil'),
    datasource: id('ds'),
    extraction: id('ext'),
    description: id('dsc'),
    column: id('dsc'),
    hierarchy: id('hier'),
    relationship: id('rel'),
    rowFilter: id('flt'),
    measure: id('msr'),
    verifiedQuery: id('vq'),
    session: id('ses'),
    completion: id('cmp'),
    sharedLink: id('shr'),
    chart: id('cht'),
    dashboard: id('dsh'),
    otherDashboard: id('dsh'),
    user: stranger.id,
    owner: owner.id,
    viewer: viewer.id,
    member: member.id,
    ownerKey: '',
    ownerSignin: id('sgn'),
    grant: id('shr'),
    auditEntry: '',
    binding: id('shr'),
  }
  const shared = (type: string, resource: string, principal: { type: 'user' | 'group' | 'everyone'; id: string }, level: 'view' | 'edit') => ({
    id: id('shr'),
    resource_type: type,
    resource_id: resource,
    principal_type: principal.type,
    principal_id: principal.id,
    level,
    created_by: owner.id,
    created_at: at,
  })
  const assignments: Record<string, string> = {}
  const kinds: [string, string][] = [
    ['datasource', ids.datasource],
    ['model', ids.model],
    ['prompt', ids.prompt],
    ['chart', ids.chart],
    ['dashboard', ids.dashboard],
    ['session', ids.session],
    ['file', ids.file],
  ]
  const dashboard = (dashboardId: string, layout: { chart_id: string; x: number; y: number; w: number; h: number }[]) => ({
    id: dashboardId,
    title: 'Revenue',
    description: '',
    layout,
    filters: [{ id: ids.rowFilter ?? '', member: 'orders.region' }],
    refresh_seconds: 0,
    embedded: { enabled: true, allowed_domains: [] },
    embed_epoch: 1,
    is_locked: false,
    is_hidden: false,
    is_enabled: true,
    owner_id: owner.id,
    ...stamps,
  })
  const file = (fileId: string, key: string) => ({
    id: fileId,
    name: 'orders.csv',
    format: 'csv',
    size: 10,
    sha256: '0'.repeat(64),
    storage_key: key,
    tables: [],
    rejected_lines: 0,
    rejects: [],
    owner_id: owner.id,
    ...stamps,
  })
  const described = {
    datasource_id: ids.datasource,
    schema_name: null,
    table_name: 'orders',
    position: 0,
    native_type: null,
    is_primary_key: false,
    description: 'Orders',
    generated_description: 'Orders',
    source: 'generated' as const,
    edited_fields: [],
    synonyms: [],
    sample_values: [],
    unit: null,
    is_hidden: false,
    statistics: { rows: 1, distinct: 1, null_fraction: 0, min: null, max: null },
    updated_by: null,
    ...stamps,
  }
  await db.batch([
    db.insert(signins).values({ id: ids.ownerSignin, user_id: owner.id, created_at: at, expires_at: '2027-11-21T09:00:00.000Z' }),
    db.insert(groups).values({ id: ids.group, name: 'Sales', description: '', permissions: {}, ...stamps }),
    db.insert(grants).values(shared('group', ids.group, { type: 'user', id: member.id }, 'view')),
    db.insert(grants).values({ ...shared('group', ids.group, { type: 'user', id: owner.id }, 'edit'), id: ids.grant }),
    db
      .insert(providers)
      .values({ id: ids.provider, name: 'vendor', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', models_hint: [], is_enabled: true, ...stamps }),
    db.insert(models).values({
      id: ids.base,
      name: 'vendor-model',
      description: '',
      type: 'provider',
      provider_id: ids.provider,
      upstream: 'vendor-model',
      params: {},
      capabilities: { tools: true, vision: false, transcription: false },
      is_enabled: true,
      owner_id: owner.id,
      ...stamps,
    }),
    db.insert(grants).values(shared('model', ids.base, { type: 'everyone', id: '*' }, 'view')),
    db.insert(models).values({
      id: ids.model,
      name: 'analyst',
      description: '',
      type: 'custom',
      provider_id: ids.provider,
      base_model_id: ids.base,
      params: {},
      capabilities: { tools: true, vision: false, transcription: false },
      is_enabled: true,
      owner_id: owner.id,
      ...stamps,
    }),
    db.insert(budgets).values({ id: ids.budget, principal_type: 'user', principal_id: viewer.id, requests_per_day: 100_000, ...stamps }),
    db.insert(prompts).values({
      id: ids.prompt,
      command: '/weekly',
      title: 'Weekly',
      content: 'Revenue of {{region}}',
      is_enabled: true,
      version: 1,
      owner_id: owner.id,
      ...stamps,
    }),
    db
      .insert(promptVersions)
      .values({ prompt_id: ids.prompt, version: 1, title: 'Weekly', content: 'Revenue of {{region}}', author_id: owner.id, created_at: at }),
    db.insert(files).values(file(ids.file, 'f-one')),
    db.insert(files).values(file(ids.spareFile, 'f-two')),
    db.insert(datasources).values({
      id: ids.datasource,
      name: 'Shop',
      description: '',
      type: 'file',
      connection: { file_ids: [ids.file] },
      tables: { include: ['*'], exclude: [] },
      status: 'connected',
      extraction_status: 'completed',
      tables_count: 1,
      owner_id: owner.id,
      ...stamps,
    }),
    db.insert(extractions).values({
      id: ids.extraction,
      datasource_id: ids.datasource,
      run_id: id('run'),
      status: 'completed',
      stage: 'done',
      progress: { tables_total: 1, tables_done: 1, columns_total: 1, columns_done: 1 },
      include_samples: false,
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      actor_id: owner.id,
      ...stamps,
    }),
    db
      .insert(descriptions)
      .values({ ...described, id: ids.description, object_type: 'table', column_name: '', data_type: null, semantic_type: null, label: 'orders' }),
    db
      .insert(descriptions)
      .values({ ...described, id: ids.column, object_type: 'column', column_name: 'region', data_type: 'text', semantic_type: 'category', label: 'region' }),
    db.insert(hierarchies).values({
      id: ids.hierarchy,
      datasource_id: ids.datasource,
      name: 'place',
      title: 'Place',
      levels: [{ table_name: 'orders', column_name: 'region' }],
      ...stamps,
    }),
    db.insert(relationships).values({
      id: ids.relationship,
      datasource_id: ids.datasource,
      from_table: 'orders',
      from_columns: ['region'],
      to_table: 'orders',
      to_columns: ['region'],
      cardinality: 'many_to_one',
      source: 'manual',
      ...stamps,
    }),
    db.insert(measures).values({
      id: ids.measure,
      datasource_id: ids.datasource,
      name: 'orders_total',
      title: 'Orders',
      table_name: 'orders',
      aggregation: 'count',
      description: '',
      synonyms: [],
      ...stamps,
    }),
    db
      .insert(unmatchedTerms)
      .values({ datasource_id: ids.datasource, term: 'churned', times: 1, last_question: 'Who churned?', nearest: [], first_at: at, last_at: at }),
    db.insert(verifiedQueries).values({
      id: ids.verifiedQuery,
      datasource_id: ids.datasource,
      question: 'How many orders are there?',
      query: SemanticQuery.parse({ measures: [{ aggregate: 'count', table: 'orders' }] }),
      verified_by: owner.id,
      verified_at: at,
      ...stamps,
    }),
    db.insert(rowFilters).values({
      id: ids.rowFilter,
      datasource_id: ids.datasource,
      name: 'nobody',
      table_name: 'orders',
      condition: { member: 'region', operator: 'equals', values: ['EU'] },
      applies_to: { users: [id('usr')] },
      is_enabled: true,
      ...stamps,
    }),
    db.insert(sessions).values({
      id: ids.session,
      user_id: owner.id,
      title: 'Revenue',
      model: 'analyst',
      archived: false,
      pinned: false,
      tags: [],
      message_count: 1,
      last_message_at: at,
      ...stamps,
    }),
    db.insert(sessionShares).values({ id: ids.sharedLink, session_id: ids.session, user_id: owner.id, title: 'Revenue', snapshot: [], created_at: at }),
    db.insert(completions).values({
      id: ids.completion,
      session_id: ids.session,
      user_id: owner.id,
      model: 'analyst',
      status: 'completed',
      finish_reason: 'stop',
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
      created_at: at,
      completed_at: at,
    }),
    db.insert(messages).values({
      id: id('msg'),
      session_id: ids.session,
      completion_id: ids.completion,
      role: 'assistant',
      content: 'Four.',
      attachments: [],
      is_incomplete: false,
      created_at: at,
    }),
    db.insert(charts).values({
      id: ids.chart,
      title: 'Orders',
      description: '',
      datasource_id: ids.datasource,
      model_id: ids.model,
      session_id: null,
      query: { sql: 'select 1' },
      spec: null,
      chart_type: 'table',
      tags: [],
      is_locked: false,
      is_hidden: false,
      is_enabled: true,
      cache_seconds: 0,
      owner_id: owner.id,
      ...stamps,
    }),
    db.insert(dashboards).values(dashboard(ids.dashboard, [{ chart_id: ids.chart, x: 0, y: 0, w: 6, h: 4 }])),
    db.insert(dashboards).values(dashboard(ids.otherDashboard, [])),
    ...kinds.flatMap(([type, resource]) => {
      const toViewer = shared(type, resource, { type: 'user', id: viewer.id }, 'view')
      const toGroup = shared(type, resource, { type: 'group', id: ids.group }, 'view')
      Object.assign(assignments, { [`${type}User`]: toViewer.id, [`${type}Group`]: toGroup.id })
      return [toViewer, toGroup, shared(type, resource, { type: 'user', id: editor.id }, 'edit')].map((grant) => db.insert(grants).values(grant))
    }),
    db.insert(grants).values({
      id: ids.binding,
      resource_type: 'datasource',
      resource_id: ids.datasource,
      principal_type: 'model',
      principal_id: ids.model,
      level: 'view',
      created_by: owner.id,
      created_at: at,
    }),
  ])
  return { ...ids, ...assignments }
}

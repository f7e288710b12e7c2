import type { Database } from '#db/client.ts'
import { models, prompts, promptVersions, providers } from '#db/schema/catalog.ts'
import { grants, groups, signins } from '#db/schema/identity.ts'
import { identities, identityProviders } from '#db/schema/identity-providers.ts'
import { oauthClients, oauthConnections } from '#db/schema/oauth.ts'
import { budgets } from '#db/schema/sessions.ts'
import { boardSeeds } from './seeds/boards.ts'
import { dataSeeds } from './seeds/data.ts'
import { at, id, newIds, type People, stamps } from './seeds/ids.ts'
import { sessionSeeds } from './seeds/sessions.ts'

/** One object of each kind, all owned by `owner` and shared with the others as their names say; answers the ids by kind. */
export async function seedObjects(db: Database, people: People): Promise<Record<string, string>> {
  const { owner, viewer, member, editor } = people
  const ids = newIds(people)
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
    ['job', ids.job],
    ['chart', ids.chart],
    ['dashboard', ids.dashboard],
    ['session', ids.session],
    ['file', ids.file],
  ]
  await db.batch([
    db.insert(signins).values({ id: ids.ownerSignin, user_id: owner.id, created_at: at, expires_at: '2027-11-21T09:00:00.000Z' }),
    db.insert(identityProviders).values({
      id: ids.identityProvider,
      name: 'Single sign-on',
      issuer: 'http://127.0.0.1:9',
      client_id: 'querent',
      client_auth: 'none',
      scopes: ['openid'],
      claims: { email: 'email', name: 'name', groups: null, role: null },
      group_mappings: [],
      role_mappings: [],
      default_role: 'user',
      allowed_groups: [],
      allowed_domains: [],
      creates_accounts: false,
      links_by_email: false,
      trusts_email: false,
      single_logout: true,
      session_hours: 12,
      is_enabled: true,
      ...stamps,
    }),
    db.insert(identities).values({ id: ids.ownerIdentity, provider_id: ids.identityProvider, subject: 'owner', user_id: owner.id, created_at: at }),
    db.insert(oauthClients).values({ id: ids.app, name: 'App', redirect_uris: ['http://127.0.0.1/callback'], created_at: at }),
    db.insert(oauthConnections).values({
      id: ids.ownerConnection,
      user_id: owner.id,
      client_id: ids.app,
      client_name: 'App',
      redirect_uri: 'http://127.0.0.1/callback',
      scopes: ['semantic:read'],
      resource: 'http://localhost:42010',
      created_at: at,
      expires_at: '2027-11-21T09:00:00.000Z',
    }),
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
    ...dataSeeds(db, ids),
    ...sessionSeeds(db, ids),
    ...boardSeeds(db, ids),
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

import { type Deployment, deploy, fileForm, until } from './deployment.ts'

export const PASSWORD = 'correct horse battery'

/** Who a journey is about: an administrator, somebody who makes things, somebody with whom they are shared, and somebody with nothing. */
export const ROLES = { admin: 'admin@example.com', maker: 'mara@example.com', reader: 'rui@example.com', newcomer: 'nia@example.com' } as const
export type Role = keyof typeof ROLES

export type World = Deployment & {
  users: Record<Role, string>
  /** A key of each, for what is done beside the browser. */
  tokens: Record<Role, string>
  group: string
  source: string
  model: string
  session: string
  chart: string
  dashboard: string
  /** Where an app asks to act for somebody. */
  consent: string
}

/** Reads the schema of a source, describes it, and waits for the end. */
export async function extract(place: Deployment, source: string): Promise<void> {
  const { body } = await place.api('POST /semantic/semanticextractions', { datasource_id: source })
  await until('the extraction ended', async () => (await place.api(`GET /semantic/semanticextractions/${body.id}`)).body.status === 'completed', 120_000)
}

/** A source of files, extracted. */
export async function connect(place: Deployment, name: string, files: Record<string, string>): Promise<string> {
  const ids: string[] = []
  for (const [file, content] of Object.entries(files))
    ids.push((await place.api('POST /semantic/files', undefined, { form: await fileForm(file, content) })).body.id)
  const { body } = await place.api('POST /semantic/datasources', { name, type: 'file', connection: { file_ids: ids } })
  await extract(place, body.id)
  return body.id
}

/** A deployment in use: the sample shop with a model, people of four kinds, and one of each thing people make. */
export async function settle(environment: Record<string, string> = {}, runtime: 'node' | 'bun' = 'node'): Promise<World> {
  const place = await deploy({ environment, runtime })
  await place.api('POST /core/auths/password', { new_password: PASSWORD })
  const users = {} as Record<Role, string>
  const tokens = {} as Record<Role, string>
  for (const [role, email] of Object.entries(ROLES) as [Role, string][]) {
    if (role !== 'admin') await place.api('POST /core/users', { email, name: email.slice(0, email.indexOf('@')), password: PASSWORD })
    const { body } = await place.api('POST /core/auths/signin', { email, password: PASSWORD })
    users[role] = body.user.id
    const key = await place.api('POST /core/auths/api-keys', { name: 'journeys' }, { as: body.token })
    tokens[role] = key.body.key
  }
  const group = (await place.api('POST /core/groups', { name: 'Sales team', permissions: { create_datasources: true, create_models: true } })).body.id
  for (const role of ['maker', 'reader'] as const) await place.api('POST /core/usergroups', { user_id: users[role], group_id: group })

  const form = await fileForm('chinook.sqlite', { path: 'examples/chinook.sqlite' })
  const file = (await place.api('POST /semantic/files', undefined, { form })).body.id
  const source = (await place.api('POST /semantic/datasources', { name: 'Music shop', type: 'sqlite', connection: { file_id: file } })).body.id
  await extract(place, source)
  const model = (await place.api('POST /core/models', { name: 'music-analyst', base_model_id: 'builtin' })).body.id
  await place.api('POST /semantic/datasourcemodels', { datasource_id: source, model_id: model })
  await place.api(`POST /semantic/datasources/${source}/share/user`, { user_id: users.maker, level: 'edit' })
  await place.api(`POST /semantic/datasources/${source}/share/group`, { group_id: group, level: 'view' })
  await place.api('POST /core/modelgroups', { model_id: model, group_id: group })

  const asMaker = { as: tokens.maker }
  const answer = await place.api(
    'POST /llm/session/completions',
    { model: 'music-analyst', messages: [{ role: 'user', content: 'What is the total revenue per country?' }] },
    asMaker,
  )
  const session = answer.body.session_id
  const attachment = answer.body.choices[0].message.attachments.find(({ type }: { type: string }) => type === 'chart')
  const chart = attachment.chart_id
  const dashboard = (await place.api('POST /analytics/dashboards', { title: 'Revenue', layout: [{ chart_id: chart, x: 0, y: 0, w: 6, h: 4 }] }, asMaker)).body
    .id
  const redirect_uri = 'http://127.0.0.1:33418/callback'
  const app = (await place.api('POST /core/oauth/register', { redirect_uris: [redirect_uri], client_name: 'Report robot' })).body
  const scope = 'llm:read llm:completions analytics:read'
  const asked = { client_id: app.client_id, redirect_uri, response_type: 'code', code_challenge: 'A'.repeat(43), code_challenge_method: 'S256', scope }
  const consent = `/authorize?${new URLSearchParams(asked)}`
  return { ...place, users, tokens, group, source, model, session, chart, dashboard, consent }
}

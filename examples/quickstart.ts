import { spawn } from 'node:child_process'
import { openAsBlob, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Json, Walk } from './walk.ts'

const once = process.argv.includes('--once')
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(1)

const dataDir = join('.data', once ? 'quickstart-once' : 'quickstart')
rmSync(dataDir, { recursive: true, force: true })
const child = spawn(process.execPath, ['runtime/node.ts'], {
  env: { ...process.env, DATA_DIR: dataDir, LOG: 'off', ...(once ? quietPorts() : {}) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.on('exit', () => child.kill('SIGTERM'))

const { key, base, link } = await connect(child)
console.log(`Five services are up after ${seconds()} s.\n`)
const walk = new Walk(key, base)

walk.title('Data source setup')
const sample = new FormData()
sample.append('file', await openAsBlob('examples/chinook.sqlite'), 'chinook.sqlite')
const file = await walk.post('Upload the sample, a music shop', 'semantic', '/files', sample, ['id', 'format', 'size'])
const source = await walk.post('1. Create a data source', 'semantic', '/datasources', { name: 'Music shop', type: 'sqlite', connection: { file_id: file.id } }, ['datasource_id', 'status', 'tables_count'])
const id = String(source.datasource_id)
const group = await walk.post('Environment 1. Create a group', 'core', '/groups', { name: 'Sales team' }, ['group_id', 'name'])
const model = await walk.post('A custom model needs a base model', 'core', '/models', { name: 'music-analyst', base_model_id: 'builtin' }, ['model_id', 'name', 'type'])
await walk.post('Binding before extraction is refused', 'semantic', '/datasourcemodels', { datasource_id: id, model_id: model.model_id }, ['error'], 409)
const extraction = await walk.post('2. Trigger semantic extraction', 'semantic', '/semanticextractions', { datasource_id: id }, ['id', 'status', 'stage'], 202)
await walk.until('   … and watch it', 'semantic', `/semanticextractions/${extraction.id}`, (record) => record.status === 'completed', ['status', 'stage', 'progress'])
const descriptions = await walk.list('3. Review descriptions', 'semantic', `/descriptions?datasource_id=${id}&page_size=500`, ['object_type', 'table_name', 'column_name', 'description'])
const total = descriptions.find((row) => row.table_name === 'Invoice' && row.column_name === 'Total')
await walk.put('   … and edit one', 'semantic', `/descriptions/${total?.id}`, { description: 'What the customer paid, in US dollars', synonyms: ['revenue', 'sales'], unit: 'USD' }, ['description', 'source', 'synonyms'])
await walk.post(
  '4. Configure a hierarchy',
  'semantic',
  '/hierarchies',
  { datasource_id: id, name: 'place', title: 'Place', levels: [{ table_name: 'Customer', column_name: 'Country' }, { table_name: 'Customer', column_name: 'City' }] },
  ['id', 'name', 'levels'],
)
await walk.post('5. Bind the data source to the custom model', 'semantic', '/datasourcemodels', { datasource_id: id, model_id: model.model_id }, ['id', 'datasource_id', 'model_id'])
await walk.post('6. Share it with the group', 'semantic', `/datasources/${id}/share/group`, { group_id: group.group_id }, ['level', 'group_id'])

walk.title('Environment setup')
const user = await walk.post('2. Create a user', 'core', '/users', { email: 'ann@example.com', name: 'Ann', password: 'correct horse battery' }, ['user_id', 'email', 'role', 'status'])
await walk.post('3. Assign the user to the group', 'core', '/usergroups', { user_id: user.user_id, group_id: group.group_id }, ['id', 'user_id', 'group_id', 'role'])
await walk.list('4. See the models', 'core', '/models', ['model_id', 'name', 'type'])
await walk.post('5. Assign the model to the group', 'core', '/modelgroups', { model_id: model.model_id, group_id: group.group_id }, ['id', 'model_id', 'group_id'])
const prompt = await walk.post('6. Make a prompt', 'core', '/prompts', { command: '/top', title: 'Top sellers', content: 'Which are the top {{count}} genres by revenue?' }, ['id', 'command', 'variables'])
await walk.post('   … and assign it', 'core', '/promptgroups', { prompt_id: prompt.id, group_id: group.group_id }, ['id', 'prompt_id', 'group_id'])

walk.title('Five questions')
const signedIn = await walk.post('Ann signs in', 'core', '/auths/signin', { email: 'ann@example.com', password: 'correct horse battery' }, ['token_type', 'expires_at'], 200)
const ann = walk.as(String(signedIn.token))
const session = await ann.post('A session', 'llm', '/sessions/new', { title: 'Music shop' }, ['id', 'title'])
const ask = (question: string): Json => ({ model: 'music-analyst', session_id: session.id, messages: [{ role: 'user', content: question }] })
const answers: Json[] = []
for (const question of ['How many customers are there?', 'What is the total revenue per country?', 'Which are the top 5 artists by number of tracks?', 'What was the revenue by year?']) {
  answers.push(await ann.ask(question, ask(question)))
  if (answers.length === 1) console.log(`   (first answer ${seconds()} s after the start)\n`)
}
await ann.stream('List the customers in Germany', ask('List the customers in Germany'))

walk.title('Its chart, fetched and shared')
const chartId = answers.flatMap((answer) => answer.attachments as Json[]).find((attachment) => attachment.type === 'chart')?.chart_id
await ann.get('A page of charts', 'analytics', '/charts/paginated?origin=all&page=1&page_size=3', ['total', 'page', 'items'])
await ann.get('One chart', 'analytics', `/charts/${chartId}`, ['chart_id', 'title', 'chart_type', 'spec'])
await ann.post('Ann shares it', 'analytics', `/charts/${chartId}/share/user`, { user_id: (await walk.me()).user_id }, ['level', 'user_id'])
const dashboard = await ann.post(
  'A dashboard around it',
  'analytics',
  '/dashboards',
  { title: 'Revenue', layout: [{ chart_id: chartId, x: 0, y: 0, w: 6, h: 4 }], embedded: { enabled: true, allowed_domains: ['https://example.com'] } },
  ['dashboard_id', 'title', 'layout'],
)
const guest = await walk.post('A guest token that opens it, by who may edit the chart and its data source', 'analytics', '/auth/guest-token', { dashboard_id: dashboard.dashboard_id }, ['token_type', 'expires_at'], 200)
await walk.as(String(guest.token)).get('   … which it does', 'analytics', `/dashboards/${dashboard.dashboard_id}`, ['dashboard_id', 'title'])
await walk.as(String(guest.token)).get('   … and nothing else', 'analytics', '/charts', ['error'], 403)
await walk.list('Every write stands in the audit log', 'core', '/audit-logs?page_size=5', ['type', 'at', 'outcome'])

console.log(`Done: ${walk.steps} steps in ${seconds()} s, ${walk.failed} failed.\n`)
if (once) {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  process.exit(walk.failed ? 1 : 0)
}
if (link) console.log(`Open the workspace; this link signs you in once, within a quarter of an hour:\n\n  ${link}\n`)
console.log(`The services stay up until you press Ctrl+C. Your key:

  export KEY=${key}

Try next:

  curl -s ${base('llm')}/session/completions -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"model":"music-analyst","messages":[{"role":"user","content":"What is the average invoice total per country?"}]}'
  curl -sN ${base('llm')}/session/completions -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"model":"music-analyst","stream":true,"messages":[{"role":"user","content":"How many tracks per genre?"}]}'
  open ${base('semantic')}/docs
`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 0))

/** Ports of the run's own, so that a checking run does not need the default ones to be free: below those that an operating system hands to outgoing connections. */
function quietPorts(): Record<string, string> {
  const first = 30_000 + 5 * Math.floor(Math.random() * 540)
  const ports = Object.fromEntries(['CORE', 'LLM', 'ANALYTICS', 'SEMANTIC', 'AUDIO'].map((name, index) => [`${name}_PORT`, String(first + index)]))
  return { ...ports, WORKSPACE_PORT: 'off' }
}

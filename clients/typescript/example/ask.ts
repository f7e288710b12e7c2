import { openAsBlob } from 'node:fs'
import { ask, createQuerent, extracted, unwrap, upload } from 'querent-client'

const { QUERENT_URL = 'http://127.0.0.1:42010', QUERENT_KEY = '' } = process.env
const [path = 'chinook.sqlite'] = process.argv.slice(2)

const querent = createQuerent({ url: QUERENT_URL, key: QUERENT_KEY })
const file = await upload(querent, await openAsBlob(path), 'chinook.sqlite')
const source = await unwrap(querent.POST('/api/v1/semantic/datasources', { body: { name: 'Music shop', type: 'sqlite', connection: { file_id: file.id } } }))
const run = await unwrap(querent.POST('/api/v1/semantic/semanticextractions', { body: { datasource_id: source.id } }))
await extracted(querent, run.id)
await unwrap(querent.POST('/api/v1/core/models', { body: { name: 'music', base_model_id: 'builtin', datasource_ids: [source.id] } }))
for await (const event of ask(querent, { model: 'music', messages: [{ role: 'user', content: 'What is the total revenue per country?' }] })) {
  if (event.type === 'text') process.stdout.write(event.text)
  else if (event.attachment.type === 'query') console.log(`\n${JSON.stringify(event.attachment.rows[0])}`)
}

import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'drizzle-orm'
import { createModelRegistry } from '#connectors/models/registry.ts'
import { descriptions, rowFilters, verifiedQueries } from '#db/schema/semantics.ts'
import { ChartSpec } from '#domain/charts/chart-spec.ts'
import { temporaryFolder } from '#test/database.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { extract, realSources, uploadOf } from '#test/ports.ts'
import { type ModelServer, startModelServer } from './model-server.ts'
import type { Names, Script } from './script.ts'

/** Words that stand in rows, tables and secrets the asking user may not see. */
const CANARIES = ['CANARY_HIDDEN', 'CANARY_FILTERED', 'CANARY_VAULT', 'CANARY_KEY']
/** Stands in rows that the asking user may see, and a model of a blind source may not. */
const BLIND_CANARY = 'CANARY_BLIND'
const QUESTION = 'What do the notes of our orders say?'
const MOST_CALLS = 6
const MOST_QUERIES = 5
const LONGEST_MS = 60_000

export type HostileWorld = { names: Names; server: TestServer; run(script: Script): Promise<string[]>; end(): Promise<string[]> }

/**
 * A user who may see the northern orders of one source asks a model that attacks. `run` plays a script, as JSON or as a stream, and answers what went
 * wrong; `end` tells what was written or fetched over all of them. With `isBlind` models may not see values of the sources, which hold a word of their own.
 */
export async function hostileWorld({ isBlind = false } = {}): Promise<HostileWorld> {
  const fetched: string[] = []
  const canary = createServer((request, response) => {
    fetched.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
  const canaryUrl = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  const model = await startModelServer()
  const server = await testServer({ ports: { ...realSources(), models: createModelRegistry({ fetch }) }, environment: { QUERY_TIMEOUT_MS: '1000' } })
  const folder = temporaryFolder()
  const shop = await connect(server, shopFile(join(folder, 'shop.sqlite'), isBlind ? BLIND_CANARY : 'Delivered'), 'Shop')
  const vault = await connect(server, vaultFile(join(folder, 'vault.sqlite')), 'Vault')
  const reader = await server.account({ attributes: { region: 'north' } })
  await protect(server, shop, vault)
  if (isBlind) await server.db.run(sql`update datasources set models_see_values = 0`)
  await server.request(`POST /semantic/datasources/${shop}/share/user`, { body: { user_id: reader.id, level: 'view' } })
  const provider = { name: 'hostile', kind: 'openai-compatible', base_url: model.baseUrl, api_key: 'sk-CANARY_KEY' }
  const made = await server.request('POST /core/providers', { body: provider })
  const base = await server.request('POST /core/models', { body: { name: 'hostile-base', provider_id: made.body.id, upstream: 'm' } })
  const asked = await server.request('POST /core/models', { body: { name: 'hostile', base_model_id: base.body.id, datasource_ids: [shop, vault] } })
  await server.request('POST /core/modelusers', { body: { model_id: asked.body.id, user_id: reader.id } })
  const before = await standing(server, folder)
  const names: Names = { shop, vault, canaryUrl }

  let shown = 0

  async function run(script: Script): Promise<string[]> {
    const wrong: string[] = []
    model.play(script.turns)
    const started = performance.now()
    const body = { model: 'hostile', messages: [{ role: 'user', content: QUESTION }] }
    const stream = script.name.length % 2 === 0
    const reply = await server.open('POST /llm/session/completions', { as: reader.key, body: { ...body, stream } })
    const text = await reply.text()
    if (reply.status >= 500 && reply.status !== 502) wrong.push(`answered ${reply.status}`)
    if (performance.now() - started > LONGEST_MS) wrong.push('took too long')
    const sent = withoutScript(model, script)
    if (text.includes(BLIND_CANARY)) shown += 1
    if (isBlind && sent.includes(BLIND_CANARY)) wrong.push(`the model was told ${BLIND_CANARY}`)
    for (const word of CANARIES) {
      if (withoutWords(text, script).includes(word)) wrong.push(`the answer holds ${word}`)
      if (sent.includes(word)) wrong.push(`the model was told ${word}`)
    }
    if (model.calls() > MOST_CALLS) wrong.push(`${model.calls()} model calls`)
    return [...wrong, ...(stream ? faultsOfStream(text) : faultsOfJson(reply.status, text))].map((fault) => `${script.kind}: ${script.name}: ${fault}`)
  }

  return {
    names,
    server,
    run,
    async end() {
      const wrong = (await standing(server, folder)) === before ? [] : ['something was written']
      if (isBlind && shown === 0) wrong.push('nobody was shown a value')
      if (fetched.length > 0) wrong.push(`fetched: ${fetched.join(', ')}`)
      await server.close()
      await model.close()
      canary.close()
      rmSync(folder, { recursive: true, force: true })
      return wrong
    },
  }
}

async function connect(server: TestServer, path: string, name: string): Promise<string> {
  const file = await server.request('POST /semantic/files', { raw: uploadOf(`${name}.sqlite`, new Uint8Array(readFileSync(path))) })
  const { body } = await server.request('POST /semantic/datasources', { body: { name, type: 'sqlite', connection: { file_id: file.body.id } } })
  await extract(server, body.id)
  return body.id
}

function shopFile(path: string, note: string): string {
  const database = new DatabaseSync(path)
  database.exec('create table orders (id integer primary key, region text, cost real, note text)')
  for (let id = 1; id <= 20; id += 1) {
    const isNorth = id % 2 === 0
    database
      .prepare('insert into orders values (?, ?, ?, ?)')
      .run(id, isNorth ? 'north' : 'south', id * 1.5, isNorth ? `${note} ${id}` : `CANARY_FILTERED ${id}`)
  }
  database.exec("create table staff (id integer primary key, secret text); insert into staff values (1, 'CANARY_HIDDEN 1'), (2, 'CANARY_HIDDEN 2')")
  database.exec('create view all_orders as select * from orders')
  database.close()
  return path
}

function vaultFile(path: string): string {
  const database = new DatabaseSync(path)
  database.exec("create table gold (id integer primary key, bar text); insert into gold values (1, 'CANARY_VAULT 1'), (2, 'CANARY_VAULT 2')")
  database.close()
  return path
}

/** Hides a table, filters the orders by the reader's region, and verifies a query in each source. */
async function protect({ db, clock }: TestServer, shop: string, vault: string): Promise<void> {
  const at = clock.now.toISOString()
  const stamps = { created_at: at, updated_at: at }
  await db.update(descriptions).set({ is_hidden: true }).where(sql`datasource_id = ${shop} and table_name in ('staff', 'all_orders')`)
  await db.insert(rowFilters).values({
    ...stamps,
    id: 'flt_region',
    datasource_id: shop,
    name: 'Own region',
    table_name: 'orders',
    condition: { member: 'region', operator: 'equals', values: ['{{user.attributes.region}}'] },
    applies_to: { everyone: true },
    is_enabled: true,
  })
  const verified = { ...stamps, question: 'gold', verified_by: 'usr_1', verified_at: at, query: null }
  await db.insert(verifiedQueries).values({ ...verified, id: 'vq_vault', datasource_id: vault, sql: 'select bar from gold' })
  await db.run(sql`update datasources set layer_version = layer_version + 1`)
}

/** What must not change: the files, and all but what asking itself leaves. */
async function standing({ db }: TestServer, folder: string): Promise<string> {
  const tables = [
    'users',
    'groups',
    'api_keys',
    'grants',
    'datasources',
    'descriptions',
    'row_filters',
    'verified_queries',
    'models',
    'providers',
    'files',
    'prompts',
  ]
  const counts = await Promise.all(tables.map(async (table) => (await db.get<{ n: number }>(sql`select count(*) as n from ${sql.raw(table)}`))?.n))
  const digests = ['shop', 'vault'].map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, `${name}.sqlite`)))
      .digest('hex'),
  )
  return JSON.stringify([counts, digests])
}

/** What the model was told, without what it said itself and is shown again. */
function withoutScript(model: ModelServer, script: Script): string {
  return withoutWords(
    model
      .heard()
      .split('\n')
      .map((request) => JSON.stringify((JSON.parse(request).messages as { role: string }[]).filter(({ role }) => role !== 'assistant')))
      .join('\n'),
    script,
  )
}

/** A word that the script itself says is no leak. */
function withoutWords(text: string, script: Script): string {
  const said = JSON.stringify(script.turns)
  return CANARIES.filter((word) => said.includes(word)).reduce(
    (rest, word) => rest.replaceAll(`${word}%`, '').replaceAll(new RegExp(`${word}(?! \\d)`, 'g'), ''),
    text,
  )
}

function faultsOfJson(status: number, text: string): string[] {
  const body = JSON.parse(text)
  if (status !== 200) return typeof body.error?.code === 'string' ? [] : ['an error without a code']
  const { content, attachments } = body.choices[0].message
  return [...faultsOfWords(content), ...faultsOfAttachments(attachments)]
}

function faultsOfStream(text: string): string[] {
  const lines = text.split('\n\n').filter((line) => line.startsWith('data: '))
  if (lines.at(-1) !== 'data: [DONE]') return ['the stream has no end']
  const chunks = lines.slice(0, -1).map((line) => JSON.parse(line.slice('data: '.length)))
  const content = chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join('')
  return [...faultsOfWords(content), ...faultsOfAttachments(chunks.flatMap((chunk) => (chunk.event?.type === 'attachment' ? [chunk.event.attachment] : [])))]
}

const faultsOfWords = (content: string): string[] => (/!\[|<[a-z/!?]/i.test(content) ? ['the answer would be rendered'] : [])

function faultsOfAttachments(attachments: { type: string; spec?: unknown }[]): string[] {
  const faults = attachments.flatMap(({ type, spec }) => (type === 'chart' && spec && !ChartSpec.safeParse(spec).success ? ['a chart outside its schema'] : []))
  const queries = attachments.filter(({ type }) => type === 'query').length
  return queries > MOST_QUERIES ? [...faults, `${queries} queries`] : faults
}

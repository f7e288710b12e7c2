import { expect, vi } from 'vitest'
import type { Service } from '#domain/context.ts'
import { SERVICES } from '#runtime/compose.ts'
import { mcpClient, useEveryTool } from '#test/clients/mcp.ts'
import type { Api } from './api.ts'
import { eventsOf } from './sse.ts'
import type { Upstream } from './upstream.ts'

/** What the list runs against. */
export type Bench = {
  api: Api
  upstream: Upstream
  /** Uploads a file of `examples/` and answers its id. */
  upload(name: string): Promise<string>
}

export type Smoke = { service: Service; name: string; run(bench: Bench): Promise<void> }

/** What holds for each of the five. */
const general = (service: Service): Smoke[] => [
  {
    service,
    name: 'health',
    async run({ api }) {
      const { status, body } = await api.call(service, 'GET /health')
      expect([status, body.status, body.checks.database.ok]).toEqual([200, 'ok', true])
      expect((await api.call(service, 'GET /health', { as: null })).status).toBe(401)
    },
  },
  {
    service,
    name: 'docs',
    async run({ api }) {
      const [page, script, document] = await Promise.all([
        api.call(service, 'GET /docs', { as: null }),
        api.call(service, 'GET /docs/swagger-ui-bundle.js', { as: null }),
        api.call(service, 'GET /openapi.json', { as: null }),
      ])
      expect(page.text).toContain(`/api/v1/${service}/docs/swagger-ui-bundle.js`)
      expect(script.headers.get('content-type')).toMatch(/javascript/)
      expect(script.text.length).toBeGreaterThan(1_000_000)
      expect(document.body.openapi).toBe('3.1.0')
    },
  },
  {
    service,
    name: 'an error',
    async run({ api }) {
      const { status, body, headers } = await api.call(service, 'GET /nothing-of-this-name', { headers: { 'x-request-id': 'smoke-test-404' } })
      expect([status, body.error.code, body.error.request_id]).toEqual([404, 'not_found', 'smoke-test-404'])
      expect(headers.get('x-request-id')).toBe('smoke-test-404')
    },
  },
]

const core: Smoke[] = [
  {
    service: 'core',
    name: 'an authenticated call',
    async run({ api }) {
      const { status, body } = await api.call('core', 'GET /users/me')
      expect([status, body.role]).toEqual([200, 'admin'])
    },
  },
  {
    service: 'core',
    name: 'a write and its page',
    async run({ api }) {
      const made = await api.call('core', 'POST /groups', { body: { name: 'Smoke' } })
      expect(made.status).toBe(201)
      const page = await api.call('core', 'GET /groups/paginated?page=1&page_size=1')
      expect(page.body).toMatchObject({ page: 1, page_size: 1, items: [{ id: made.body.id, name: 'Smoke' }] })
      expect((await api.call('core', `DELETE /groups/${made.body.id}`)).status).toBe(204)
    },
  },
  {
    service: 'core',
    name: 'a refused body',
    async run({ api }) {
      const { status, body } = await api.call('core', 'POST /groups', { body: { nmae: 'Smoke' } })
      expect([status, body.error.type]).toEqual([422, 'invalid_request_error'])
    },
  },
  {
    service: 'core',
    name: 'a password is hashed, and signs in',
    async run({ api }) {
      const account = { email: 'smoke@example.com', password: 'correct horse battery' }
      expect((await api.call('core', 'POST /users', { body: { name: 'Smoke', ...account } })).status).toBe(201)
      const { status, body } = await api.call('core', 'POST /auths/signin', { as: null, body: account })
      expect([status, body.token_type]).toEqual([200, 'Bearer'])
      expect((await api.call('core', 'GET /users/me', { as: body.token })).body.email).toBe(account.email)
    },
  },
  {
    service: 'core',
    name: 'a page renews its sign-in, whose end ends its token',
    async run({ api }) {
      const account = { email: 'page@example.com', password: 'correct horse battery' }
      expect((await api.call('core', 'POST /users', { body: { name: 'Page', ...account } })).status).toBe(201)
      const page = { 'sec-fetch-site': 'same-origin', origin: 'http://querent.test' }
      const signedIn = await api.call('core', 'POST /auths/signin', { as: null, body: account, headers: page })
      const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? ''
      const renewed = await api.call('core', 'POST /auths/refresh', { as: null, headers: { ...page, cookie: cookieOf(signedIn.headers) } })
      expect([renewed.status, renewed.body.user.email]).toEqual([200, account.email])
      const [signin] = (await api.call('core', 'GET /auths/signins', { as: renewed.body.token })).body
      expect((await api.call('core', `DELETE /auths/signins/${signin.id}`, { as: renewed.body.token })).status).toBe(204)
      expect((await api.call('core', 'GET /users/me', { as: signedIn.body.token })).status).toBe(401)
      const ended = await api.call('core', 'POST /auths/refresh', { as: null, headers: { ...page, cookie: cookieOf(renewed.headers) } })
      expect(ended.status).toBe(401)
    },
  },
  {
    service: 'core',
    name: 'a change is told to those who follow, within two seconds',
    async run({ api }) {
      const leaving = new AbortController()
      const events = eventsOf(await api.open('core', 'GET /events?types=group', { signal: leaving.signal }), /^data: (.*)$/m)
      expect(JSON.parse((await events.next()).value ?? '')).toMatchObject({ type: 'feed.ready' })
      const made = await api.call('core', 'POST /groups', { body: { name: 'Followed' } })
      const late = setTimeout(() => leaving.abort(), 2_000)
      expect(JSON.parse((await events.next()).value ?? '')).toMatchObject({ type: 'group.created', resource: { type: 'group', id: made.body.id }, revision: 1 })
      clearTimeout(late)
      leaving.abort()
      await api.call('core', `DELETE /groups/${made.body.id}`)
    },
  },
]

const semantic: Smoke[] = [
  {
    service: 'semantic',
    name: 'an authenticated call',
    async run({ api }) {
      const { status, body } = await api.call('semantic', 'GET /datasource-types')
      expect([status, body.map(({ type }: { type: string }) => type)]).toEqual([200, expect.arrayContaining(['file', 'sqlite'])])
    },
  },
  {
    service: 'semantic',
    name: 'a data source is connected, extracted and queried',
    async run({ api, upload }) {
      const fileId = await upload('chinook.sqlite')
      const made = await api.call('semantic', 'POST /datasources', { body: { name: 'Music shop', type: 'sqlite', connection: { file_id: fileId } } })
      expect([made.status, made.body.status]).toEqual([201, 'connected'])
      const id = made.body.datasource_id
      const begun = await api.call('semantic', 'POST /semanticextractions', { body: { datasource_id: id } })
      expect(begun.status).toBe(202)
      const extracted = async () => (await api.call('semantic', `GET /semanticextractions/${begun.body.id}`)).body
      await vi.waitFor(async () => expect(await extracted()).toMatchObject({ status: 'completed', stage: 'done' }), { timeout: 20_000, interval: 100 })
      const queried = await api.call('semantic', `POST /datasources/${id}/query`, { body: { sql: 'select count(*) as n from Customer' } })
      expect([queried.status, queried.body.rows]).toEqual([200, [[59]]])
      const page = await api.call('semantic', `GET /descriptions/paginated?datasource_id=${id}&page=1&page_size=2`)
      expect([page.status, page.body.items.length, page.body.has_next]).toEqual([200, 2, true])
    },
  },
  {
    service: 'semantic',
    name: 'a refused body',
    async run({ api }) {
      const { status, body } = await api.call('semantic', 'POST /semanticextractions', { body: { datasource_id: 'ds_nothing' } })
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    },
  },
]

const llm: Smoke[] = [
  {
    service: 'llm',
    name: 'a write and its page',
    async run({ api }) {
      const made = await api.call('llm', 'POST /sessions/new', { body: { title: 'Smoke' } })
      expect(made.status).toBe(201)
      const page = await api.call('llm', 'GET /sessions/paginated?page=1&page_size=1')
      expect(page.body).toMatchObject({ page: 1, items: [{ id: made.body.id, title: 'Smoke' }] })
    },
  },
  {
    service: 'llm',
    name: 'a refused body',
    async run({ api }) {
      const body = { model: 'no-such-model', messages: [{ role: 'user', content: 'How many customers are there?' }] }
      const refused = await api.call('llm', 'POST /session/completions', { body })
      expect([refused.status, refused.body.error.param]).toEqual([404, 'model'])
    },
  },
  {
    service: 'llm',
    name: 'a streamed completion, answered from data',
    async run({ api }) {
      const [source] = (await api.call('semantic', 'GET /datasources')).body
      const builtin = (await api.call('core', 'GET /models?q=builtin')).body[0]
      const body = { name: 'music-analyst', base_model_id: builtin.id, datasource_ids: [source.datasource_id] }
      expect((await api.call('core', 'POST /models', { body })).status).toBe(201)
      const question = { model: 'music-analyst', stream: true, messages: [{ role: 'user', content: 'How many customers are there?' }] }
      const response = await api.open('llm', 'POST /session/completions', { body: question })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
      const events = await Array.fromAsync(eventsOf(response))
      expect(events.pop()).toBe('[DONE]')
      const chunks = events.map((event) => JSON.parse(event))
      expect(chunks[0].choices[0].delta.role).toBe('assistant')
      expect(chunks.at(-1).choices[0].finish_reason).toBe('stop')
      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toContain('59')
      const stored = await api.call('llm', `GET /session/completions/${chunks[0].id}`)
      expect(stored.body).toMatchObject({ status: 'completed', session_id: chunks[0].session_id })
    },
  },
  {
    service: 'llm',
    name: 'a session is found by its words',
    async run({ api }) {
      const found = await api.call('llm', 'GET /sessions/search?q=how%20many%20customers')
      expect([found.status, found.body[0].title]).toEqual([200, 'How many customers are there?'])
    },
  },
  {
    service: 'llm',
    name: 'an MCP client uses every tool',
    async run({ api }) {
      const through: typeof globalThis.fetch = (_, init) =>
        api.open('llm', `${init?.method ?? 'GET'} /mcp`, {
          headers: Object.fromEntries(new Headers(init?.headers)),
          ...(init?.body ? { body: JSON.parse(String(init.body)) } : {}),
          ...(init?.signal ? { signal: init.signal } : {}),
        })
      const client = await mcpClient('http://querent.test/api/v1/llm/mcp', api.adminKey, 'auto', through)
      await useEveryTool(client, 'music-analyst')
      await client.close()
    },
  },
  {
    service: 'llm',
    name: 'a client that leaves stops the model, and what had come is stored',
    async run({ api, upstream }) {
      const provider = await api.call('core', 'POST /providers', {
        body: { name: 'Upstream', kind: 'openai-compatible', base_url: upstream.url, api_key: 'sk-smoke' },
      })
      expect(provider.status).toBe(201)
      const model = await api.call('core', 'POST /models', { body: { name: 'endless', provider_id: provider.body.id, upstream: 'm' } })
      expect(model.status).toBe(201)
      const gone = new AbortController()
      const question = { model: 'endless', stream: true, messages: [{ role: 'user', content: 'Tell me everything' }] }
      const response = await api.open('llm', 'POST /session/completions', { body: question, signal: gone.signal })
      const events = eventsOf(response)
      let id = ''
      for (let said = ''; said !== 'Well,'; ) {
        const chunk = JSON.parse((await events.next()).value ?? '')
        id ||= chunk.id
        said = chunk.choices[0]?.delta.content
      }
      expect(upstream.open.size).toBe(1)
      gone.abort()
      await events.next().catch(() => {})
      const stored = async () => (await api.call('llm', `GET /session/completions/${id}`)).body
      await vi.waitFor(async () => expect((await stored()).status).toBe('cancelled'), { timeout: 4_000, interval: 50 })
      if (upstream.hearsLeaving) await vi.waitFor(() => expect(upstream.open.size).toBe(0), { timeout: 2_000, interval: 20 })
      expect((await stored()).choices[0].message.content).toContain('Well,')
    },
  },
]

const analytics: Smoke[] = [
  {
    service: 'analytics',
    name: 'a write and its page',
    async run({ api }) {
      const made = await api.call('analytics', 'POST /dashboards', { body: { title: 'Smoke' } })
      expect(made.status).toBe(201)
      const page = await api.call('analytics', 'GET /dashboards/paginated?page=1&page_size=1')
      expect(page.body).toMatchObject({ page: 1, items: [{ id: made.body.id, title: 'Smoke' }] })
    },
  },
  {
    service: 'analytics',
    name: 'a chart is drawn as SVG and as PNG',
    async run({ api }) {
      const [source] = (await api.call('semantic', 'GET /datasources')).body
      const spec = { mark: 'bar', encoding: { x: { field: 'Country', type: 'nominal' }, y: { field: 'customers', type: 'quantitative' } } }
      const sql = 'select Country, count(*) as customers from Customer group by Country order by customers desc limit 5'
      const made = await api.call('analytics', 'POST /charts', { body: { title: 'Customers', datasource_id: source.datasource_id, query: { sql }, spec } })
      expect([made.status, made.body]).toEqual([201, expect.objectContaining({ title: 'Customers' })])
      const picture = (format: string) => api.open('analytics', `GET /charts/${made.body.id}/render?format=${format}&width=400&height=300&scale=1`)
      const svg = await picture('svg')
      expect([svg.status, svg.headers.get('content-type'), svg.headers.get('x-chart-error')]).toEqual([200, 'image/svg+xml; charset=utf-8', null])
      const drawn = await svg.text()
      expect(drawn).toMatch(/^<svg.*width="400" height="300"/s)
      expect(drawn).toContain('>USA<')
      expect(drawn.match(/aria-roledescription="bar"/g)).toHaveLength(5)
      const png = await picture('png')
      expect([png.status, png.headers.get('content-type'), png.headers.get('x-chart-error')]).toEqual([200, 'image/png', null])
      const bytes = new DataView(await png.arrayBuffer())
      expect([bytes.getUint32(0), bytes.getUint32(16), bytes.getUint32(20)]).toEqual([0x89504e47, 400, 300])
      expect(bytes.byteLength).toBeGreaterThan(2_000)
    },
  },
  {
    service: 'analytics',
    name: 'a guest token opens its dashboard and nothing else',
    async run({ api }) {
      const { body } = await api.call('analytics', 'POST /dashboards', { body: { title: 'Embedded', embedded: { enabled: true, allowed_domains: [] } } })
      const guest = await api.call('analytics', 'POST /auth/guest-token', { body: { dashboard_id: body.id } })
      expect(guest.status).toBe(200)
      const as = guest.body.token
      expect((await api.call('analytics', `GET /dashboards/${body.id}`, { as })).status).toBe(200)
      expect((await api.call('analytics', 'GET /charts', { as })).status).toBe(403)
    },
  },
  {
    service: 'analytics',
    name: 'a refused body',
    async run({ api }) {
      const { status, body } = await api.call('analytics', 'POST /dashboards', { body: {} })
      expect([status, body.error.code]).toEqual([422, 'invalid'])
    },
  },
]

const audio: Smoke[] = [
  {
    service: 'audio',
    name: 'an authenticated call, and a write',
    async run({ api, upstream }) {
      const changed = await api.call('audio', 'PUT /config', { body: { engine: 'openai-compatible', base_url: upstream.url } })
      expect([changed.status, changed.body.engine]).toEqual([200, 'openai-compatible'])
      expect((await api.call('audio', 'GET /config')).body).toMatchObject({ base_url: upstream.url })
    },
  },
  {
    service: 'audio',
    name: 'a recording becomes text',
    async run({ api }) {
      const form = new FormData()
      form.append('file', new Blob([silence()]), 'question.wav')
      const { status, body } = await api.call('audio', 'POST /transcriptions', { form })
      expect([status, body]).toEqual([200, { text: 'How many customers are there?' }])
    },
  },
  {
    service: 'audio',
    name: 'a refused body',
    async run({ api }) {
      const form = new FormData()
      form.append('file', new Blob(['no recording']), 'question.wav')
      const { status, body } = await api.call('audio', 'POST /transcriptions', { form })
      expect([status, body.error.code]).toEqual([415, 'unsupported_media_type'])
    },
  },
]

/** A tenth of a second of a WAVE file: 8 kHz, one channel, 8 bits. */
function silence(): ArrayBuffer {
  const samples = 800
  const view = new DataView(new ArrayBuffer(44 + samples))
  const text = (at: number, word: string) => {
    for (const [index, letter] of [...word].entries()) view.setUint8(at + index, letter.charCodeAt(0))
  }
  text(0, 'RIFF')
  view.setUint32(4, 36 + samples, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8_000, true)
  view.setUint32(28, 8_000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, samples, true)
  new Uint8Array(view.buffer, 44).fill(128)
  return view.buffer
}

/** The one list that every runtime passes, in this order. */
export const smoke: Smoke[] = [...SERVICES.flatMap(general), ...core, ...semantic, ...llm, ...analytics, ...audio]

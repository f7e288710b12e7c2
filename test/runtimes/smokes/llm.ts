import { expect, vi } from 'vitest'
import { mcpClient, useEveryTool } from '#test/clients/mcp.ts'
import { eventsOf } from '../sse.ts'
import type { Smoke } from './smoke.ts'

export const llm: Smoke[] = [
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

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { ANSWER, cases, QUESTION } from './case.ts'
import type { Place } from './place.ts'

type Era = 'legacy' | 'auto'

/** An official client that speaks to the endpoint through `fetch`. */
export async function mcpClient(url: string, key: string, era: Era, fetch = globalThis.fetch): Promise<Client> {
  const client = new Client({ name: 'querent-test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${key}` } }, fetch }))
  return client
}

const NAMES = ['ask', 'describe_table', 'get_chart', 'list_charts', 'list_datasources', 'list_models', 'run_semantic_query']
const count = { measures: [{ name: 'customers', aggregate: 'count', table: 'Customer' }] }

/** Every tool once, as a client that knows nothing of the deployment would come to it. */
export async function useEveryTool(client: Client, model: string): Promise<void> {
  const call = async (name: string, given: object = {}): Promise<any> => {
    const reply = await client.callTool({ name, arguments: given as Record<string, unknown> })
    if (reply.isError) throw new Error(`${name}: ${JSON.stringify(reply.content)}`)
    return reply.structuredContent
  }
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(NAMES)
  expect((await call('list_models')).models.map((one: any) => one.name)).toContain(model)
  const [{ datasource_id }] = (await call('list_datasources')).datasources
  expect((await call('describe_table', { datasource_id })).tables.map((one: any) => one.name)).toContain('Customer')
  expect((await call('describe_table', { datasource_id, table: 'Customer' })).columns.map((one: any) => one.name)).toContain('Country')
  expect((await call('run_semantic_query', { datasource_id, query: count })).rows).toEqual([[59]])
  const answer = await call('ask', { question: QUESTION, model })
  expect([answer.answer, answer.status]).toEqual([ANSWER, 'completed'])
  const chart = answer.attachments.find((one: any) => one.type === 'chart')
  expect((await call('list_charts')).charts.map((one: any) => one.chart_id)).toContain(chart.chart_id)
  expect((await call('get_chart', { chart_id: chart.chart_id })).data.rows).toEqual([[59]])
}

const account = async (place: Place, scopes: string[]): Promise<string> => {
  const { api } = place.deployment
  const user = await api.call('core', 'POST /users', {
    body: { email: `mcp-${scopes.length}-${Date.now()}@example.com`, name: 'MCP', password: 'correct horse battery' },
  })
  const signin = await api.call('core', 'POST /auths/signin', { as: null, body: { email: user.body.email, password: 'correct horse battery' } })
  const made = await api.call('core', 'POST /auths/api-keys', { as: signin.body.token, body: { name: 'mcp', scopes } })
  if (!made.body.key) throw new Error(made.text)
  return made.body.key
}

const url = (place: Place): string => `${place.llm}/mcp`

export const mcp = cases('MCP client', {
  'every tool, as of 2026': async (place) => {
    const client = await mcpClient(url(place), place.key, 'auto')
    await useEveryTool(client, place.model)
    await client.close()
  },
  'every tool, as of 2025': async (place) => {
    const client = await mcpClient(url(place), place.key, 'legacy')
    await useEveryTool(client, place.model)
    await client.close()
  },
  'a session goes on': async (place) => {
    const client = await mcpClient(url(place), place.key, 'auto')
    const first: any = await client.callTool({ name: 'ask', arguments: { question: QUESTION, model: place.model } })
    const { session_id } = first.structuredContent
    const second: any = await client.callTool({ name: 'ask', arguments: { question: 'How many artists are there?', session_id } })
    expect(second.structuredContent).toMatchObject({ session_id, answer: 'There are 275 artists.' })
    await client.close()
  },
  'a wrong key is refused': async (place) => {
    await expect(mcpClient(url(place), 'qk_dev_wrong', 'legacy')).rejects.toThrow()
  },
  'a key sees the tools its scopes reach': async (place) => {
    const client = await mcpClient(url(place), await account(place, ['analytics:read', 'core:read']), 'auto')
    expect((await client.listTools()).tools.map(({ name }) => name).toSorted()).toEqual(['get_chart', 'list_charts', 'list_models'])
    await client.close()
  },
  'a user sees and reads nothing of the data of others': async (place) => {
    const client = await mcpClient(url(place), await account(place, ['*']), 'auto')
    const sources: any = await client.callTool({ name: 'list_datasources' })
    expect(sources.structuredContent.datasources).toEqual([])
    const refused: any = await client.callTool({ name: 'run_semantic_query', arguments: { datasource_id: place.datasource, query: count } })
    expect([refused.isError, refused.content[0].text]).toEqual([true, expect.stringContaining('not_found')])
    await client.close()
  },
  'arguments that do not fit are told': async (place) => {
    const client = await mcpClient(url(place), place.key, 'auto')
    const told = await client.callTool({ name: 'describe_table', arguments: {} }).then(
      (reply) => reply.isError,
      () => true,
    )
    expect(told).toBe(true)
    await client.close()
  },
})

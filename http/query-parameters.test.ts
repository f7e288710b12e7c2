import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { person } from '#test/oauth/app.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Protocols of others, whose clients may send parameters of their own. */
const IGNORING = ['callMcp', 'createChatCompletion', 'createEmbeddings', 'createResponse', 'getOpenAiModel', 'listOpenAiModels', 'finishSingleSignOn']

test('every route refuses a query parameter it does not know, and names those it does', async () => {
  const wrong: string[] = []
  const { token } = await person(server, { role: 'admin' })
  for (const { method, path, operationId, request, access } of server.contracts) {
    if (IGNORING.includes(operationId) || access.who === 'directory') continue
    const { status, body } = await server.request(`${method} ${path.replaceAll(/\{[^}]+\}/g, 'x')}?page_sise=2`, access.signin ? { as: token } : {})
    const known = Object.keys(request.query?.shape ?? {})
    const told = known.length ? `known parameters: ${known.join(', ')}` : 'this route takes none'
    if (status !== 422 || body.error.param !== 'page_sise' || body.error.message !== `unknown query parameter "page_sise"; ${told}`)
      wrong.push(`${operationId}: ${status} ${body.error?.message}`)
  }
  expect(wrong).toEqual([])
})

test('each unknown parameter is named once, and who may not call a route is not told what it takes', async () => {
  const two = await server.request('GET /core/groups?role=admin&role=user&name=x&page=1')
  expect(two.status).toBe(422)
  expect(two.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['role', 'name'])
  const { key } = await server.account()
  expect((await server.request('GET /core/audit-logs?nothing=1', { as: key })).status).toBe(403)
  expect((await server.request('GET /core/groups?nothing=1', { as: null })).status).toBe(401)
})

test('the drop-in for OpenAI’s clients ignores what it does not know', async () => {
  expect((await server.request('GET /llm/openai/v1/models?api-version=2025-04-01')).status).toBe(200)
})

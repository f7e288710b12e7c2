import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { listen } from '#test/listen.ts'
import { createClientDocuments } from './client-documents.ts'

const { signal } = new AbortController()
const answering = (make: () => Response) => createClientDocuments({ fetch: async () => make() })
const json =
  (body: string, type = 'application/json', status = 200) =>
  () =>
    new Response(body, { status, headers: { 'content-type': type, location: 'http://127.0.0.1/' } })

test('a document is read', async () => {
  expect(await answering(json('{"client_id":"x"}')).read('https://a.example/c', signal)).toEqual({ client_id: 'x' })
  expect(await answering(json('{}', 'application/oauth-client+json; charset=utf-8')).read('https://a.example/c', signal)).toEqual({})
})

test.each([
  ['a redirect', json('', 'application/json', 302)],
  ['a page', json('<html>', 'text/html')],
  ['no JSON', json('{')],
  ['too much', json(`"${'x'.repeat(20_000)}"`)],
  ['a failure', json('{}', 'application/json', 500)],
])('%s is none', async (_what, make) => {
  await expect(answering(make).read('https://a.example/c', signal)).rejects.toMatchObject({ code: 'invalid' })
})

test('a private address is not asked, by whatever name', async () => {
  let asked = 0
  const { origin, stop } = await listen(createServer((_, response) => response.end(String(asked++))))
  const { port } = new URL(origin)
  const names = { lookup: async () => [{ address: '127.0.0.1', family: 4 as const }] }
  const documents = createClientDocuments(createNetworkPolicy({ allowedNets: [], ownEndpoints: [], ...(names as object) }))
  for (const host of ['127.0.0.1', '[::1]', 'localhost', 'app.example.com', '169.254.169.254', '2130706433']) {
    await expect(documents.read(`https://${host}:${port}/c.json`, signal)).rejects.toMatchObject({ code: 'invalid' })
    await expect(documents.read(`http://${host}:${port}/c.json`, signal)).rejects.toMatchObject({ code: 'invalid' })
  }
  expect(asked).toBe(0)
  await stop()
})

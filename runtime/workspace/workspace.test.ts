import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/database.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { createWorkspaceFiles } from './files.ts'
import { createWorkspaceOrigin } from './origin.ts'

const folder = temporaryFolder()
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Querent</title>')
writeFileSync(join(folder, 'assets/app-1a2b.js'), 'console.log(1)')
writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync('console.log(1)'))
writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
writeFileSync(join(folder, '.sources'), 'secret')
writeFileSync(join(folder, '_headers'), '/*')

const servers: TestServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

async function origin(elsewhere = {}, services = true) {
  const server = await testServer()
  servers.push(server)
  const deliver = services ? server.querent.origin(['core', 'llm', 'analytics', 'semantic', 'audio']) : null
  const answer = createWorkspaceOrigin({ deliver, elsewhere, files: createWorkspaceFiles(Promise.resolve(folder)) })
  const get = (path: string, init: RequestInit = {}) => answer(new Request(`http://querent.test${path}`, init), { ip: '127.0.0.1', waitUntil: null })
  return { server, get }
}

test('a path of the workspace is its page, a path of the API is the API', async () => {
  const { server, get } = await origin()
  for (const path of ['/', '/data/ds_1/filters?table=a.b', '/link', '/index.html']) {
    const page = await get(path)
    expect([path, page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'; script-src 'self'; .*frame-ancestors 'none'$/)
  }
  const api = await get('/api/v1/core/auths', { headers: { authorization: `Bearer ${server.adminKey}` } })
  expect([api.status, ((await api.json()) as { user: { role: string } }).user.role]).toEqual([200, 'admin'])
  expect((await get('/api/v1/nothing')).status).toBe(404)
  expect((await get('/health')).status).toBe(401)
})

test('hashed files are kept for ever, packed where the browser can unpack; no other file leaves the folder', async () => {
  const { get } = await origin()
  const packed = await get('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect([packed.headers.get('content-encoding'), packed.headers.get('cache-control'), packed.headers.get('vary')]).toEqual([
    'br',
    'public, max-age=31536000, immutable',
    'Accept-Encoding',
  ])
  const plain = await get('/assets/app-1a2b.js')
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'console.log(1)'])
  const icon = await get('/favicon.svg')
  expect((await get('/favicon.svg', { headers: { 'if-none-match': icon.headers.get('etag') ?? '' } })).status).toBe(304)
  const refused = [
    '/assets/gone.js',
    '/.sources',
    '/_headers',
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/a%00.js',
    '/%zz',
  ]
  expect(await Promise.all(refused.map(async (path) => (await get(path)).status))).toEqual(refused.map(() => 404))
  expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(404)
})

test('a build that takes the place of another is served at once; pages of the former keep the files they had', async () => {
  const place = join(temporaryFolder(), 'web')
  const put = (page: string, script: string) => {
    mkdirSync(join(place, 'assets'), { recursive: true })
    writeFileSync(join(place, 'index.html'), page)
    writeFileSync(join(place, 'assets', script), page)
    writeFileSync(join(place, 'favicon.svg'), page)
  }
  const files = createWorkspaceFiles(Promise.resolve(place))
  const read = async (path: string) => (await files(new Request(`http://querent.test${path}`), path))?.text()
  put('first', 'app-1.js')
  expect([await read('/data'), await read('/assets/app-1.js'), await read('/favicon.svg')]).toEqual(['first', 'first', 'first'])
  rmSync(place, { recursive: true })
  expect(await read('/data')).toBe('first')
  put('second', 'app-2.js')
  expect([await read('/data'), await read('/assets/app-2.js'), await read('/favicon.svg')]).toEqual(['second', 'second', 'second'])
  expect(await read('/assets/app-1.js')).toBe('first')
})

test('the prefix of a service elsewhere is passed on: bodies, streams, ids of requests, and the leaving of the caller', async () => {
  const seen: { url: string; headers: Headers; body: string }[] = []
  let left = false
  const upstream = (await import('@hono/node-server')).serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request: Request) => {
      if (request.url.endsWith('/stream')) {
        request.signal.addEventListener('abort', () => {
          left = true
        })
        const body = new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
          cancel: () => {
            left = true
          },
        })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
      seen.push({ url: request.url, headers: request.headers, body: await request.text() })
      return new Response('{}', {
        status: 201,
        headers: { 'content-type': 'application/json', 'x-request-id': request.headers.get('x-request-id') ?? '', connection: 'x-private', 'x-private': '1' },
      })
    },
  })
  await new Promise((resolve) => upstream.once('listening', resolve))
  const address = upstream.address() as { port: number }
  const { get } = await origin({ llm: `http://127.0.0.1:${address.port}/`, core: 'http://127.0.0.1:9' }, false)

  const made = await get('/api/v1/llm/sessions/new?a=b', {
    method: 'POST',
    body: 'x'.repeat(100_000),
    headers: { authorization: 'Bearer k', 'x-request-id': 'req_passed_on', te: 'trailers' },
  })
  expect([made.status, made.headers.get('x-request-id'), made.headers.get('x-private')]).toEqual([201, 'req_passed_on', null])
  expect([seen[0]?.url.endsWith('/api/v1/llm/sessions/new?a=b'), seen[0]?.body.length, seen[0]?.headers.get('te')]).toEqual([true, 100_000, null])
  expect([seen[0]?.headers.get('authorization'), seen[0]?.headers.get('x-forwarded-for'), seen[0]?.headers.get('x-forwarded-host')]).toEqual([
    'Bearer k',
    '127.0.0.1',
    'querent.test',
  ])

  const leaving = new AbortController()
  const stream = await get('/api/v1/llm/stream', { signal: leaving.signal })
  const reader = stream.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
  leaving.abort()
  await reader?.cancel().catch(() => {})
  await expect.poll(() => left).toBe(true)

  const away = await get('/api/v1/core/users')
  expect([away.status, ((await away.json()) as { error: { code: string } }).error.code]).toEqual([502, 'overloaded'])
  upstream.close()
})

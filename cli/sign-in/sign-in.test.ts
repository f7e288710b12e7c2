import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SERVICES } from '#runtime/compose.ts'
import { temporaryFolder } from '#test/database.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { listen } from '#test/listen.ts'
import { person } from '#test/oauth/app.ts'
import { querentLine } from '#test/querent-line.ts'
import { EXIT } from '../exit-codes.ts'
import { runLine } from '../run-line.ts'
import type { Terminal } from '../terminal.ts'

let server: TestServer
let place: Awaited<ReturnType<typeof listen>>
let ann: { id: string; token: string }
let env: { XDG_CONFIG_HOME: string }
const calls: string[] = []

beforeAll(async () => {
  const answer = getRequestListener((request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`)
    return server.querent.origin(SERVICES)(request, { ip: '127.0.0.1', waitUntil: null })
  })
  place = await listen(createServer(answer))
  server = await testServer({ environment: { WORKSPACE_URL: place.origin, API_ORIGINS: place.origin } })
})
beforeEach(async () => {
  ann = await person(server)
  env = { XDG_CONFIG_HOME: temporaryFolder() }
})
afterAll(async () => {
  await place.stop()
  await server.close()
})

/** A terminal that keeps what it is told; `answer` is what its reader types, who is absent without it. */
function terminalOf(answer?: (question: string, signal?: AbortSignal) => Promise<string>) {
  const told = { out: '', err: '' }
  const terminal: Terminal = {
    out: (text) => {
      told.out += text
    },
    err: (text) => {
      told.err += text
    },
    style: (_, text) => text,
    styleErr: (_, text) => text,
    columns: null,
    isErrTerminal: false,
    isInteractive: answer !== undefined,
    ask: (question, { signal } = {}) => answer?.(question, signal) ?? Promise.reject(new Error('nobody is there')),
    input: async () => '',
  }
  return { told, terminal }
}

function line(args: string[], answer?: Parameters<typeof terminalOf>[0]) {
  const { told, terminal } = terminalOf(answer)
  return { told, ended: runLine(args, { env, terminal }).then((code) => ({ code, ...told })) }
}
const run = (...args: string[]) => line(args).ended
const path = () => join(env.XDG_CONFIG_HOME, 'querent/credentials.json')
const kept = () => JSON.parse(readFileSync(path(), 'utf8'))
const expire = () => {
  const { url, connection } = kept()
  writeFileSync(path(), JSON.stringify({ url, connection: { ...connection, expiresAt: new Date().toISOString() } }))
}
const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
}

async function printed(told: { err: string }): Promise<URL> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const [address] = /^http\S+\/authorize\?\S+$/m.exec(told.err) ?? []
    if (address) return new URL(address)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`no address was printed: ${told.err}`)
}

/** What the page of the workspace does when its reader decides: the address the browser is sent to. */
async function decided(asked: URL, more: object = { approve: true }): Promise<string> {
  const { body, text } = await server.request('POST /core/oauth/authorizations', {
    as: ann.token,
    body: { ...Object.fromEntries(asked.searchParams), ...more },
  })
  if (!body.redirect_to) throw new Error(text)
  return body.redirect_to
}

async function login(more?: object) {
  const { told, ended } = line(['login', place.origin, '--no-browser'])
  const shown = await fetch(await decided(await printed(told), more && { approve: true, ...more }))
  return { page: await shown.text(), headers: shown.headers, ended: await ended }
}
const connections = async () => (await server.request('GET /core/oauth/connections', { as: ann.token })).body

test('who agrees in the browser is signed in, and the tokens are kept for him alone', async () => {
  const { page, headers, ended } = await login()
  expect(ended).toMatchObject({ code: EXIT.done, out: '', err: expect.stringContaining(`Signed in at ${place.origin} as `) })
  expect(page).toContain('You are signed in.')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect([statSync(path()).mode & 0o777, statSync(join(path(), '..')).mode & 0o777]).toEqual([0o600, 0o700])
  expect(existsSync(`${path()}.lock`)).toBe(false)
  expect(JSON.parse((await run('whoami', '-o', 'json')).out)).toMatchObject({ url: place.origin, user_id: ann.id })
  const [app] = await connections()
  expect(app).toMatchObject({ name: expect.stringMatching(/^querent on /), resource: place.origin, redirect_host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) })
  expect(await run('keys', 'create', 'another')).toMatchObject({ code: EXIT.forbidden })
})

test('signing out ends the connection at the server', async () => {
  await login()
  const { connection } = kept()
  expect(await run('logout')).toMatchObject({ code: EXIT.done, err: expect.stringContaining('its tokens revoked') })
  expect([existsSync(path()), await connections()]).toEqual([false, []])
  expect((await server.request('GET /core/auths', { as: connection.accessToken })).status).toBe(401)
  expect(await run('logout')).toMatchObject({ code: EXIT.signedOut })
})

test('signing in anew ends the connection before', async () => {
  await login()
  const { clientId } = kept().connection
  await login()
  expect((await connections()).map(({ client_id }: { client_id: string }) => client_id)).toEqual([kept().connection.clientId])
  expect(kept().connection.clientId).not.toBe(clientId)
})

test('a refusal, and an answer that is not for this sign-in, sign nobody in', async () => {
  const { told, ended } = line(['login', place.origin, '--no-browser'])
  const asked = await printed(told)
  const redirect = asked.searchParams.get('redirect_uri') ?? ''
  expect((await fetch(redirect.replace('/callback', '/favicon.ico'))).status).toBe(404)
  expect((await fetch(`${redirect}?code=stolen&state=else`)).status).toBe(400)
  expect((await fetch(redirect, { method: 'POST' })).status).toBe(404)
  const shown = await fetch(await decided(asked, { approve: false }))
  expect(await shown.text()).toContain('You are not signed in: the sign-in was refused in the browser.')
  expect(await ended).toMatchObject({ code: EXIT.signedOut, err: expect.stringContaining('refused in the browser') })
  expect(existsSync(path())).toBe(false)
})

test('an answer that names another issuer is not taken', async () => {
  const { told, ended } = line(['login', place.origin, '--no-browser'])
  const address = new URL(await decided(await printed(told)))
  address.searchParams.set('iss', 'https://evil.example')
  await fetch(address)
  expect(await ended).toMatchObject({ code: EXIT.failed, err: expect.stringContaining('iss') })
  expect(existsSync(path())).toBe(false)
})

test('from a browser on another machine the address is pasted', async () => {
  const answer = async () => decided(await printed(first.told))
  const first = line(['login', place.origin, '--no-browser'], answer)
  expect(await first.ended).toMatchObject({ code: EXIT.done })
  const wrong = line(['login', place.origin, '--no-browser'], async () => 'https://evil.example/callback?code=x')
  expect(await wrong.ended).toMatchObject({ code: EXIT.usage })
  const waits = line(
    ['login', place.origin, '--no-browser'],
    (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  await fetch(await decided(await printed(waits.told)))
  expect(await waits.ended).toMatchObject({ code: EXIT.done })
})

test('processes that meet a token at its end renew it once, and all go on', async () => {
  await login()
  const before = kept().connection
  expire()
  calls.length = 0
  const lines = await Promise.all(Array.from({ length: 2 }, () => querentLine(['whoami'], { env }).ended))
  expect(lines.map(({ code }) => code)).toEqual([0, 0])
  expect(calls.filter((call) => call.endsWith('/oauth/token'))).toHaveLength(1)
  expect(kept().connection.refreshToken).not.toBe(before.refreshToken)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  // Past the time in which the one before would still be taken.
  later(60)
  expire()
  expect(await run('whoami')).toMatchObject({ code: EXIT.done })
})

test('a lock that a dead process left is broken', async () => {
  await login()
  expire()
  writeFileSync(`${path()}.lock`, '1\n')
  utimesSync(`${path()}.lock`, new Date(0), new Date(0))
  expect(await run('whoami')).toMatchObject({ code: EXIT.done })
  expect(existsSync(`${path()}.lock`)).toBe(false)
})

test('a connection that was ended elsewhere says to sign in anew', async () => {
  await login()
  const [app] = await connections()
  await server.request(`DELETE /core/oauth/connections/${app.id}`, { as: ann.token })
  expect(await run('whoami')).toMatchObject({ code: EXIT.signedOut })
  expire()
  expect(await run('whoami')).toMatchObject({ code: EXIT.signedOut, err: expect.stringContaining('has ended') })
  expect(await run('logout')).toMatchObject({ code: EXIT.done })
})

test('a key given after it takes its place, and ends it', async () => {
  await login()
  expect(await run('login', place.origin, '--key', server.adminKey)).toMatchObject({ code: EXIT.done })
  expect([kept(), await connections()]).toEqual([{ url: place.origin, key: server.adminKey }, []])
})

test('the scopes agreed to are the ones that hold', async () => {
  await login({ scopes: ['core:read'] })
  expect(await run('sources', 'list')).toMatchObject({ code: EXIT.forbidden })
})

test('where there is no sign-in by a browser, somebody is asked for a key', async () => {
  const off = await testServer({ environment: { APP_ENV: 'production', QUERENT_MASTER_KEYS: (await server.kept()).masterKeys } })
  const there = await listen(createServer(getRequestListener((request) => off.querent.origin(SERVICES)(request, { ip: '127.0.0.1', waitUntil: null }))))
  expect(await run('login', there.origin)).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('--key -') })
  expect(await line(['login', there.origin], async () => off.adminKey).ended).toMatchObject({ code: EXIT.done })
  await there.stop()
  await off.close()
})

test.skipIf(process.platform !== 'linux')('the browser of the system is opened', async () => {
  const folder = temporaryFolder()
  const browser = join(folder, 'browser')
  writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$1" > '${folder}/part' && mv '${folder}/part' '${folder}/address'\n`)
  chmodSync(browser, 0o755)
  const { ended } = querentLine(['login', place.origin], { env: { ...env, BROWSER: browser } })
  while (!existsSync(join(folder, 'address'))) await new Promise((resolve) => setTimeout(resolve, 20))
  await fetch(await decided(new URL(readFileSync(join(folder, 'address'), 'utf8'))))
  expect(await ended).toMatchObject({ code: EXIT.done })
})

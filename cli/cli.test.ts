import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { type OpenAiServer, startOpenAiServer } from '#test/openai-server.ts'
import { type Ended, type LineOptions, querentLine } from '#test/querent-line.ts'
import { type Api, apiAt } from '#test/runtimes/api.ts'
import { EXIT } from './exit-codes.ts'

const root = join(import.meta.dirname, '..')
const sample = join(root, 'examples/chinook.sqlite')

let started: ReturnType<typeof querentLine>
let url: string
let key: string
let api: Api
let provider: OpenAiServer

/** One line against the server of this file, signed in by the environment. */
const querent = (args: string[], options: LineOptions = {}): Promise<Ended> =>
  querentLine(args, { ...options, env: { QUERENT_URL: url, QUERENT_KEY: key, HOME: '/nonexistent', ...options.env } }).ended

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  provider = await startOpenAiServer()
  const folder = temporaryFolder()
  started = querentLine(['start', '--port', String(port), '--data', join(folder, 'data')], {
    folder,
    env: { LOG: 'off', FIND_LOCAL_MODELS: 'false', WORKSPACE_PORT: 'off' },
  })
  let over = false
  void started.ended.then(() => {
    over = true
  })
  await until(() => over || /^ready$/m.test(started.out()))
  key = /^Admin API key: (qk_\S+)$/m.exec(started.out())?.[1] ?? ''
  api = apiAt(() => url, key)
  expect(statSync(join(folder, 'data')).isDirectory()).toBe(true)
  const added = await querent(['sources', 'add', sample, '--name', 'Music shop', '--model', 'music'])
  expect(added.err).toContain('completed: done, 11 of 11 tables')
  expect(added.code).toBe(EXIT.done)
}, 120_000)

afterAll(async () => {
  await provider?.close()
  started?.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
})

test('a key is kept for its owner alone, and sent to its own address only', async () => {
  const env = { QUERENT_KEY: '', QUERENT_URL: '', XDG_CONFIG_HOME: temporaryFolder() }
  const path = join(env.XDG_CONFIG_HOME, 'querent/credentials.json')
  expect(await querent(['whoami'], { env })).toMatchObject({ code: EXIT.signedOut, out: '', err: expect.stringContaining('not signed in') })
  expect((await querent(['login', '--url', url, '--key', 'qk_dev_wrong'], { env })).code).toBe(EXIT.signedOut)
  expect(existsSync(path)).toBe(false)
  expect((await querent(['login', '--url', `${url}/api/v1/`, '--key', '-'], { env, input: `${key}\n` })).code).toBe(EXIT.done)
  expect([statSync(path).mode & 0o777, statSync(join(path, '..')).mode & 0o777]).toEqual([0o600, 0o700])
  expect(JSON.parse((await querent(['whoami', '-o', 'json'], { env })).out)).toMatchObject({ url, role: 'admin' })
  expect(await querent(['whoami', '--url', provider.baseUrl], { env })).toMatchObject({ code: EXIT.signedOut })
  expect(provider.requests).toEqual([])
  chmodSync(path, 0o640)
  expect(await querent(['whoami'], { env })).toMatchObject({ code: EXIT.signedOut, err: expect.stringContaining('chmod 600') })
})

test('signing in by password makes a key that ends with signing out', async () => {
  await api.call('core', 'POST /users', { body: { email: 'ann@example.com', name: 'Ann', password: 'correct horse battery' } })
  const env = { QUERENT_KEY: '', XDG_CONFIG_HOME: temporaryFolder() }
  const wrong = await querent(['login', '--email', 'ann@example.com'], { env, input: 'wrong horse battery' })
  expect(wrong.code).toBe(EXIT.signedOut)
  expect((await querent(['login', '--email', 'ann@example.com', '--days', '2'], { env, input: 'correct horse battery\n' })).code).toBe(EXIT.done)
  const made = JSON.parse(readFileSync(join(env.XDG_CONFIG_HOME, 'querent/credentials.json'), 'utf8')).key
  const [listed] = JSON.parse((await querent(['keys', 'list', '-o', 'json'], { env })).out)
  expect(Date.parse(listed.expires_at) - Date.now()).toBeLessThan(2 * 86_400_000)
  expect((await querent(['keys', 'rotate', 'key_none'], { env })).code).toBe(EXIT.notFound)
  expect((await querent(['logout'], { env })).err).toContain('its key revoked')
  expect((await querent(['whoami'], { env: { QUERENT_KEY: made } })).code).toBe(EXIT.signedOut)
})

test('an answer is a sentence and a table, JSON, or CSV', async () => {
  const question = 'What is the total revenue per country?'
  const table = await querent(['ask', question, '--rows', '2', '--sql'])
  expect(table.out).toMatch(/USA is highest with 523\.06.*\n\nSELECT .*\n\nCountry +Total\nUSA +523\.06\nCanada +303\.96\n… 22 more rows\n$/s)
  const session = /session (ses_\w+)/.exec(table.err)?.[1] ?? ''
  const csv = await querent(['ask', '-m', 'music', '--session', session, '-o', 'csv', '-'], { input: `${question}\n` })
  expect(csv.out.split('\r\n').slice(0, 2)).toEqual(['"Country","Total"', '"USA",523.06'])
  const json = JSON.parse((await querent(['ask', ...question.split(' '), '--source', 'music SHOP', '-o', 'json'])).out)
  expect(json).toMatchObject({ object: 'chat.completion', status: 'completed' })
})

test('Ctrl-C stops a question where it is being answered', async () => {
  const { body: made } = await api.call('core', 'POST /providers', {
    body: { name: 'slow', kind: 'openai-compatible', base_url: provider.baseUrl, api_key: 'sk-x' },
  })
  await api.call('core', 'POST /models', { body: { name: 'slow', provider_id: made.id, upstream: 'gpt-4o-mini' } })
  provider.replies.push({ drip: 'word ', everyMs: 5 })
  const line = querentLine(['ask', '-m', 'slow', 'Tell me a story'], { env: { QUERENT_URL: url, QUERENT_KEY: key } })
  await until(() => line.out().includes('word word'))
  line.kill('SIGINT')
  expect(await line.ended).toMatchObject({ code: EXIT.interrupted, err: 'querent: stopped\n' })
  await provider.abandoned
  const [session] = (await api.call('llm', 'GET /sessions?page_size=1')).body
  const messages = (await api.call('llm', `GET /sessions/${session.id}/messages`)).body
  const { body: kept } = await api.call('llm', `GET /session/completions/${messages.at(-1).completion_id}`)
  expect(kept).toMatchObject({ status: 'cancelled', choices: [{ message: { content: expect.stringContaining('word word') } }] })
})

test('data sources are listed, tried and read', async () => {
  const csv = await querent(['sources', 'list', '-o', 'csv'])
  expect(csv.out).toMatch(/^"id","name","type","status","extraction_status","tables_count"\r\n"ds_\w+","Music shop","sqlite","connected","completed",11\r\n$/)
  expect((await querent(['sources', 'test', 'Music shop'])).out).toContain('read_schema')
  const read = await querent(['sources', 'extract', 'Music shop', '--watch'])
  expect([read.code, read.out]).toEqual([EXIT.done, expect.stringMatching(/^id +ext_\w+\nstatus +completed\n/)])
  const refused = await querent(['sources', 'add', 'postgres://reader@169.254.169.254/shop'])
  expect([refused.code, refused.err]).toEqual([EXIT.refused, expect.stringContaining('connection.host')])
  expect((await querent(['sources', 'add', 'nothing.csv'])).code).toBe(EXIT.usage)
  expect((await querent(['sources', 'test', 'Nothing'])).code).toBe(EXIT.notFound)
})

test('what data holds does not steer the terminal', async () => {
  const file = join(temporaryFolder(), 'words.csv')
  writeFileSync(file, 'word,count\n"\u001b[2Jwiped",1\n日本語,2\nplain,3\n')
  expect((await querent(['sources', 'add', file, '--name', '\u001b]0;Words\u0007', '--model', 'words'])).out).not.toMatch(/\p{Cc}(?<!\n)/u)
  const { out } = await querent(['ask', '-m', 'words', 'List the words'])
  expect(out).toContain('[2Jwiped')
  expect(out).not.toContain('\u001b')
  const plain = await querent(['sources', 'list'])
  const colored = await querent(['sources', 'list'], { env: { FORCE_COLOR: '1' } })
  expect(plain.out).not.toContain('\u001b')
  expect(colored.out).toContain('\u001b[1m')
  expect((await querent(['sources', 'list'], { env: { NO_COLOR: '1' } })).out).toBe(plain.out)
})

test('a chart is a picture or its rows', async () => {
  await querent(['ask', '-m', 'music', 'Which are the top 3 artists by number of tracks?'])
  const [chart] = JSON.parse((await querent(['charts', 'list', '--all', '-o', 'json'])).out)
  expect((await querent(['charts', 'export', chart.id])).out).toContain('Iron Maiden')
  expect((await querent(['charts', 'export', chart.id, '--format', 'svg', '--theme', 'dark'])).out).toMatch(/^<svg/)
  const file = join(temporaryFolder(), 'chart.png')
  expect((await querent(['charts', 'export', chart.id, '--format', 'png', '--file', file])).code).toBe(EXIT.done)
  expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG')
})

test('a layer is pulled, compared, pushed, and is then the same', async () => {
  const file = join(temporaryFolder(), 'layer.yaml')
  expect((await querent(['layer', 'pull', 'Music shop', '--file', file])).code).toBe(EXIT.done)
  expect(await querent(['layer', 'diff', 'Music shop', '--file', file])).toEqual({ code: EXIT.done, out: '', err: '' })
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace('description: Title of each album', 'description: What stands on the sleeve').replace('"Title of each album', '"What stands on the sleeve'),
  )
  const differs = await querent(['layer', 'diff', 'Music shop', '--file', file])
  expect(differs.code).toBe(EXIT.negative)
  expect(differs.out).toMatch(/^-.*Title of each album[\s\S]*^\+.*What stands on the sleeve/m)
  expect((await querent(['layer', 'push', 'Music shop', '--file', file, '--dry-run'])).err).toContain('would be created 0, updated 1')
  expect((await querent(['layer', 'push', 'Music shop', '--file', '-'], { input: readFileSync(file, 'utf8') })).err).toContain('created 0, updated 1')
  expect((await querent(['layer', 'diff', 'Music shop', '--file', file])).code).toBe(EXIT.done)
})

test('a key is made, used within its scopes, and revoked', async () => {
  const made = JSON.parse((await querent(['keys', 'create', 'reader', '--scope', 'core:read', 'semantic:read', '--days', '1', '-o', 'json'])).out)
  const env = { QUERENT_KEY: made.key }
  expect((await querent(['sources', 'list'], { env })).code).toBe(EXIT.done)
  expect((await querent(['keys', 'create', 'more'], { env })).code).toBe(EXIT.forbidden)
  expect((await querent(['keys', 'revoke', made.id])).code).toBe(EXIT.done)
  expect((await querent(['whoami'], { env })).code).toBe(EXIT.signedOut)
})

test('each exit code is in the guide', () => {
  const told = [...readFileSync(join(root, 'docs/guides/cli.md'), 'utf8').matchAll(/^\| `(\d+)` \|/gm)].map(([, code]) => Number(code))
  expect(told).toEqual(Object.values(EXIT))
})

test('a wrong line, and an address where nothing or something else is, are told apart', async () => {
  expect(await querent(['--help'])).toMatchObject({ code: EXIT.done, out: expect.stringContaining('Usage: querent') })
  expect(await querent(['bogus'])).toMatchObject({ code: EXIT.usage, err: expect.stringContaining('unknown command') })
  expect(await querent(['ask', 'what?', '-o', 'xml'])).toMatchObject({ code: EXIT.usage })
  const nowhere = { QUERENT_URL: `http://127.0.0.1:${await freePort()}` }
  expect(await querent(['whoami'], { env: nowhere })).toMatchObject({ code: EXIT.unreachable, err: expect.stringContaining('querent start') })
  expect((await querent(['whoami', '--url', provider.baseUrl])).code).toBe(EXIT.failed)
})

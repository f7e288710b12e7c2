import { expect, test } from 'vitest'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { readEnvironment } from '#runtime/env.ts'
import { planOrigins } from '#runtime/origins.ts'
import { freePort } from '#test/free-port.ts'
import { outputOf, RUNTIMES, startEntry } from './local-process.ts'

const good = newMasterKey('k1')
const short = `k1:${btoa('only 16 bytes...')}`
const example = `k1:${btoa('querent-example-key-do-not-use!!')}`
const zeros = `k1:${btoa('\0'.repeat(32))}`

/** Each row alone keeps a production process from starting: the setting to blame, then all that is set. */
const BAD: [string, Record<string, string>][] = [
  ['QUERENT_MASTER_KEYS', { QUERENT_MASTER_KEYS: '' }],
  ['QUERENT_MASTER_KEYS', { QUERENT_MASTER_KEYS: 'secret' }],
  ['QUERENT_MASTER_KEYS', { QUERENT_MASTER_KEYS: short }],
  ['QUERENT_MASTER_KEYS', { QUERENT_MASTER_KEYS: example }],
  ['QUERENT_MASTER_KEYS', { QUERENT_MASTER_KEYS: zeros }],
  ['QUERENT_MASTER_KEYS', { QUERENT_MASTER_KEYS: `${good},${good}` }],
  ['QUERENT_ADMIN_API_KEY', { QUERENT_ADMIN_API_KEY: 'qk_live_changeme' }],
  ['QUERY_RUNNER_SECRET', { QUERY_RUNNER_URL: 'https://runner.example.com' }],
  ['QUERY_RUNNER_SECRET', { QUERY_RUNNER_URL: 'https://runner.example.com', QUERY_RUNNER_SECRET: 'short' }],
  ['QUERY_RUNNER_SECRET', { QUERY_RUNNER_PORT: '42030' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/querent' }],
  ['CORE_PORT', { CORE_PORT: '70000' }],
  ['AUDIO_PORT', { AUDIO_PORT: '42021' }],
  ['APP_ENV', { APP_ENV: 'prod' }],
  ['HEALTH_PUBLIC', { HEALTH_PUBLIC: 'yes' }],
  ['TIME_ZONE', { TIME_ZONE: 'Middle/Earth' }],
  ['AUDIT_KEEP_DAYS', { AUDIT_KEEP_DAYS: '0' }],
  ['AUDIT_DATA_READS', { AUDIT_DATA_READS: 'maybe' }],
  ['CURRENCY', { CURRENCY: 'euros' }],
]

const production = (settings: Record<string, string>) => ({ APP_ENV: 'production', QUERENT_MASTER_KEYS: good, ...settings })

test.for(BAD)('%s is told for %j', ([name, settings]) => {
  expect(() => planOrigins([], readEnvironment(production(settings)))).toThrow(new RegExp(`^bad settings:\\n {2}${name}:`))
})

test.for(['node', 'bun'] as const)('on %s nothing listens under a bad setting, and its name is told', async (runtime, { skip }) => {
  if (RUNTIMES[runtime] === null) skip('its binary is not installed')
  const started = startEntry(runtime, [], production({ CORE_PORT: '70000' }))
  expect(await started.ended).toBe(1)
  expect(started.output.stderr).toMatch(/^Querent cannot start: bad settings:\n {2}CORE_PORT:/)
  expect(started.output.stdout).toBe('')
})

test('the same settings without a fault start it, with its docs hidden', async () => {
  const port = await freePort()
  const started = startEntry('node', ['audio'], { APP_ENV: 'production', QUERENT_MASTER_KEYS: good, AUDIO_PORT: String(port) })
  await outputOf(started, /^audio +http/m)
  expect(started.output.stdout).toMatch(/^Admin API key: qk_live_/)
  const docs = await fetch(`http://127.0.0.1:${port}/api/v1/audio/docs`)
  expect(docs.status).toBe(404)
  await docs.text()
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(0)
})

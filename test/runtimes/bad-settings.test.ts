import { expect, test } from 'vitest'
import { newMasterKey } from '#domain/access/master-keys.ts'
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

test.for(['node', 'bun'] as const)('on %s nothing listens under a bad setting, and its name is told', async (runtime, { skip }) => {
  if (RUNTIMES[runtime] === null) skip('its binary is not installed')
  const found: unknown[] = []
  for (const [, settings] of BAD) {
    const { ended, output } = startEntry(runtime, [], { APP_ENV: 'production', QUERENT_MASTER_KEYS: good, ...settings })
    const code = await ended
    found.push([output.stderr.match(/^Querent cannot start: .*\n {2}([A-Z_]+):/)?.[1], code, output.stdout])
  }
  expect(found).toEqual(BAD.map(([name]) => [name, 1, '']))
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

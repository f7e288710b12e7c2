import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/database.ts'
import { mailCertificate } from '#test/fixtures/mail-certificate.ts'
import { RUNTIMES } from './local-process.ts'
import { localSmoke } from './local-smoke.ts'

const root = join(import.meta.dirname, '../..')

describe.skipIf(RUNTIMES.bun === null)(RUNTIMES.bun ? 'Bun' : 'Bun (skipped: its binary is not installed)', () => {
  localSmoke('bun')

  test('as it is started, more than 256 questions may wait for a provider at once', async () => {
    let open = 0
    const answers: (() => void)[] = []
    const server = createServer((_, response) => {
      open += 1
      answers.push(() => response.end('answered'))
      if (open === 300) for (const answer of answers) answer()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const asks = `await Promise.all(Array.from({ length: 300 }, () => fetch('http://127.0.0.1:${(server.address() as AddressInfo).port}').then((it) => it.text())))`
    const [bun = '', ...args] = RUNTIMES.bun?.slice(0, -1) ?? []
    await promisify(execFile)(bun, [...args, '-e', asks], { timeout: 20_000 }).finally(() => server.close())
    expect(open).toBe(300)
  })

  test('a provider is dialled at the address that was checked, under its own name', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'ca.pem'), mailCertificate.cert)
    const [bun = ''] = RUNTIMES.bun ?? []
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
    const { stdout } = await promisify(execFile)(bun, [join(root, 'test/runtimes/dialled-fetch.ts')], { timeout: 60_000, env, cwd: root })
    expect(JSON.parse(stdout)).toEqual({
      'https mail.test': 'mail.test',
      'https other.test': 'ERR_TLS_CERT_ALTNAME_INVALID',
      'http mail.test': 'mail.test',
      'http other.test': 'other.test',
    })
  })
})

import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dialledFetch } from '#connectors/models/dialled-fetch.ts'
import { mailCertificate } from '#test/fixtures/mail-certificate.ts'

/**
 * Run by Bun: names that no resolver knows are called at the addresses a check found, the first of which answers nobody. Prints what the servers were told, or how
 * the call failed.
 */
const answers = {
  https: createServer(mailCertificate, (request, reply) => void reply.end(request.headers.host)),
  http: createPlainServer((request, reply) => void reply.end(request.headers.host)),
}
const call = dialledFetch(globalThis.fetch, async () => [
  { address: '127.9.9.9', family: 4 },
  { address: '127.0.0.1', family: 4 },
])
const told: Record<string, string> = {}
for (const [protocol, server] of Object.entries(answers)) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const name of ['mail.test', 'other.test']) {
    const said = await call(`${protocol}://${name}:${port}/v1/models`)
      .then((reply) => reply.text())
      .catch((error) => String(error.code))
    told[`${protocol} ${name}`] = said.replace(`:${port}`, '')
  }
}
console.log(JSON.stringify(told))
process.exit(0)

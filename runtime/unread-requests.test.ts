import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerUnread } from './unread-requests.ts'

const server = createServer((_, response) => response.end('answered'))
beforeAll(async () => {
  answerUnread(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** What a client reads that sends all it has before it reads. */
const sent = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let told = ''
    socket.on('data', (bytes) => {
      told += bytes
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(told))
    socket.write(request)
  })

test.each([20_000, 400_000, 8_000_000])('an address of %i bytes is answered with 431, and the connection is not reset', async (length) => {
  expect(await sent(`GET /${'x'.repeat(length)} HTTP/1.1\r\nhost: here\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 .*\r\nconnection: close/)
})

test('what is no request is answered with 400', async () => {
  expect(await sent('nothing of this kind\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
})

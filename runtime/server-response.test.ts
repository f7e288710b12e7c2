import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { PatientResponse } from './server-response.ts'

/** What a client reads of a reply, as it was written. */
async function pieces(answer: (response: ServerResponse) => void): Promise<string[]> {
  const server = createServer({ ServerResponse: PatientResponse }, (_request, response) => answer(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const read: string[] = []
  socket.on('data', (bytes) => read.push(bytes.toString()))
  socket.write('GET / HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n')
  await once(socket, 'close')
  return read
}

test('a head that is sent at once travels with what follows in the same turn', async () => {
  const [first] = await pieces((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    Promise.resolve().then(() => response.write('data: a\n\n'))
    setTimeout(() => response.end(), 20)
  })
  expect(first).toMatch(/^HTTP\/1.1 200 OK/)
  expect(first).toContain('data: a')
})

test('a head whose body comes later is not held back for it, and is sent once', async () => {
  const read = await pieces(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    await pause(50)
    response.end('data: a\n\n')
  })
  expect(read[0]).toMatch(/^HTTP\/1.1 200 OK/)
  expect(read[0]).not.toContain('data: a')
  expect(read.join('').match(/HTTP\/1.1/g)).toHaveLength(1)
})

test('a reply that ended in the same turn is whole', async () => {
  const read = await pieces((response) => {
    response.flushHeaders()
    response.end('all')
  })
  expect(read.join('')).toMatch(/^HTTP\/1.1 200 OK.*all/s)
})

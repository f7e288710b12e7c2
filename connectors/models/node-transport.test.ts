import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { nodeTransport } from './node-transport.ts'

test('of many replies that go on at once only some are read in one turn of the event loop, and none is forgotten', async () => {
  const replies: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200).write('begun ')
    replies.push(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const transport = nodeTransport({ connectMs: 5_000 })
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const posted = await Promise.all(Array.from({ length: 300 }, () => transport.post(url, {}, '{}', new AbortController().signal)))
    for (const each of posted) await each.next()
    let turn = 0
    let isOver = false
    const count = () => {
      turn += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const read = Promise.all(posted.map(async (each) => ({ text: Buffer.from((await each.next()) ?? []).toString(), turn })))
    for (const reply of replies) reply.write('more')
    const all = await read
    isOver = true
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set(['more']))
    const perTurn = Map.groupBy(all, (each) => each.turn)
    expect(Math.max(...[...perTurn.values()].map(({ length }) => length))).toBeLessThanOrEqual(128)
    for (const each of posted) each.cancel()
  } finally {
    await transport.close()
    server.closeAllConnections()
    server.close()
  }
})

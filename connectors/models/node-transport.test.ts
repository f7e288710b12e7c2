import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { nodeTransport } from './node-transport.ts'

const undiciTimers = createRequire(import.meta.url)('undici/lib/util/timers.js') as { tick(ms: number): void }

/** Lets an hour pass for undici's own deadlines: one that was just set counts from the first turn on. */
function passHour(): void {
  undiciTimers.tick(0)
  undiciTimers.tick(3_600_000)
}

/** A server that answers as `write` says, and its address. */
async function serving(write: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => write(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const transport = nodeTransport({ connectMs: 5_000 })
  const stop = async () => {
    await transport.close()
    server.closeAllConnections()
    server.close()
  }
  return { transport, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

test('while a reply rests what comes is kept for one piece, in order and to its end', async () => {
  const words = Array.from({ length: 12 }, (_, index) => `word ${index} `)
  const { transport, url, stop } = await serving((response) => {
    response.writeHead(200).write(words[0])
    let next = 1
    const timer = setInterval(() => {
      if (next === words.length) response.end(() => clearInterval(timer))
      else response.write(words[next++])
    }, 4)
  })
  try {
    const posted = await transport.post(url, {}, '{}', new AbortController().signal)
    const pieces: string[] = []
    for (let notBefore = 0; ; notBefore = performance.now() + 150) {
      const piece = await posted.next(notBefore)
      if (!piece) break
      pieces.push(Buffer.from(piece).toString())
    }
    expect(pieces.join('')).toBe(words.join(''))
    expect(pieces.length).toBeLessThan(6)
  } finally {
    await stop()
  }
})

test('who leaves a reply that rests is let go at once', async () => {
  const { transport, url, stop } = await serving((response) => response.writeHead(200).write('begun '))
  try {
    const controller = new AbortController()
    const posted = await transport.post(url, {}, '{}', controller.signal)
    await posted.next()
    const resting = posted.next(performance.now() + 60_000)
    controller.abort(new Error('left'))
    await expect(resting).rejects.toThrow('left')
  } finally {
    await stop()
  }
})

test('of many replies that go on at once only some are read in one turn of the event loop, and none is forgotten', async () => {
  const replies: ServerResponse[] = []
  const { transport, url, stop } = await serving((response) => {
    response.writeHead(200).write('begun ')
    replies.push(response)
  })
  try {
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
    await stop()
  }
})

test('a reply has as long as its caller waits, before its head and within it', async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  const { transport, url, stop } = await serving(asked.resolve)
  try {
    const posting = transport.post(url, {}, '{}', new AbortController().signal)
    const reply = await asked.promise
    passHour()
    reply.writeHead(200).write('begun ')
    const posted = await posting
    await posted.next()
    passHour()
    reply.end('ended')
    expect(Buffer.from((await posted.next()) ?? []).toString()).toBe('ended')
  } finally {
    await stop()
  }
})

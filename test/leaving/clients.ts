import { request } from 'node:http'

export type Kind = { model: string; streamed: boolean }
export type Left = { number: number; kind: Kind; at: number }

/** So many clients ask, `atOnce` at a time, and each leaves at a random moment before its answer is whole. */
export async function leaveAtRandom(url: string, key: string, kinds: Kind[], clients: number, atOnce: number, longestMs: number): Promise<Left[]> {
  const left: Left[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < clients) {
        const number = next++
        const kind = kinds[number % kinds.length] as Kind
        left.push({ number, kind, at: await leaveOnce(url, key, kind, number, Math.random() * longestMs) })
      }
    }),
  )
  return left
}

/** Asks over a connection of its own and cuts it; answers when. */
function leaveOnce(url: string, key: string, { model, streamed }: Kind, number: number, afterMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const asking = request(`${url}/api/v1/llm/session/completions`, { method: 'POST', headers, agent: false }, (reply) => {
      reply.on('error', () => {})
      reply.resume()
      reply.once('end', () => reject(new Error(`client ${number} was answered ${reply.statusCode} to the end`)))
    })
    asking.on('error', () => {})
    asking.end(JSON.stringify({ model, stream: streamed, messages: [{ role: 'user', content: `This is client ${number} and it wants everything` }] }))
    setTimeout(() => {
      resolve(Date.now())
      // A reset, as a closed program or a proxy sends it: an end of sending alone may mean that the client still reads.
      asking.socket?.resetAndDestroy()
      asking.destroy()
    }, afterMs)
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { listen } from './listen.ts'

export type VendorServer = {
  origin: string
  requests: { method: string; path: string; headers: Record<string, string | string[] | undefined>; body: any }[]
  /** What the next requests are answered with: a recording without its ending, and its status. */
  answer(recording: string, status?: number, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** A vendor on loopback that answers from its folder of recordings: whole replies as `.json`, streams as `.sse`, Amazon's as its binary events. */
export async function startVendorServer(vendor: string): Promise<VendorServer> {
  const folder = join(import.meta.dirname, 'fixtures', vendor)
  const requests: VendorServer['requests'] = []
  let next = { recording: 'text', status: 200, headers: {} as Record<string, string> }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body: text ? JSON.parse(text) : null })
    const { recording, status, headers } = request.method === 'GET' ? { ...next, recording: 'models' } : next
    const streams = requests.at(-1)?.body?.stream === true || /stream/i.test(request.url ?? '')
    const file = (streams ? ['.sse', '.events.json', '.json'] : ['.json']).map((ending) => join(folder, recording + ending)).find(existsSync)
    if (!file) {
      response.writeHead(500).end(`there is no recording ${recording}`)
      return
    }
    const events = file.endsWith('.events.json')
    const type = file.endsWith('.sse') ? 'text/event-stream' : events ? 'application/vnd.amazon.eventstream' : 'application/json'
    const content = readFileSync(file)
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(events ? Buffer.concat((JSON.parse(content.toString()) as Record<string, unknown>[]).map(amazonEvent)) : content)
  })
  const { origin, stop } = await listen(server)
  return {
    origin,
    requests,
    answer: (recording, status = 200, headers = {}) => {
      next = { recording, status, headers }
    },
    close: stop,
  }
}

/** One event as Amazon frames it (application/vnd.amazon.eventstream): lengths, a checksum, headers, payload, a checksum. */
function amazonEvent(event: Record<string, unknown>): Buffer {
  const [[type = '', payload] = []] = Object.entries(event)
  const body = Buffer.from(JSON.stringify(payload))
  const headers = Buffer.concat([header(':event-type', type), header(':content-type', 'application/json'), header(':message-type', 'event')])
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + headers.length + body.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const message = Buffer.concat([prelude, headers, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(message))
  return Buffer.concat([message, checksum])
}

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(value.length)
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)])
}

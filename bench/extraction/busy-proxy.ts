import { connect, createServer, type Socket } from 'node:net'

const READY_FOR_QUERY = 'Z'.charCodeAt(0)
const HEADER_BYTES = 5

/** A pipe to a PostgreSQL server that tells for how long the server had something to do. */
export type BusyProxy = { port: number; busyMs(): number; close(): void }

/**
 * The server counts as busy from a client's message until it says that it is ready for the next, on any connection:
 * the intervals are joined, so that two queries at once count once.
 */
export async function busyProxy(target: { host: string; port: number }, port: number): Promise<BusyProxy> {
  let working = 0
  let since = 0
  let total = 0
  const begin = () => {
    if (working === 0) since = performance.now()
    working += 1
  }
  const end = () => {
    working -= 1
    if (working === 0) total += performance.now() - since
  }

  function join(client: Socket): void {
    const server = connect(target.port, target.host)
    let isBusy = false
    const rest = () => {
      if (isBusy) end()
      isBusy = false
    }
    const isReady = readyIn()
    client.on('data', (bytes) => {
      if (!isBusy) begin()
      isBusy = true
      server.write(bytes)
    })
    server.on('data', (bytes: Buffer) => {
      if (isReady(bytes)) rest()
      client.write(bytes)
    })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('close', () => {
        rest()
        to.destroy()
      })
      from.on('error', () => to.destroy())
    }
  }

  const listener = createServer(join)
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  return { port, busyMs: () => total + (working > 0 ? performance.now() - since : 0), close: () => listener.close() }
}

/** Follows the frames of the server's messages; answers whether the last whole one in the bytes says "ready". */
function readyIn(): (bytes: Buffer) => boolean {
  let kept: Buffer = Buffer.alloc(0)
  return (bytes) => {
    kept = kept.length > 0 ? Buffer.concat([kept, bytes]) : bytes
    let last = 0
    while (kept.length >= HEADER_BYTES) {
      const size = 1 + kept.readUInt32BE(1)
      if (kept.length < size) break
      last = kept[0] ?? 0
      kept = kept.subarray(size)
    }
    return last === READY_FOR_QUERY && kept.length === 0
  }
}

import { createServer } from 'node:net'

/** Below the ports an operating system hands to outgoing connections and to servers that ask for any. */
const FIRST = 12_000
const COUNT = 18_000

let next = Math.floor(Math.random() * COUNT)

/**
 * A loopback port for a server that is started later. It lies where no program is given one unasked, and is told once
 * to this process: between its being found and its being opened nothing else takes it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < COUNT; attempt += 1) {
    const port = FIRST + (next % COUNT)
    next += 1
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

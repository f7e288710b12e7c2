import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const PATH = '/callback'

/** An address of this machine at which the browser ends (RFC 8252 §7.3). */
export type Loopback = {
  redirectUri: string
  /** The address it was sent to, with the state of this sign-in; others are refused and waited on. */
  answer: Promise<URL>
  /** Shows the person what came of it, and listens no more. */
  end(words: string): Promise<void>
}

export async function listenOnLoopback(state: string): Promise<Loopback> {
  let isAnswered = false
  let waiting: ServerResponse | null = null
  let arrived: (address: URL) => void
  const answer = new Promise<URL>((resolve) => {
    arrived = resolve
  })
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', redirectUri)
    if (request.method !== 'GET' || address.pathname !== PATH) return show(response, 404, 'Nothing is here.')
    if (isAnswered || address.searchParams.get('state') !== state) return show(response, 400, 'This is no answer to the sign-in that waits here.')
    isAnswered = true
    waiting = response.once('close', () => {
      waiting = null
    })
    arrived(address)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`
  return {
    redirectUri,
    answer,
    async end(words) {
      const browser = waiting
      if (browser) await new Promise<void>((resolve) => show(browser, 200, words, resolve))
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A page that loads nothing, and tells no other the address with the code. */
function show(response: ServerResponse, status: number, words: string, shown?: () => void): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.once('close', () => shown?.())
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Querent</title><body style="font:16px system-ui;margin:4rem;text-align:center"><p>${escaped(words)}</p></body></html>\n`,
  )
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

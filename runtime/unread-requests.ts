import type { Server } from 'node:http'

const STATUSES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}
/** How long a client may still send of what nobody reads, so that it comes to read the answer. */
const LINGER_MS = 2_000

/** Answers what is no request, or too long a one, and lets the client read that: a socket that is closed with bytes unread resets what was answered. */
export function answerUnread(server: Server): void {
  const answered = new WeakSet()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (answered.has(socket)) return
    answered.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    socket.removeAllListeners('data')
    socket.on('data', () => {})
    socket.resume()
    socket.end(`HTTP/1.1 ${STATUSES[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(timer))
  })
}

import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { listen } from '#test/listen.ts'
import { Exchange } from './exchange.ts'
import type { Fault } from './fault.ts'
import { faultsBefore } from './faults-before.ts'
import { faultsDuring } from './faults-during.ts'
import { faultsWhole } from './faults-whole.ts'

export const FAULTS: Fault[] = [...faultsBefore, ...faultsDuring, ...faultsWhole]

export type FaultServer = {
  /** Where a provider with this fault is; each case has its own. */
  addressOf(fault: Fault, caseId: string): string
  /** Requests a case has made. */
  callsOf(caseId: string): number
  /** Replies of a case that are still being given. */
  openOf(caseId: string): number
  /** Connections of anybody. */
  sockets(): number
  close(): Promise<void>
}

/** A provider on loopback that fails in every way there is a name for. Its path says how: `/<fault>/<case>/v1/chat/completions`. */
export async function startFaultServer(): Promise<FaultServer> {
  const byName = new Map(FAULTS.map((fault) => [fault.name, fault]))
  const cases = new Map<string, Exchange[]>()
  const sockets = new Set<Socket>()
  const server = createServer(async (request, response) => {
    const [, name = '', caseId = ''] = request.url?.split('/') ?? []
    const body = await readBody(request).catch(() => null)
    if (!body) return
    const known = cases.get(caseId) ?? []
    const exchange = new Exchange(request, response, body, known.length + 1)
    cases.set(caseId, [...known, exchange])
    byName.get(name)?.reply?.(exchange)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const { origin, stop } = await listen(server)
  return {
    addressOf: (fault, caseId) => `${fault.address ?? origin}/${fault.name}/${caseId}/v1`,
    callsOf: (caseId) => cases.get(caseId)?.length ?? 0,
    openOf: (caseId) => cases.get(caseId)?.filter((exchange) => !exchange.isOver && !exchange.request.socket.destroyed).length ?? 0,
    sockets: () => sockets.size,
    close: stop,
  }
}

async function readBody(request: IncomingMessage): Promise<Exchange['body']> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString() || '{}')
}

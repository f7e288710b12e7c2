import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { runCommand } from './command.ts'
import { PatientResponse } from './server-response.ts'
import { answerUnread } from './unread-requests.ts'

const KEEP_ALIVE_MS = 65_000

await runCommand(
  (answer, hostname, port) =>
    new Promise((resolve, reject) => {
      let inFlight = 0
      const fetch = (request: Request, { incoming }: { incoming: { socket: { remoteAddress?: string } } }) =>
        answer(request, incoming.socket.remoteAddress ?? null)
      const server = serve({ fetch, hostname, port, serverOptions: { ServerResponse: PatientResponse } }, () =>
        resolve({
          inFlight: () => inFlight,
          close: () => new Promise((closed) => server.close(() => closed()).closeIdleConnections()),
          cut: () => server.closeAllConnections(),
        }),
      ) as Server
      // Longer than a load balancer keeps an idle connection, so that it never sends into one that is closing.
      server.keepAliveTimeout = KEEP_ALIVE_MS
      answerUnread(server)
      server.once('error', reject)
      server.on('request', (_request, response) => {
        inFlight += 1
        response.once('close', () => {
          inFlight -= 1
        })
      })
    }),
)

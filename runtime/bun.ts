import { runCommand } from './command.ts'

await runCommand(async (answer, hostname, port) => {
  const server = Bun.serve({
    hostname,
    port,
    // Streams may be silent for longer than any limit, and bodies are measured as they are read.
    idleTimeout: 0,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch: (request, peers) => answer(request, peers.requestIP(request)?.address ?? null),
  })
  return {
    inFlight: () => server.pendingRequests,
    close: () => server.stop(),
    cut: () => void server.stop(true),
  }
})

/** The part of Bun's HTTP server that is used here. */
type BunServer = {
  pendingRequests: number
  requestIP(request: Request): { address: string } | null
  stop(closeActiveConnections?: boolean): Promise<void>
}

declare const Bun: {
  serve(options: {
    hostname: string
    port: number
    idleTimeout: number
    maxRequestBodySize: number
    fetch(request: Request, server: BunServer): Promise<Response>
  }): BunServer
}

import type { Socket } from 'node:net'

/** An address that was found to be allowed: what is dialled instead of the name it came from. */
export type CheckedAddress = { address: string; family: 4 | 6 }

/** The way to hosts that users name: `safe-connect.ts` on machines, `safe-connect-edge.ts` on Workers. Nothing else in `connectors/sources` opens a connection. */
export type Network = {
  /** The addresses behind a host, all of which are allowed. Fails with `invalid`, naming `param`, when one is not, and with `datasource_unreachable` when there is none. */
  resolve(host: string, port: number, param?: string): Promise<CheckedAddress[]>
  /** A connection to one of the addresses `resolve` gives, open and without listeners; `null` where the runtime's own drivers do the dialling, after `resolve`. */
  dial: ((host: string, port: number, options: { signal: AbortSignal; param?: string }) => Promise<Socket>) | null
  /** Makes an open connection an encrypted one to `host`; without `verify` to whoever answers. `null` where `dial` is. */
  secure: ((socket: Socket, host: string, options: { verify: boolean; signal: AbortSignal }) => Promise<Socket>) | null
  /** As the global one, dialling checked addresses; redirects of reads are followed three times at most, each checked anew, others are not. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
}

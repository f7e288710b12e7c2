/** Answers a request that came from `peer`. */
export type Answer = (request: Request, peer: string | null) => Promise<Response>

/** An open port. */
export type Listener = {
  /** Requests whose reply has not been sent to its end. */
  inFlight(): number
  /** Takes no new connection and settles when the last one has ended. */
  close(): Promise<void>
  /** Ends every connection at once. */
  cut(): void
}

/** How a runtime opens a port; rejects with the code `EADDRINUSE` where another program has it. */
export type Listen = (answer: Answer, hostname: string, port: number) => Promise<Listener>

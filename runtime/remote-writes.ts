/**
 * How long a write to another machine's database is waited for by the next. A libSQL server answers one writer at a time faster than several, and
 * `sqld` 0.24 stops for good now and then when several wait for its lock: no later write is answered before it is started anew.
 */
export const WRITE_TURN_MS = 5_000

/** A call a database has not answered by then fails, and with it the request that made it: nobody waits without end. */
const ANSWER_MS = 30_000

/** `fetch` for a client of the operator's own database server. */
export const answeredInTime = (request: Request): Promise<Response> => globalThis.fetch(request, { signal: AbortSignal.timeout(ANSWER_MS) })

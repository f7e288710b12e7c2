import type { Context as Call } from 'hono'
import { Failure } from '#domain/failure.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import type { QuerySink } from '#domain/query/run-query.ts'
import type { Env } from '#http/inbound.ts'
import { headersFor } from '#http/reply.ts'

/** A result as one JSON text is cut where it would pass this many bytes. */
const MAX_JSON_BYTES = 10 * 1024 * 1024

/** Runs a query with a sink for its rows. */
export type RunQuery = (sink: QuerySink) => Promise<QueryOutcome>

/** The outcome as one JSON text, its rows as the engine wrote them. */
export async function jsonReply(c: Call<Env>, run: RunQuery): Promise<Response> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const { rows: _, ...facts } = await run({
    separator: ',',
    maxBytes: MAX_JSON_BYTES,
    columns() {},
    rows(text) {
      parts.push(new Uint8Array(text))
    },
  })
  const body = new Blob([`${JSON.stringify(facts).slice(0, -1)},"rows":[`, ...parts, ']}'])
  return new Response(await body.arrayBuffer(), { status: 200, headers: headersFor(c.env.trace, { 'content-type': 'application/json; charset=utf-8' }) })
}

/** Whether the client asks for lines. */
export const wantsLines = (c: Call<Env>): boolean => /\bapplication\/x-ndjson\b/.test(c.req.header('accept') ?? '')

/**
 * The outcome as lines: `{"columns":[…]}`, then each row as an array, last the facts of the outcome, or `{"error":{…}}` when it broke off. Rows are sent while
 * they are read, at the client's pace. A query that fails before its first row fails as a JSON reply would.
 */
export async function linesReply(c: Call<Env>, run: RunQuery, leave: () => void): Promise<Response> {
  const encoder = new TextEncoder()
  const begun = Promise.withResolvers<void>()
  const lines = new TransformStream<Uint8Array, Uint8Array>({}, { highWaterMark: 1 }, { highWaterMark: 1 })
  const writer = lines.writable.getWriter()
  writer.closed.catch(leave)
  const write = (text: Uint8Array) => writer.write(text).catch(() => {})
  let sent = false
  const running = run({
    separator: '\n',
    maxBytes: Number.MAX_SAFE_INTEGER,
    columns(columns) {
      void write(encoder.encode(`${JSON.stringify({ columns })}\n`))
      begun.resolve()
    },
    rows(text) {
      sent = true
      return write(text)
    },
  })
  const end = (last: unknown) => write(encoder.encode(`${sent ? '\n' : ''}${JSON.stringify(last)}\n`)).then(() => writer.close().catch(() => {}))
  running.then(
    ({ rows: _, columns: __, ...facts }) => end(facts),
    (error) => {
      begun.reject(error)
      const told = error instanceof Failure ? { code: error.code, message: error.message } : { code: 'internal', message: 'internal error' }
      return end({ error: told })
    },
  )
  await begun.promise
  return new Response(lines.readable, { status: 200, headers: headersFor(c.env.trace, { 'content-type': 'application/x-ndjson; charset=utf-8' }) })
}

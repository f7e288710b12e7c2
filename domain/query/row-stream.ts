import type { JsonValue } from '../semantics/sources/source.ts'
import type { QueryColumn, QueryOutcome } from './query-outcome.ts'
import type { QuerySink } from './run-query.ts'

export type RowStream = { columns: QueryColumn[]; rows: AsyncGenerator<JsonValue[][]> }

const LINE_FEED = 10
/** A file is cut at this many bytes of JSON: two of the largest files anyone opens. */
const MAX_BYTES = 4_000_000_000

/**
 * Runs a query whose rows are read in parts as they are asked for. Settles with the columns, and fails as the query does before them; what it fails
 * with later, the rows fail with. Who stops reading ends the query.
 */
export async function streamRows(run: (sink: QuerySink, signal: AbortSignal) => Promise<QueryOutcome>): Promise<RowStream> {
  const gone = new AbortController()
  const known = Promise.withResolvers<QueryColumn[]>()
  let wanted = Promise.withResolvers<void>()
  let given = Promise.withResolvers<Uint8Array | null>()

  const running = run(
    {
      separator: '\n',
      maxBytes: MAX_BYTES,
      columns: (columns) => known.resolve(columns),
      async rows(text) {
        await wanted.promise
        gone.signal.throwIfAborted()
        wanted = Promise.withResolvers<void>()
        // The text is the engine's own and is used again after this.
        given.resolve(text.slice())
      },
    },
    gone.signal,
  )
  const ended = running.then(
    async ({ columns }) => {
      known.resolve(columns)
      await wanted.promise
      given.resolve(null)
    },
    async (error: unknown) => {
      known.reject(error)
      await wanted.promise
      given.reject(error)
    },
  )
  given.promise.catch(() => {})

  async function* parts(): AsyncGenerator<JsonValue[][]> {
    let rest: Uint8Array = new Uint8Array(0)
    try {
      for (;;) {
        wanted.resolve()
        const part = await given.promise
        if (part === null) break
        given = Promise.withResolvers()
        given.promise.catch(() => {})
        const text = joined(rest, part)
        const end = text.lastIndexOf(LINE_FEED)
        if (end >= 0) yield parse(text.subarray(0, end))
        rest = text.slice(end + 1)
      }
      if (rest.length > 0) yield parse(rest)
    } finally {
      gone.abort()
      wanted.resolve()
      await ended
    }
  }
  const rows = parts()
  try {
    return { columns: await known.promise, rows }
  } catch (error) {
    await rows.return(undefined)
    throw error
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

const decoder = new TextDecoder()
/** Lines of JSON arrays, as one array: a single parse is several times as fast as one for each line. */
function parse(text: Uint8Array): JsonValue[][] {
  const lines = decoder.decode(text)
  return JSON.parse(`[${lines.replace(/\n+$/, '').replace(/^\n+/, '').replaceAll('\n', ',')}]`)
}

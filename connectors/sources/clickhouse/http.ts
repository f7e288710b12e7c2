import { Failure } from '#domain/failure.ts'
import type { JsonValue, SourceParam } from '#domain/semantics/sources/source.ts'
import { MAX_COLUMNS, MAX_RESULT_BYTES } from '../limits.ts'
import type { Network } from '../network.ts'
import { clickhouseFailure } from './failures.ts'
import { type ClickhouseType, clickhouseType, parameterText } from './types.ts'

/** The HTTP interface of a server and who asks. */
export type ClickhouseTarget = { origin: string; user: string; password: string; database: string }

export type Statement = { sql: string; params: SourceParam[]; rowLimit: number; timeoutMs: number }
export type Read = { columns: { name: string; of: ClickhouseType }[]; rows: JsonValue[][]; truncated: boolean }

const FORMAT = 'JSONCompactEachRowWithNamesAndTypes'

/** Settings of every statement: it cannot write, nor unset this; digits survive JSON; a join's missing side is NULL, as compiled statements expect. */
const settingsOf = ({ rowLimit, timeoutMs }: Statement): Record<string, string> => ({
  readonly: '1',
  max_execution_time: String(timeoutMs / 1000),
  max_result_rows: String(rowLimit + 1),
  result_overflow_mode: 'break',
  join_use_nulls: '1',
  output_format_json_quote_64bit_integers: '1',
  output_format_json_quote_decimals: '1',
  output_format_json_quote_denormals: '0',
  date_time_output_format: 'simple',
  cancel_http_readonly_queries_on_client_close: '1',
})

/** Sends a statement; the body of its reply is still to be read. `bare` names no setting but `readonly`, for users whose profile is read-only and lets them change none. Fails with `datasource_unreachable` and what the server says. */
export async function send(
  network: Network,
  target: ClickhouseTarget,
  statement: Statement,
  { queryId, bare, signal }: { queryId: string; bare: boolean; signal: AbortSignal },
): Promise<Response> {
  const url = new URL('/', target.origin)
  const query = { query_id: queryId, database: target.database, default_format: FORMAT, ...(bare ? { readonly: '1' } : settingsOf(statement)) }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  for (const [index, value] of statement.params.entries()) url.searchParams.set(`param_p${index + 1}`, parameterText(value))
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-clickhouse-user': target.user, 'x-clickhouse-key': target.password }
  let response: Response
  try {
    response = await network.fetch(url, { method: 'POST', headers, body: statement.sql, signal, redirect: 'manual' })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof Failure) throw error
    throw new Failure('datasource_unreachable', 'nothing that speaks HTTP answers at this host and port', { cause: error })
  }
  if (response.status !== 200) throw clickhouseFailure(await firstOf(response), response.status)
  return response
}

/** Reads a reply: a line of names, a line of types, and one for each row, as far as the limits go. An error may come after rows. */
export async function readReply(response: Response, rowLimit: number, signal: AbortSignal): Promise<Read> {
  const lines = linesOf(response, signal)
  const rows: JsonValue[][] = []
  let names: string[] | null = null
  let columns: Read['columns'] | null = null
  let bytes = 0
  try {
    for await (const line of lines) {
      if (!line.startsWith('[')) {
        if (line.trim() === '') continue
        throw clickhouseFailure(`${line}\n${await rest(lines)}`, response.status)
      }
      if (names === null) {
        names = JSON.parse(line) as string[]
        if (names.length > MAX_COLUMNS) throw new Failure('query_invalid', `a result may have at most ${MAX_COLUMNS} columns`)
      } else if (columns === null) {
        const types = JSON.parse(line) as string[]
        columns = names.map((name, index) => ({ name, of: clickhouseType(types[index] ?? '') }))
      } else {
        bytes += line.length
        if (rows.length === rowLimit || bytes > MAX_RESULT_BYTES) return { columns, rows, truncated: true }
        const values = parseLine(line)
        rows.push(columns.map(({ of }, index) => of.json(values[index] ?? null)))
      }
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof Failure) throw error
    throw new Failure('datasource_unreachable', 'the database broke off its answer', { cause: error })
  }
  return { columns: columns ?? [], rows, truncated: false }
}

/** Digits a double would lose stay text, should the server not have quoted them. */
function parseLine(line: string): JsonValue[] {
  if (!/[\d.]{16,}/.test(line)) return JSON.parse(line)
  return JSON.parse(line, (_key, value, context?: { source?: string }) => {
    const { source } = context ?? {}
    return typeof value === 'number' && source !== undefined && source.length > 15 && String(value) !== source ? source : value
  })
}

async function* linesOf(response: Response, signal: AbortSignal): AsyncGenerator<string, void> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      text += done ? decoder.decode() : decoder.decode(value, { stream: true })
      let start = 0
      for (let end = text.indexOf('\n', start); end >= 0; end = text.indexOf('\n', start)) {
        yield text.slice(start, end)
        start = end + 1
      }
      text = text.slice(start)
      if (done) break
    }
    if (text !== '') yield text
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function rest(lines: AsyncGenerator<string, void>): Promise<string> {
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length > 4000) break
  }
  return text
}

async function firstOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && text.length < 4000) {
    const { done, value } = await reader.read().catch(() => ({ done: true as const, value: undefined }))
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader?.cancel().catch(() => {})
  return text
}

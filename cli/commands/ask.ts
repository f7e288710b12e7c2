import { Command } from 'commander'
import { ApiFailure } from '#web/api/failure.ts'
import type { Attachment, Completion, QueryAttachment } from '#web/api/llm.gen.ts'
import { serverEvents } from '#web/api/server-events.ts'
import { type Call, callOf, type World } from '../call.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { modelNamed, sourceNamed } from '../named.ts'
import { writeCsv, writeTable } from '../rows.ts'
import type { Service } from '../service.ts'
import { harmless, type Terminal } from '../terminal.ts'

type Options = { model?: string; source?: string; session?: string; rows: string; sql?: true }
/** One chunk of a streamed answer, OpenAI's with what it lacks under `event`. */
type Chunk = {
  id?: string
  session_id?: string | null
  choices?: { delta?: { content?: string } }[]
  event?: { type: 'attachment'; attachment: Attachment } | { type: 'status' | 'model' }
  error?: { message: string; code: string }
}
type Question = { words: string; model: string; datasourceId: string | undefined; sessionId: string | undefined }

/** `querent ask`: one question, its answer as it comes; Ctrl-C stops it at the server. */
export const askCommand = (world: World): Command =>
  new Command('ask')
    .description('ask a question; the answer is written as it comes')
    .argument('<question...>', 'the question; - reads it from standard input')
    .option('-m, --model <name>', 'the model to ask (QUERENT_MODEL); the only one over data without it')
    .option('-s, --source <name>', "only this one of the model's data sources")
    .option('--session <id>', 'go on in this session')
    .option('--rows <count>', 'how many rows a table shows', '20')
    .option('--sql', 'show the statements too')
    .action(async (words: string[], options: Options, command: Command) => {
      const call = callOf(world, command)
      const service = call.service()
      if (!/^\d{1,6}$/.test(options.rows)) throw new CommandFailure(EXIT.usage, `--rows ${options.rows} is no number`)
      const text = words.length === 1 && words[0] === '-' ? await call.terminal.input() : words.join(' ')
      if (text.trim() === '') throw new CommandFailure(EXIT.usage, 'the question is empty')
      const datasourceId = options.source === undefined ? undefined : (await sourceNamed(service, options.source)).id
      const model = await modelNamed(service, options.model ?? call.env.QUERENT_MODEL)
      const completion = await answered(call, service, { words: text.trim(), model, datasourceId, sessionId: options.session })
      writeAnswer(call, completion, options)
    })

/** Asks, writes the words as they come, and answers the whole. An interrupted question is cancelled where it is being answered. */
async function answered(call: Call, service: Service, { words, model, datasourceId, sessionId }: Question): Promise<Completion> {
  const leaving = new AbortController()
  // Told first, so that it is kept as cancelled and not as left; a second Ctrl-C does not wait for that.
  let isStopping = false
  const interrupt = () => {
    if (isStopping || id === undefined) return leaving.abort()
    isStopping = true
    const path = { completion_id: id }
    const cancelled = service.open('POST /llm/session/completions/{completion_id}/cancel', { path, signal: leaving.signal })
    void cancelled.catch(() => undefined).finally(() => leaving.abort())
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  let id: string | undefined
  try {
    const response = await service.open('POST /llm/session/completions', {
      body: {
        model,
        stream: true,
        messages: [{ role: 'user', content: words }],
        ...(sessionId === undefined ? {} : { session_id: sessionId }),
        ...(datasourceId === undefined ? {} : { datasource_id: datasourceId }),
      },
      signal: leaving.signal,
    })
    for await (const { data } of serverEvents(response)) {
      if (data === '[DONE]') break
      const chunk = JSON.parse(data) as Chunk
      id ??= chunk.id
      if (chunk.error) throw new ApiFailure(502, chunk.error)
      const text = chunk.choices?.[0]?.delta?.content
      if (text && call.format === 'table') call.terminal.out(harmless(text))
    }
    if (id === undefined) throw new CommandFailure(EXIT.unreachable, 'the answer broke off')
    if (isStopping) throw new CommandFailure(EXIT.interrupted, 'stopped')
    return await service.call('GET /llm/session/completions/{completion_id}', { path: { completion_id: id }, signal: leaving.signal })
  } catch (error) {
    if (!leaving.signal.aborted && !isStopping) throw error
    throw new CommandFailure(EXIT.interrupted, 'stopped')
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

function writeAnswer({ terminal, format, setExitCode }: Call, completion: Completion, options: Options): void {
  const attachments = completion.choices[0]?.message.attachments ?? []
  const queries = attachments.filter((one): one is QueryAttachment => one.type === 'query')
  // An answer that asks back, or broke off, is none to build on.
  if (completion.status !== 'completed' || attachments.some(({ type }) => type === 'clarification')) setExitCode(EXIT.negative)
  if (format === 'json') terminal.out(`${JSON.stringify(completion, null, 2)}\n`)
  else if (format === 'csv') {
    const last = queries.at(-1)
    if (!last) throw new CommandFailure(EXIT.negative, completion.choices[0]?.message.content || 'the answer has no rows')
    writeCsv(terminal, namesOf(last), last.rows)
  } else {
    terminal.out('\n')
    for (const query of queries) writeQuery(terminal, query, options)
    for (const attachment of attachments) writeRemark(terminal, attachment)
    if (completion.error) terminal.err(`${terminal.styleErr('red', 'querent:')} ${harmless(completion.error.message)}\n`)
    if (completion.session_id) terminal.err(terminal.styleErr('dim', `session ${completion.session_id}: go on with --session\n`))
  }
}

function writeQuery(terminal: Terminal, query: QueryAttachment, { rows, sql }: Options): void {
  if (sql) terminal.out(`\n${terminal.style('cyan', harmless(query.sql))}\n`)
  const shown = query.rows.slice(0, Number(rows))
  if (shown.length === 0) return
  terminal.out('\n')
  writeTable(terminal, namesOf(query), shown)
  const more = query.row_count - shown.length
  if (more > 0) terminal.out(terminal.style('dim', `… ${more} more rows\n`))
}

function writeRemark(terminal: Terminal, attachment: Attachment): void {
  if (attachment.type === 'clarification') terminal.out(attachment.options.map((option) => `  - ${harmless(option)}\n`).join(''))
  if (attachment.type === 'chart' && attachment.chart_id) terminal.err(terminal.styleErr('dim', `chart ${attachment.chart_id}\n`))
  if (attachment.type === 'warnings')
    for (const { message } of attachment.warnings) terminal.err(`${terminal.styleErr('yellow', 'warning:')} ${harmless(message)}\n`)
}

const namesOf = (query: QueryAttachment): string[] => query.columns.map(({ label, name }) => label || name)

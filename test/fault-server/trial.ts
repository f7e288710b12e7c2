import { and, eq } from 'drizzle-orm'
import { nodeTransport } from '#connectors/models/node-transport.ts'
import { createModelRegistry } from '#connectors/models/registry.ts'
import { completions, messages } from '#db/schema/sessions.ts'
import { FAILURES } from '#http/failures.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import type { Fault, Outcome } from './fault.ts'
import { type FaultServer, startFaultServer } from './server.ts'

/** One fault in one of the ways a client can meet it. */
export type Trial = { fault: Fault; streamed: boolean; tools: boolean }
export type Verdict = { trial: Trial; problems: string[]; milliseconds: number }

export type Bench = {
  run(trial: Trial): Promise<Verdict>
  /** Lets go of every connection and tells how many stayed open. */
  end(): Promise<number>
}

export type Patience = { firstTokenMs: number; betweenTokensMs: number; seconds: number }

/** A second more than a question may take is a hang. */
const GRACE_MS = 1_000
const SETTLE_MS = 2_000
const SECRETS = /sk-upstream-words|sk-canary/

let cases = 0

/** All services over a fault server, with deadlines short enough to wait for. */
export async function openBench({ firstTokenMs, betweenTokensMs, seconds }: Patience): Promise<Bench> {
  const provider = await startFaultServer()
  const transport = nodeTransport({ connectMs: firstTokenMs })
  const server = await answeringServer({
    models: createModelRegistry({ transport: async () => transport }),
    environment: {
      MODEL_RETRIES: '1',
      MODEL_FIRST_TOKEN_MS: String(firstTokenMs),
      MODEL_BETWEEN_TOKENS_MS: String(betweenTokensMs),
      QUESTION_SECONDS: String(seconds),
    },
  })
  return {
    run: (trial) => run(server, provider, trial, seconds * 1000 + GRACE_MS),
    async end() {
      await server.querent.idle()
      await transport.close()
      const left = await settled(() => provider.sockets() === 0).then((done) => (done ? 0 : provider.sockets()))
      await server.close()
      await provider.close()
      return left
    },
  }
}

async function run(server: AnsweringServer, provider: FaultServer, trial: Trial, mostMs: number): Promise<Verdict> {
  const { fault, streamed, tools } = trial
  const id = `case-${++cases}`
  const model = await server.vendorModel(provider.addressOf(fault, id), { bound: tools })
  const expected = (tools ? fault.withTools : streamed ? undefined : fault.whole) ?? fault.outcome
  const body = { model, stream: streamed, messages: [{ role: 'user', content: 'How many customers are there?' }] }
  const started = performance.now()
  const problems: string[] = []
  const call = server.open('POST /llm/session/completions', { as: server.owner.key, body })
  const told = await withDeadline(call.then(streamed ? readStream : readWhole), mostMs).catch((error) => void problems.push(String(error)))
  const milliseconds = Math.round(performance.now() - started)
  if (told) problems.push(...compare(expected, told, streamed))
  if (expected.calls !== undefined && provider.callsOf(id) > expected.calls) problems.push(`${provider.callsOf(id)} calls, not ${expected.calls}`)
  await server.querent.idle()
  problems.push(...(await storedProblems(server, model, expected)))
  if (!(await settled(() => provider.openOf(id) === 0))) problems.push(`${provider.openOf(id)} replies still being given`)
  return { trial, problems, milliseconds }
}

type Told = { status: number; code: string | null; text: string; finish: string | null; retryAfter: string | null; raw: string; done: boolean }

async function readWhole(response: Response): Promise<Told> {
  const raw = await response.text()
  const { error, choices } = JSON.parse(raw)
  const [choice] = choices ?? []
  const text = choice?.message.content ?? ''
  return {
    status: response.status,
    code: error?.code ?? null,
    text,
    finish: choice?.finish_reason ?? null,
    retryAfter: response.headers.get('retry-after'),
    raw,
    done: true,
  }
}

async function readStream(response: Response): Promise<Told> {
  const { error, text, finish, done, chunks } = await readCompletion(response)
  return { status: response.status, code: error?.code ?? null, text, finish: finish.at(-1) ?? null, retryAfter: null, raw: JSON.stringify(chunks), done }
}

function compare({ code, partial, text, finish, retryAfter }: Outcome, told: Told, streamed: boolean): string[] {
  const problems: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) => {
    if (found !== wanted) problems.push(`${what} ${String(found)}, not ${String(wanted)}`)
  }
  expect('code', told.code, code ?? null)
  expect('status', told.status, streamed || !code ? 200 : FAILURES[code][0])
  expect('[DONE]', told.done, true)
  if (text && !text.test(told.text)) problems.push(`text ${JSON.stringify(told.text.slice(0, 80))}`)
  if (finish) expect('finish', told.finish, finish)
  if (retryAfter && !streamed) expect('retry-after', told.retryAfter, retryAfter)
  if (streamed && code) expect('words before the failure', told.text !== '', partial === true)
  if (SECRETS.test(told.raw)) problems.push('words of the provider reached the client')
  return problems
}

/** What is kept: a whole answer, a part marked incomplete, or a failure without words. */
async function storedProblems(server: AnsweringServer, model: string, { code, partial }: Outcome): Promise<string[]> {
  const [row] = await server.db.select().from(completions).where(eq(completions.model, model))
  if (!row) return ['nothing was stored']
  const [answer] = await server.db
    .select()
    .from(messages)
    .where(and(eq(messages.completion_id, row.id), eq(messages.role, 'assistant')))
  const wanted = code ? (partial ? 'incomplete' : 'failed') : 'completed'
  const problems = row.status === wanted ? [] : [`stored as ${row.status}, not ${wanted}`]
  if (code && row.error?.code !== code) problems.push(`stored with ${row.error?.code}`)
  if (partial && !(answer?.is_incomplete && answer.content)) problems.push('the part that had come is not kept as incomplete')
  return problems
}

function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`a hang: nothing after ${milliseconds} ms`)), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function settled(isSo: () => boolean): Promise<boolean> {
  const until = performance.now() + SETTLE_MS
  while (!isSo()) {
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}

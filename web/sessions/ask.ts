import { call, open } from '#web/api/client.ts'
import { ApiFailure, asFailure } from '#web/api/failure.ts'
import { queries } from '#web/api/queries.ts'
import { serverEvents } from '#web/api/server-events.ts'
import { forgetSignIn } from '#web/api/signed-in.ts'
import { type Asking, askingIn, NEW, putAsking } from './asking.ts'
import type { AnswerStatus, Attachment } from './shapes.ts'

export type Asked = { question: string; model?: string | undefined; datasourceId?: string | undefined; sessionId?: string | undefined }
type Told = { type: 'status'; status: AnswerStatus } | { type: 'attachment'; attachment: Attachment } | { type: 'model' }
type Chunk = {
  id?: string
  session_id?: string | null
  choices?: { delta?: { content?: string } }[]
  event?: Told
  error?: { message: string; code: string }
}

/** Tries of a lost connection: with their pauses about two minutes. */
const MOST_TRIES = 20
const LONGEST_PAUSE_MS = 8_000
/** A stream that ends without saying so was cut. */
class CutOff extends Error {}

const leaving = new Map<string, AbortController>()

/**
 * Asks a question and keeps its answer as it comes, also across a lost connection: the question is sent again under the same key, so that it is asked once,
 * and an answer that has begun is followed from its start. Answers the session it stands in, as soon as that is known.
 */
export function ask(asked: Asked): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  void run(asked.sessionId ?? NEW, beginning(asked.question, asked.sessionId ?? null), requestOf(asked), resolve).finally(() => resolve(null))
  return promise
}

/** Goes on listening to an answer that is being given: after a reload, or begun in another tab. */
export function follow(sessionId: string, completionId: string, question: string): void {
  if (askingIn(sessionId)) return
  void run(sessionId, { ...beginning(question, sessionId), completionId }, null, () => {})
}

/** Stops the answer; what had come of it is kept. */
export async function stop(place: string): Promise<void> {
  const asking = askingIn(place)
  const controller = leaving.get(place)
  if (!asking?.completionId) return controller?.abort()
  // Without a connection there is nobody to be told.
  await call('POST /llm/session/completions/{completion_id}/cancel', { path: { completion_id: asking.completionId } }).catch(() => {})
  setTimeout(() => controller?.abort(), 2_000)
}

/** Puts away what is told of an answer that failed. */
export const putAway = (place: string): void => putAsking(place, null)

const beginning = (question: string, sessionId: string | null): Asking => ({
  question,
  sessionId,
  completionId: null,
  text: '',
  steps: [],
  attachments: [],
  phase: 'running',
  error: null,
})

const requestOf = ({ question, model, datasourceId, sessionId }: Asked): Request => ({
  key: `ask-${crypto.randomUUID()}`,
  body: {
    messages: [{ role: 'user', content: question }],
    stream: true,
    ...(model ? { model } : {}),
    ...(datasourceId ? { datasource_id: datasourceId } : {}),
    ...(sessionId ? { session_id: sessionId } : {}),
  },
})
type Request = { key: string; body: object }

async function run(begun: string, first: Asking, request: Request | null, onSession: (id: string) => void): Promise<void> {
  const controller = new AbortController()
  let place = begun
  let asking = first
  const show = (next: Partial<Asking>) => {
    asking = { ...asking, ...next }
    putAsking(place, asking)
  }
  leaving.set(place, controller)
  show({})
  try {
    for (let tries = 0; ; tries++) {
      try {
        const response = await reach(asking, request, controller.signal)
        show({ phase: 'running', text: '', attachments: [], steps: asking.completionId ? asking.steps : [] })
        for await (const chunk of chunksOf(response)) {
          tries = 0
          if (chunk.session_id && chunk.session_id !== place) {
            putAsking(place, null)
            leaving.set(chunk.session_id, controller)
            leaving.delete(place)
            place = chunk.session_id
            asking = { ...asking, sessionId: place, completionId: chunk.id ?? null }
            putAsking(place, asking)
            onSession(place)
          }
          show(after(asking, chunk))
        }
        break
      } catch (error) {
        if (controller.signal.aborted || !isLost(error) || tries >= MOST_TRIES) throw error
        show({ phase: 'waiting' })
        await pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(tries, 6)), controller.signal)
      }
    }
    show({ phase: 'storing', steps: closed(asking.steps) })
    await told()
    putAsking(place, null)
  } catch (error) {
    await told()
    if (asFailure(error).code === 'unauthenticated') forgetSignIn()
    if (controller.signal.aborted) putAsking(place, null)
    else show({ phase: 'failed', error: await causeOf(error, asking.completionId), steps: closed(asking.steps) })
  } finally {
    leaving.delete(place)
  }
}

/** Why an answer broke off, as it was stored: a stream that is followed tells only that it ended. */
async function causeOf(error: unknown, completionId: string | null): Promise<unknown> {
  if (completionId === null || asFailure(error).code !== 'provider_failed') return error
  try {
    const { error: stored } = await call('GET /llm/session/completions/{completion_id}', { path: { completion_id: completionId } })
    return stored ? new ApiFailure(200, stored) : error
  } catch {
    return error
  }
}

/** Lists and conversations are read anew with the answer in them. */
async function told(): Promise<void> {
  // A conversation that is being read for the first time may have been read before the answer stood in it: that reading is not waited for.
  await queries.cancelQueries({ queryKey: ['message'] })
  await Promise.all([queries.invalidateQueries({ queryKey: ['session'] }), queries.invalidateQueries({ queryKey: ['message'] })]).catch(() => undefined)
}

function reach({ completionId }: Asking, request: Request | null, signal: AbortSignal): Promise<Response> {
  if (completionId) return open('GET /llm/session/completions/{completion_id}/events', { path: { completion_id: completionId }, signal })
  if (!request) throw new CutOff()
  return open('POST /llm/session/completions', { body: request.body, headers: { 'idempotency-key': request.key }, signal })
}

async function* chunksOf(response: Response): AsyncGenerator<Chunk, void> {
  for await (const { data } of serverEvents(response)) {
    if (data === '[DONE]') return
    const chunk = JSON.parse(data) as Chunk
    if (chunk.error) throw new ApiFailure(200, chunk.error)
    yield chunk
  }
  throw new CutOff('the connection was cut')
}

function after(asking: Asking, { id, choices, event }: Chunk): Partial<Asking> {
  const known = asking.completionId ?? id ?? null
  const now = Date.now()
  if (event?.type === 'status') return { completionId: known, steps: [...closed(asking.steps), { status: event.status, startedAt: now, endedAt: null }] }
  if (event?.type === 'attachment') return { completionId: known, attachments: [...asking.attachments, event.attachment] }
  const said = choices?.[0]?.delta?.content ?? ''
  return { completionId: known, text: asking.text + said }
}

const closed = (steps: Asking['steps']): Asking['steps'] => steps.map((step) => (step.endedAt === null ? { ...step, endedAt: Date.now() } : step))

/** What says nothing of the question: a connection that broke, a server that is leaving or coming. */
function isLost(error: unknown): boolean {
  if (error instanceof CutOff || error instanceof TypeError) return true
  const { status, code } = asFailure(error)
  return code === 'draining' || code === 'idempotency_in_progress' || status === 502 || status === 503 || status === 504
}

/** Waits, or until the browser says that it is online again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    window.addEventListener('online', over)
    signal.addEventListener('abort', over, { once: true })
  })
}

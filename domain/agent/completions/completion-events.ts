import { credentialWatch } from '../../access/live-credential.ts'
import type { Context } from '../../context.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { noteForeignRead } from '../sessions/sessions.ts'
import { anyFilters, isAskedBy, withheld } from '../sessions/withheld.ts'
import { type CompletionRow, overdueBefore, requireCompletion, withAnswer } from './completion.ts'
import type { CompletionEvent } from './completions.ts'
import type { AnswerLog, AnswerMark, RunningCompletions } from './running.ts'

/** How often an answer of this process is looked at, and one of another: it says only that it runs. */
const NEAR_MS = 40
const FAR_MS = 500
/** Looks at an answer of this process between two at whether the caller may still see it. */
const LOOKS = 50

/** A completion's events as they are told again. */
export type FollowedCompletion = { row: CompletionRow; sessionId: string; events: AsyncGenerator<CompletionEvent> }

/**
 * An answer from its start: one that is being given is followed to its end, one that has ended is told from what was stored. An answer another
 * process gives is told when it is stored. Needs `view` on its session, and ends with `not_found` within seconds of losing it, with `unauthenticated` of
 * losing the credential. It throws what the answer failed with.
 */
export async function followCompletion(ctx: Context, running: RunningCompletions, id: string, signal: AbortSignal): Promise<FollowedCompletion> {
  const { row, session } = await requireCompletion(ctx, id, 'view')
  noteForeignRead(ctx, session)
  const mayRead = isAskedBy(ctx, session.user_id) || !(await anyFilters(ctx))
  const log = mayRead ? running.logOf(id) : undefined
  const events = log ? follow(ctx, log, { id, ownerId: session.user_id, signal }) : untilStored(ctx, id, 0, signal)
  return { row, sessionId: row.session_id, events }
}

async function* follow(
  ctx: Context,
  log: AnswerLog,
  { id, ownerId, signal }: { id: string; ownerId: string; signal: AbortSignal },
): AsyncGenerator<CompletionEvent> {
  const requireCredential = credentialWatch(ctx)
  let told = 0
  let marked = 0
  for (let looks = 1; ; looks++) {
    // What comes while this waits for its reader belongs to the next look.
    const { isOver } = log
    const end = log.came.content.length
    for (let next = log.marks[marked]; next; next = log.marks[marked]) {
      if (next.at > told) yield { type: 'text', text: log.came.content.slice(told, next.at) }
      told = Math.max(told, next.at)
      marked += 1
      yield await shown(ctx, ownerId, next.mark)
    }
    if (end > told) yield { type: 'text', text: log.came.content.slice(told, end) }
    told = Math.max(told, end)
    if (isOver) break
    if (looks % LOOKS === 0) {
      await requireCredential()
      await requireCompletion(ctx, id, 'view')
    }
    if (!(await pause(NEAR_MS, signal))) return
  }
  yield* untilStored(ctx, id, Number.POSITIVE_INFINITY, signal)
}

async function shown(ctx: Context, ownerId: string, mark: AnswerMark): Promise<AnswerMark> {
  if (mark.type !== 'attachment') return mark
  const [said] = await withheld(ctx, ownerId, [{ attachments: [mark.attachment] }])
  return { type: 'attachment', attachment: said?.attachments[0] ?? mark.attachment }
}

/** Waits for the answer to be stored and tells of it what lies beyond `told` characters; everything but the text only from the start. */
async function* untilStored(ctx: Context, id: string, told: number, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
  const requireCredential = credentialWatch(ctx)
  let found = await requireCompletion(ctx, id, 'view')
  while (found.row.status === 'running') {
    if (found.row.created_at < overdueBefore(ctx)) throw new Failure('provider_failed', 'the process that gave this answer ended')
    if (!(await pause(FAR_MS, signal))) return
    await requireCredential()
    found = await requireCompletion(ctx, id, 'view')
  }
  const completion = await withAnswer(ctx, found)
  const message = completion.choices[0]?.message
  if (told === 0 && message) {
    for (const attachment of message.attachments) yield { type: 'attachment', attachment }
    if (message.content) yield { type: 'text', text: message.content }
  }
  const { error } = completion
  // The codes of an answer's end are failure codes, but for those of a process that died and of what nobody expected.
  if (error) throw new Failure(error.code === 'internal' || error.code === 'interrupted' ? 'provider_failed' : (error.code as FailureCode), error.message)
  yield { type: 'end', completion }
}

/** False when the reader has left. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', over)
      resolve(!signal.aborted)
    }
    const timer = setTimeout(over, milliseconds)
    signal.addEventListener('abort', over, { once: true })
  })
}

import { and, eq } from 'drizzle-orm'
import { completions, sessions } from '#db/schema/sessions.ts'
import { type Completion, getCompletion } from '../../agent/completions/completion.ts'
import { type Answering, beginCompletion, finishCompletion } from '../../agent/completions/completions.ts'
import { instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Done, Work } from '../task.ts'

/** Characters of an answer that are told. */
const TOLD = 10_000

/** Asks a question; question and answer are kept as messages of a session. An answer that an earlier attempt got is not asked for again. */
export const answerQuestions =
  (answering: Answering): Work<'question'> =>
  async (task) => {
    const { ctx, payload, signal } = task
    const session = payload.session_id ?? (await task.idFor('ses'))
    let id = await task.idFor('cmp')
    const [before] = await ctx.db.select({ status: completions.status }).from(completions).where(eq(completions.id, id))
    if (before?.status === 'completed') return answered(await getCompletion(ctx, answering.running, id))
    if (before) {
      // Its process is gone: whatever still comes of it is no answer any more.
      await ctx.db
        .update(completions)
        .set({ status: 'incomplete', completed_at: instantOf(ctx) })
        .where(and(eq(completions.id, id), eq(completions.status, 'running')))
      id = await task.idFor('cmp', true)
    }
    const [stored] = await ctx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, session))
    const request = { model: payload.model, messages: [{ role: 'user' as const, content: payload.question }], ...(stored ? { session_id: session } : {}) }
    const begun = await beginCompletion(task.pinned({ cmp: id, ses: session }), answering, request, { isToldWhole: true })
    signal.addEventListener('abort', begun.leave, { once: true })
    const completion = await finishCompletion(begun)
    signal.throwIfAborted()
    if (completion.status !== 'completed') throw new Failure('provider_failed', completion.error?.message ?? 'the answer did not come to its end')
    await task.log(`answered by ${completion.model}`)
    return answered(completion)

    function answered(of: Completion): Done {
      const text = of.choices[0]?.message.content ?? ''
      return {
        result: { session_id: session, completion_id: of.id },
        notice: { event: 'question.answered', subject: task.job.name, text: text.slice(0, TOLD) },
      }
    }
  }

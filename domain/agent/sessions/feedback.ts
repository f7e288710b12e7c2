import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { completions } from '#db/schema/sessions.ts'
import { commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { strict } from '../../strict.ts'
import { type Completion, Feedback, requireCompletion, withAnswer } from '../completions/completion.ts'

export const NewFeedback = strict({ rating: Feedback.shape.rating, comment: z.string().trim().max(2_000).nullish() }).meta({
  id: 'NewFeedback',
  example: { rating: 'negative', comment: 'Cancelled orders should not count' },
})

/** Notes what the reader thinks of an answer; the latest word counts. Needs `edit` on its session. The audit log learns the rating, not the comment. */
export async function giveFeedback(ctx: Context, id: string, { rating, comment }: z.infer<typeof NewFeedback>): Promise<Completion> {
  const found = await requireCompletion(ctx, id, 'edit')
  const feedback = { rating, comment: comment || null, at: instantOf(ctx) }
  const change = ctx.db.update(completions).set({ feedback }).where(eq(completions.id, id)).returning()
  const row = await commitOne(ctx, change, { type: 'completion.rated', resource: { type: 'completion', id }, details: { rating } })
  return withAnswer(ctx, { ...found, row })
}

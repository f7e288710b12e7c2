import type { Context as Call } from 'hono'
import { chartTokens } from '#domain/agent/answers/chart-link.ts'
import { calledOrigin } from '#http/called-origin.ts'
import type { Env } from '#http/inbound.ts'
import type { PicturesOf } from './shown-answer.ts'

/** Links to the charts of answers, at the address the client called. */
export const picturesFor =
  (c: Call<Env>): PicturesOf =>
  async ({ session_id, choices }) => {
    const tokens = await chartTokens(c.var.ctx, session_id ?? '', choices[0]?.message.attachments ?? [])
    return new Map([...tokens].map(([id, token]) => [id, `${calledOrigin(c)}/api/v1/llm/chart-images/${token}`]))
  }

import { deliveries } from '#db/schema/webhooks.ts'
import { type Context, instantOf } from '../context.ts'
import { enqueueStatements, type Statement } from '../work/runs.ts'

export const DELIVERY = 'delivery'

/** What is told: to programs as `data`, to people as a line and a text. */
export type Message = { event: string; subject: string; text: string; data: Record<string, unknown>; jobRunId?: string | undefined }

export type Recipient = { webhook: { id: string; owner_id: string; format: 'standard' | 'slack' } }

/** The statements that put a message on its way; they belong into the batch of what it tells of. `replayOf` sends one again, under the id it had. */
export function messageStatements(ctx: Context, { webhook }: Recipient, message: Message): Statement[] {
  const body =
    webhook.format === 'slack' ? { text: `*${message.subject}*\n${message.text}` } : { type: message.event, timestamp: instantOf(ctx), data: message.data }
  const { event, subject, text } = message
  return deliveryStatements(ctx, {
    webhook_id: webhook.id,
    owner_id: webhook.owner_id,
    event,
    subject,
    text,
    body: JSON.stringify(body),
    job_run_id: message.jobRunId ?? null,
  })
}

type Fresh = Omit<typeof deliveries.$inferInsert, 'id' | 'message_id' | 'status' | 'tries' | 'created_at'>

/** The statements of a delivery; with `replayed` it bears the id of the message it repeats. */
export function deliveryStatements(ctx: Context, fresh: Fresh, replayed?: { id: string; message_id: string }): Statement[] {
  const id = ctx.newId('dlv')
  const runId = ctx.newId('run')
  return [
    ctx.db.insert(deliveries).values({
      ...fresh,
      id,
      message_id: replayed?.message_id ?? id,
      replay_of: replayed?.id ?? null,
      status: 'queued',
      tries: [],
      created_at: instantOf(ctx),
    }),
    ...enqueueStatements(ctx, { id: runId, kind: DELIVERY, subject_id: id, actor_id: fresh.owner_id }),
  ]
}

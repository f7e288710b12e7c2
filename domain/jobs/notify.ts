import { and, eq, inArray } from 'drizzle-orm'
import { users } from '#db/schema/identity.ts'
import { webhooks } from '#db/schema/webhooks.ts'
import { activeUsers } from '../access/lenders.ts'
import { grantsScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { mailStatements } from '../mail/outbox.ts'
import { type Message, messageStatements } from '../webhooks/messages.ts'
import type { WebhookRow } from '../webhooks/webhooks.ts'
import type { Statement } from '../work/runs.ts'
import type { JobRow } from './job-shape.ts'
import { type JobKind, rightsOf } from './kinds.ts'
import type { Notice, RunFile } from './task.ts'

type Told = { runId: string; notice: Notice; result: unknown; files?: readonly RunFile[] }

/** The statements that tell those a job notifies; they belong into the batch that ends the run, so that each end is told once. */
export async function noticeStatements(ctx: Context, job: JobRow, told: Told): Promise<Statement[]> {
  return [...(await webhookStatements(ctx, job, told)), ...(await letterStatements(ctx, job, told))]
}

async function webhookStatements(ctx: Context, job: JobRow, { runId, notice, result, files = [] }: Told): Promise<Statement[]> {
  if (job.notify.webhook_ids.length === 0) return []
  const found = await ctx.db
    .select()
    .from(webhooks)
    .where(and(inArray(webhooks.id, job.notify.webhook_ids), eq(webhooks.is_enabled, true)))
  const message: Message = {
    ...notice,
    data: {
      job: { id: job.id, name: job.name, kind: job.kind },
      run_id: runId,
      text: notice.text,
      result,
      files: files.map(({ name, type, bytes }) => ({
        name,
        type,
        size: bytes.byteLength,
        path: `/api/v1/core/jobs/runs/${runId}/files/${encodeURIComponent(name)}`,
      })),
    },
    jobRunId: runId,
  }
  const may = await Promise.all(found.map((webhook) => mayTell(ctx, job, webhook)))
  return found.flatMap((webhook, index) => (may[index] ? messageStatements(ctx, { webhook }, message) : []))
}

/** A run tells what its owner sees: to his own webhooks and those of administrators, where the credential the webhook was made with could have read it. */
async function mayTell(ctx: Context, job: JobRow, webhook: WebhookRow): Promise<boolean> {
  if (!grantsScope(webhook.scopes, rightsOf(job.kind as JobKind, job.payload).scope)) return false
  if (webhook.owner_id === job.owner_id) return true
  const [owner] = await activeUsers(ctx, [webhook.owner_id])
  return owner?.role === 'admin'
}

/** One mail for each reader: what it shows is what he may see when it leaves. */
async function letterStatements(ctx: Context, job: JobRow, { runId, notice }: Told): Promise<Statement[]> {
  const ids = job.notify.user_ids ?? []
  if (ids.length === 0) return []
  const readers = await ctx.db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.status, 'active')))
  const mails = await Promise.all(readers.map((user) => mailStatements(ctx, { kind: 'job', user, content: { notice }, job: { id: job.id, runId } })))
  return mails.flatMap(({ statements }) => statements)
}

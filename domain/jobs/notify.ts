import { and, eq, inArray } from 'drizzle-orm'
import { webhooks } from '#db/schema/webhooks.ts'
import type { Context } from '../context.ts'
import { type Message, messageStatements } from '../webhooks/messages.ts'
import type { Statement } from '../work/runs.ts'
import type { JobRow } from './job-shape.ts'
import type { Notice, RunFile } from './task.ts'

type Told = { runId: string; notice: Notice; result: unknown; files?: readonly RunFile[] }

/** The statements that tell those a job notifies; they belong into the batch that ends the run, so that each end is told once. */
export async function noticeStatements(ctx: Context, job: JobRow, { runId, notice, result, files = [] }: Told): Promise<Statement[]> {
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
  return found.flatMap((webhook) => messageStatements(ctx, { webhook }, message))
}

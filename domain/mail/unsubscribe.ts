import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { jobs } from '#db/schema/jobs.ts'
import { equalText, hashSecret } from '../access/api-key.ts'
import { bumped, commit } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

export const UnsubscribeQuery = z.object({ token: z.string().min(1).max(200).meta({ description: 'The token in the link of a mail', example: 'qu_…' }) })

export const Unsubscribed = z
  .object({ name: z.string().meta({ description: 'What is mailed no more', example: 'Revenue of the week' }) })
  .meta({ id: 'Unsubscribed' })

/** `qu_<id of the job><id of the user><HMAC 43>`: it ends nothing but the mails of one job to one user, and works as often as they are begun again. */
async function tokenOf(ctx: Context, jobId: string, userId: string): Promise<string> {
  const claims = `qu_${jobId.slice(4)}${userId.slice(4)}`
  const mac = await hashSecret(await ctx.ports.vault.subkey('mail-link'), `unsubscribe ${claims}`)
  return claims + mac.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Where a reader has no more mails of a job: the page he opens, and the address his mail program posts to by itself (RFC 8058). */
export async function unsubscribeLinks(ctx: Context, jobId: string, userId: string): Promise<{ page: string; oneClick: string }> {
  const token = await tokenOf(ctx, jobId, userId)
  const { linksTo } = ctx.settings.mail
  return { page: `${linksTo}/unsubscribe#${token}`, oneClick: `${linksTo}/api/v1/core/mails/unsubscribe?token=${token}` }
}

const gone = () => new Failure('not_found', 'there is nothing to unsubscribe from by this link', { param: 'token' })

/** Ends the mails of a job to the reader whose link this is; again it changes nothing. Fails with `not_found` for a token that is none, or whose job is gone. */
export async function unsubscribe(ctx: Context, { token }: z.infer<typeof UnsubscribeQuery>): Promise<z.infer<typeof Unsubscribed>> {
  const [, job, user] = /^qu_([0-9a-z]{26})([0-9a-z]{26})[\w-]{43}$/.exec(token) ?? []
  const [jobId, userId] = [`job_${job}`, `usr_${user}`]
  if (!job || !user || !equalText(token, await tokenOf(ctx, jobId, userId))) throw gone()
  const [found] = await ctx.db.select({ name: jobs.name }).from(jobs).where(eq(jobs.id, jobId))
  if (!found) throw gone()
  const readers = sql`json_each(${jobs.notify}, '$.user_ids')`
  const change = ctx.db
    .update(jobs)
    .set({
      notify: sql`json_set(${jobs.notify}, '$.user_ids', (select json_group_array(value) from ${readers} where value <> ${userId}))`,
      ...bumped(ctx, jobs),
    })
    .where(sql`${jobs.id} = ${jobId} and exists (select 1 from ${readers} where value = ${userId})`)
    .returning({ id: jobs.id })
  await commit(ctx, change, { type: 'job.unsubscribed', resource: { type: 'job', id: jobId }, details: { user_id: userId } })
  return { name: found.name }
}

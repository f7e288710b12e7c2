import { and, eq } from 'drizzle-orm'
import { charts } from '#db/schema/analytics.ts'
import { runs } from '#db/schema/catalog.ts'
import { users } from '#db/schema/identity.ts'
import { jobs } from '#db/schema/jobs.ts'
import { rowFilters } from '#db/schema/semantics.ts'
import type { UserActor } from '../access/actor.ts'
import { activeUsers } from '../access/lenders.ts'
import { closedSources } from '../agent/sessions/withheld.ts'
import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { deploymentOf } from '../deployment/effective.ts'
import { Failure } from '../failure.ts'
import type { Figure, Letter } from '../mail/letter.ts'
import { lettersOf } from '../mail/letters/letters.ts'
import type { MailFile } from '../mail/mailer.ts'
import type { JobNotice } from '../mail/outbox.ts'
import { unsubscribeLinks } from '../mail/unsubscribe.ts'
import type { JobRow } from './job-shape.ts'
import type { JobKind, Payload } from './kinds.ts'
import { readingAs, requireSight } from './readers.ts'
import { type ChartFiles, makeChartFiles } from './works/chart-files.ts'

/** What files of a mail may come to: mail servers refuse more than 10 MB, and files grow by a third on their way. */
const MOST_BYTES = 7_000_000

type Addressed = { user_id: string; job_id: string | null; job_run_id: string | null }

export type JobMail = { letter: Letter; figures: Figure[]; files: MailFile[]; headers: Record<string, string> }

/**
 * Writes what a job has told to one of its readers, as he may see it now: its charts by his own rights and filters, and the words of its run where they tell of no
 * rows that he may not see. Fails with `forbidden` or `not_found` when he is told no more or sees it no more, else with what reading its charts fails with.
 */
export async function writeJobMail(ctx: Context, mail: Addressed, notice: JobNotice, signal: AbortSignal): Promise<JobMail> {
  const [job] = await ctx.db
    .select()
    .from(jobs)
    .where(eq(jobs.id, mail.job_id ?? ''))
  if (!job) throw notFound('job')
  if (!job.notify.user_ids?.includes(mail.user_id)) throw new Failure('forbidden', 'its reader is told of this job no more')
  const [reader] = await activeUsers(ctx, [mail.user_id])
  if (!reader) throw notFound('user')
  const acting = readingAs(ctx, reader, signal)
  await requireSight(acting, { kind: job.kind as JobKind, payload: job.payload })
  const words = await lettersOf(ctx)
  const shown = await chartsIn(acting, job, notice, signal)
  const isShown = job.kind === 'subscription' && shown.charts > 0
  const isTold = isShown || (await mayBeTold(acting, job, { notice, reader, runId: mail.job_run_id }))
  const figures = figuresOf(shown)
  const links = await unsubscribeLinks(ctx, job.id, reader.userId)
  return {
    figures,
    files: shown.files.map(({ name, type, bytes }) => {
      const figure = figures.find(({ title }) => `${title}.png` === name)
      return { name, type, bytes, ...(figure ? { cid: figure.cid } : {}) }
    }),
    letter: words.job({
      subject: notice.subject,
      text: isShown ? listed(shown, figures) : isTold ? notice.text : words.notes.withheld,
      notes: shown.failed > 0 ? [words.notes.notRead(shown.failed, shown.charts)] : [],
      by: await nameOf(ctx, job.owner_id),
      url: `${ctx.settings.mail.linksTo}${placeOf(job.payload)}`,
      unsubscribe: links.page,
    }),
    headers: { 'List-Unsubscribe': `<${links.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** The charts that go with it: those of a subscription, and the one an alert watches. */
async function chartsIn(acting: Context, job: JobRow, notice: JobNotice, signal: AbortSignal): Promise<ChartFiles> {
  const none = { files: [], charts: 0, failed: 0 }
  const making = { most: MOST_BYTES, isAnew: false, failed: async () => {}, progress: async () => {} }
  if (notice.event === 'subscription.sent') return makeChartFiles({ ctx: acting, signal, payload: job.payload as Payload<'subscription'> }, making)
  if (job.kind !== 'alert' || notice.event === 'job.failed') return none
  const payload = { chart_id: String(job.payload.chart_id), formats: ['png' as const], theme: 'light' as const }
  return makeChartFiles({ ctx: acting, signal, payload }, making).catch((error) => {
    if (error instanceof Failure) return { ...none, charts: 1, failed: 1 }
    throw error
  })
}

const figuresOf = ({ files }: ChartFiles): Figure[] =>
  files.flatMap(({ name, type }, index) => (type === 'image/png' ? [{ title: name.replace(/\.png$/, ''), cid: `figure-${index + 1}@querent` }] : []))

/** The names of files that stand as no picture in the text. */
const listed = ({ files }: ChartFiles, figures: Figure[]): string => (figures.length > 0 ? '' : files.map(({ name }) => `• ${name}`).join('\n'))

type Telling = { notice: JobNotice; reader: UserActor; runId: string | null }

/** Whether the words of a run, which its owner's rights found, may be told to this reader: where no filter parts their rows, or he sees all of them. */
async function mayBeTold(acting: Context, job: JobRow, { notice, reader, runId }: Telling): Promise<boolean> {
  if (reader.role === 'admin' || notice.event === 'job.succeeded') return true
  // Whoever became its owner since saw none of it.
  const [run] = await acting.db
    .select({ madeFor: runs.actor_id })
    .from(runs)
    .where(eq(runs.id, runId ?? ''))
  if (run?.madeFor === reader.userId) return true
  const [chart] = await acting.db
    .select({ source: charts.datasource_id })
    .from(charts)
    .where(eq(charts.id, String(job.payload.chart_id ?? '')))
  if (!chart?.source) return job.kind === 'extraction' || job.kind === 'maintenance'
  const [filtered] = await acting.db
    .select({ id: rowFilters.id })
    .from(rowFilters)
    .where(and(eq(rowFilters.datasource_id, chart.source), eq(rowFilters.is_enabled, true)))
    .limit(1)
  return !filtered || !(await closedSources(acting, [chart.source])).has(chart.source)
}

/** Where in the workspace it is looked at. */
function placeOf(payload: Record<string, unknown>): string {
  if (typeof payload.chart_id === 'string') return `/analytics/charts/${payload.chart_id}`
  if (typeof payload.dashboard_id === 'string') return `/analytics/dashboards/${payload.dashboard_id}`
  if (typeof payload.datasource_id === 'string') return `/data/${payload.datasource_id}`
  return typeof payload.session_id === 'string' ? `/sessions/${payload.session_id}` : '/'
}

async function nameOf(ctx: Context, userId: string): Promise<string> {
  const [user] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return user?.name ?? (await deploymentOf(ctx)).name
}

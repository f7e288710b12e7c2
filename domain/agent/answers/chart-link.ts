import { eq, sql } from 'drizzle-orm'
import { messages } from '#db/schema/sessions.ts'
import { equalText, hashSecret } from '../../access/api-key.ts'
import type { Picture } from '../../charts/drawer.ts'
import { digestOf, drawableOf, ENGINE, pictureOptions } from '../../charts/render.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Attachment, ChartAttachment, QueryAttachment } from '../sessions/attachments.ts'

const LIVES_SECONDS = 86_400
const FORM = /^qi_([0-9a-z]{26})([0-9a-z]{26})([0-9a-f]{8})[\w-]{43}$/
const SIZE = { theme: 'light', width: 800, height: 450, scale: 1.5 } as const

/**
 * The picture of an answer's chart for clients that show Markdown and send no key: `qi_<id of the session><id of the attachment><end, seconds in hex><HMAC 43>`.
 * It opens that one picture, of the rows the answer holds, for a day, and nothing once the session is gone.
 */
async function tokenOf(ctx: Context, sessionId: string, attachmentId: string, end: number): Promise<string> {
  const claims = `qi_${sessionId.slice(4)}${attachmentId.slice(4)}${end.toString(16).padStart(8, '0')}`
  const mac = await hashSecret(await ctx.ports.vault.subkey('chart-link'), `chart ${claims}`)
  return claims + mac.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const secondsNow = (ctx: Context): number => Math.floor(ctx.now().getTime() / 1000)

/** For each chart of an answer that is kept the token of its picture, by the attachment's id. */
export async function chartTokens(ctx: Context, sessionId: string, attachments: readonly Attachment[]): Promise<Map<string, string>> {
  if (sessionId === '') return new Map()
  const charts = attachments.filter((one): one is ChartAttachment => one.type === 'chart' && one.spec !== null && behind(attachments, one.id) !== null)
  const end = secondsNow(ctx) + LIVES_SECONDS
  return new Map(await Promise.all(charts.map(async ({ id }) => [id, await tokenOf(ctx, sessionId, id, end)] as const)))
}

/** The rows a chart of an answer was drawn from: those of the query before it. */
function behind(attachments: readonly Attachment[], chartId: string): QueryAttachment | null {
  const at = attachments.findIndex(({ id }) => id === chartId)
  const query = attachments.slice(0, Math.max(0, at)).findLast((one): one is QueryAttachment => one.type === 'query')
  return query && !query.withheld && query.rows.length > 0 ? query : null
}

const gone = () => new Failure('not_found', 'there is no picture behind this link: it lives for a day, and as long as its session', { param: 'token' })

/** The picture a link opens, drawn from the answer's own rows: no query runs. Fails with `not_found` for a link that is forged, changed or over, and once its session is deleted. */
export async function linkedChart(ctx: Context, token: string): Promise<{ picture: Picture; secondsLeft: number }> {
  const [, session, attachment, hex = ''] = FORM.exec(token) ?? []
  if (!session || !attachment) throw gone()
  const [sessionId, attachmentId, end] = [`ses_${session}`, `att_${attachment}`, Number.parseInt(hex, 16)]
  if (!equalText(token, await tokenOf(ctx, sessionId, attachmentId, end))) throw gone()
  const secondsLeft = end - secondsNow(ctx)
  if (secondsLeft <= 0 || secondsLeft > LIVES_SECONDS) throw gone()
  const holds = sql`exists (select 1 from json_each(${messages.attachments}) where json_extract(value, '$.id') = ${attachmentId})`
  const [found] = await ctx.db
    .select({ attachments: messages.attachments })
    .from(messages)
    .where(sql`${eq(messages.session_id, sessionId)} and ${holds}`)
    .limit(1)
  const attachments = (found?.attachments ?? []) as Attachment[]
  const chart = attachments.find((one): one is ChartAttachment => one.id === attachmentId && one.type === 'chart')
  const query = chart ? behind(attachments, chart.id) : null
  if (!chart || !query) throw gone()
  const drawn = drawableOf(chart, { columns: query.columns, rows: query.rows, truncated: query.truncated || query.row_count > query.rows.length })
  return { picture: await draw(ctx, drawn, chart.title), secondsLeft }
}

/** As PNG, which every client shows; as SVG where the runtime makes no PNG. */
async function draw(ctx: Context, drawn: ReturnType<typeof drawableOf>, title: string): Promise<Picture> {
  const as = async (format: 'png' | 'svg') => {
    const options = await pictureOptions(ctx, { ...SIZE, title: 'true', format }, title)
    return ctx.ports.charts.draw(drawn, options, await digestOf([ENGINE, 'link', drawn, options]))
  }
  try {
    return await as('png')
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'source_unavailable_here')) throw error
    return as('svg')
  }
}

import { type MountedChart, mountChart } from '#charts/browser.ts'
import type { Drawable, ThemeMode } from '#charts/chart.ts'
import './mcp-chart.css'
import { el } from './dom.ts'
import { type HostContext, McpHost, type ToolResult } from './mcp-host.ts'
import { themeFor } from './own-look.ts'

const HEIGHT = 360
const LEAST_HEIGHT = 160
/** Rows asked for when the chart is read anew. */
const ROWS = 1000

const TEXTS = {
  en: { again: 'Refresh', none: 'There are no rows', wait: 'Waiting for the result…', nothing: 'There is nothing to draw' },
  de: { again: 'Neu lesen', none: 'Keine Zeilen', wait: 'Das Ergebnis kommt …', nothing: 'Es gibt nichts zu zeichnen' },
}

/** What a result shows: a chart of `get_chart`, or the last of an answer of `ask`. */
type Shown = { title: string; chartId: string | null; chart: Drawable | null; text: string }

const page = document.getElementById('chart') as HTMLElement
const title = el('h1')
const again = el('button', { type: 'button', hidden: true, onclick: () => void readAnew() })
const place = el('div', { class: 'place' })
page.append(el('header', {}, title, again), place)

let shown: Shown | null = null
let mounted: MountedChart | null = null
let context: HostContext = {}
let turn = 0

const texts = () => (context.locale?.toLowerCase().startsWith('de') ? TEXTS.de : TEXTS.en)
const mode = (): ThemeMode => context.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

function sizeNow(): { width: number; height: number } {
  const { height, maxHeight } = context.containerDimensions ?? {}
  const head = page.querySelector('header')?.getBoundingClientRect().height ?? 0
  const room = height ?? Math.min(maxHeight ?? Number.POSITIVE_INFINITY, HEIGHT)
  return { width: Math.max(120, place.clientWidth), height: Math.max(LEAST_HEIGHT, room - head - 24) }
}

function readResult({ structuredContent: told = {}, content = [], isError }: ToolResult): Shown {
  const text = content.find(({ type }) => type === 'text')?.text ?? ''
  if (isError) return { title: '', chartId: null, chart: null, text }
  if (told.data) {
    const { data, chart_type, spec } = told as unknown as { data: Drawable } & Pick<Drawable, 'chart_type' | 'spec'>
    return { title: String(told.title ?? ''), chartId: String(told.chart_id), chart: { ...data, chart_type, spec }, text }
  }
  const attachments = (Array.isArray(told.attachments) ? told.attachments : []) as (Record<string, unknown> & { type: string })[]
  const query = attachments.findLast(({ type }) => type === 'query') as (Drawable & { type: string }) | undefined
  const chart = attachments.findLast(({ type }) => type === 'chart') as
    | (Pick<Drawable, 'chart_type' | 'spec'> & { title: string; chart_id: string | null })
    | undefined
  const words = typeof told.answer === 'string' ? told.answer : text
  if (!query) return { title: '', chartId: null, chart: null, text: words }
  const { columns, rows, truncated } = query
  const drawn = { columns, rows, truncated, chart_type: chart?.chart_type ?? 'table', spec: chart?.spec ?? null }
  return { title: chart?.title ?? words, chartId: chart?.chart_id ?? null, chart: drawn, text: words }
}

async function draw(): Promise<void> {
  const mine = ++turn
  document.documentElement.dataset.theme = mode()
  again.textContent = texts().again
  again.hidden = !shown?.chartId || !host.mayCallTools
  title.textContent = shown?.title ?? ''
  const say = (text: string) => {
    mounted?.finalize()
    mounted = null
    place.replaceChildren(el('p', { class: 'notice', role: 'status' }, text))
  }
  if (!shown) return say(texts().wait)
  if (!shown.chart) return say(shown.text || texts().nothing)
  if (shown.chart.rows.length === 0) return say(texts().none)
  const box = el('div', { class: 'box' })
  try {
    const next = await mountChart(box, shown.chart, { theme: themeFor(mode()), ...sizeNow(), ...(context.locale ? { locale: context.locale } : {}) })
    if (mine !== turn) return next.finalize()
    mounted?.finalize()
    mounted = next
    place.replaceChildren(box)
    page.dataset.drawn = String(mine)
  } catch (error) {
    say(error instanceof Error ? error.message : texts().nothing)
  }
}

async function readAnew(): Promise<void> {
  if (!shown?.chartId) return
  again.disabled = true
  try {
    const read = readResult(await host.callTool('get_chart', { chart_id: shown.chartId, row_limit: ROWS }))
    shown = read.chart ? read : { ...shown, chart: null, text: read.text }
  } catch (error) {
    shown = { ...shown, chart: null, text: error instanceof Error ? error.message : texts().nothing }
  }
  again.disabled = false
  await draw()
}

const host = new McpHost({
  result: (result) => {
    shown = readResult(result)
    void draw()
  },
  context: (changed) => {
    context = { ...context, ...changed }
    void draw()
  },
  end: () => mounted?.finalize(),
})

new ResizeObserver(() => host.resized(Math.ceil(page.scrollWidth), Math.ceil(page.getBoundingClientRect().height))).observe(page)
let width = 0
new ResizeObserver(() => {
  if (Math.abs(place.clientWidth - width) < 2) return
  width = place.clientWidth
  if (mounted) void mounted.resize(sizeNow())
}).observe(place)
void draw()
void host.open('1').catch(() => {})

import { type Drawable, DrawingError } from '#charts/chart.ts'
import { drawSvg } from '#charts/draw-svg.ts'
import { textWidth } from '#charts/text-width.ts'
import { chartCases } from './cases.ts'
import { hostileSpecs } from './hostile.ts'

/** What a picture shows, as far as two runtimes must agree. */
export type Summary = { name: string; error: string | null; marks: number; scales: string[]; labels: number; overlapping: number }

const MARK = /<g class="mark-\w+ role-mark[^>]*>(.*?)<\/g>/gs
const isFigure = ({ chart_type }: Drawable) => ['kpi', 'big_number', 'table', 'pivot', 'gauge', 'progress', 'choropleth'].includes(chart_type)

/** Draws one case and tells what came of it. */
export async function summarise({ name, chart }: (typeof chartCases)[number]): Promise<Summary> {
  try {
    const { svg } = await drawSvg(chart, { width: 640, height: 400 })
    const scales = [...svg.matchAll(/aria-label="([XY]-axis[^"]*)"/g)].map(([, told = '']) => told)
    const containers = [...svg.matchAll(MARK)].map(([, inside = '']) => inside.match(/<(?:path|line|text|polyline)\b/g)?.length ?? 0)
    const marks = isFigure(chart) ? (svg.match(/data-row=/g)?.length ?? 0) : containers.reduce((sum, one) => sum + one, 0)
    const { labels, overlapping } = overlaps(svg)
    const error = /NaN|undefined|Infinity/.test(svg.replace(/aria-label="[^"]*"/g, '')) ? 'a figure that is none' : null
    return { name, error, marks, scales, labels, overlapping }
  } catch (error) {
    return { name, error: error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error), marks: 0, scales: [], labels: 0, overlapping: 0 }
  }
}

/** How many labels of an axis lie over the one before; slanted ones are never as near. */
function overlaps(svg: string): { labels: number; overlapping: number } {
  let [labels, overlapping] = [0, 0]
  for (const [, inside = ''] of svg.matchAll(/<g class="mark-text role-axis-label"[^>]*>(.*?)<\/g>/gs)) {
    const boxes = [...inside.matchAll(/<text([^>]*)>([^<]*)<\/text>/g)].flatMap(([, facts = '', text = '']) => {
      const [, x, y] = /translate\((-?[\d.e-]+),(-?[\d.e-]+)\)/.exec(facts) ?? []
      if (x === undefined || /rotate\(/.test(facts) || /opacity="0"/.test(facts)) return []
      const width = textWidth(text, 11)
      const left = Number(x) - (facts.includes('"middle"') ? width / 2 : facts.includes('"end"') ? width : 0)
      return [{ left, right: left + width, top: Number(y) - 9, bottom: Number(y) + 2 }]
    })
    labels += boxes.length
    for (const [at, box] of boxes.entries()) {
      const before = boxes[at - 1]
      if (before && box.left < before.right - 1 && before.left < box.right - 1 && box.top < before.bottom - 1 && before.top < box.bottom - 1) overlapping++
    }
  }
  return { labels, overlapping }
}

/** Draws every `step`th case, and tells which hostile specs were drawn although they ought not to be. */
export async function drawAll(step: number, url: string): Promise<{ summaries: Summary[]; hostile: number; drawn: string[] }> {
  const summaries: Summary[] = []
  for (const [at, one] of chartCases.entries()) if (at % step === 0) summaries.push(await summarise(one))
  const drawn: string[] = []
  const specs = hostileSpecs(url)
  const columns = [
    { name: 'a', type: 'text' },
    { name: 'b', type: 'number' },
  ]
  for (const { name, spec } of specs) {
    try {
      const { svg } = await drawSvg({ chart_type: 'bar', spec, columns, rows: [['x', 1]] })
      // A member the engine does not know is left out of what it draws.
      if (/https?:\/\/(?!www\.w3\.org\/)|javascript:|href/.test(svg.replaceAll('xmlns:xlink', ''))) drawn.push(name)
    } catch (error) {
      if (!(error instanceof DrawingError)) drawn.push(`${name}: ${error}`)
    }
  }
  return { summaries, hostile: specs.length, drawn }
}

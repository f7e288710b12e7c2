import { DrawingError } from './chart.ts'

/** Members through which a Vega-Lite spec fetches, links, computes or runs something. None is ever handed on. */
const REACHING = new Set([
  'data',
  'datasets',
  'url',
  'href',
  'src',
  'params',
  'selection',
  'signal',
  'signals',
  'expr',
  'calculate',
  'lookup',
  'from',
  'projection',
  'config',
  'usermeta',
  'labelExpr',
  'encode',
  'update',
  'on',
  'events',
  'formatType',
  'condition',
  'test',
  '__proto__',
  'constructor',
])
const REACHING_MARKS = new Set(['image', 'geoshape'])
const MOST_NODES = 5_000

/** Refuses a spec that names anything through which it could reach beyond its rows. Fails with `DrawingError`, which names the member. */
export function refuseReaching(spec: unknown): void {
  let nodes = 0
  const visit = (value: unknown, path: string, depth: number): void => {
    if (++nodes > MOST_NODES || depth > 16) throw new DrawingError('the spec is too large')
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, depth + 1)
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [key, item] of Object.entries(value)) {
      const at = path === '' ? key : `${path}.${key}`
      if (REACHING.has(key)) throw new DrawingError(`${at}: a chart may not name this: it reaches beyond the rows it is given`)
      const isMark = key === 'mark' || (key === 'type' && /(?:^|\.)mark$/.test(path))
      if (isMark && typeof item === 'string' && REACHING_MARKS.has(item)) throw new DrawingError(`${at}: the mark "${item}" is not drawn`)
      visit(item, at, depth + 1)
    }
  }
  visit(spec, '', 0)
}

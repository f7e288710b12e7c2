import type { Edge, Payload } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'

/** Mentions without those that others beside them make unlikely. */
export const withoutUnlikely = (edges: Edge[], tokens: Token[]): Edge[] =>
  ofCalendar(ofColumns(coherent(once(withoutShadowed(ofKinds(withoutInner(edges, tokens)))))))

const leastWhole = 0.85
/** How sure a noun of the trade at most is to name a table that is called otherwise. */
const ofTrade = 0.8

/** The words of a value that is written with a hyphen stand for nothing of their own: neither "no" nor "shows" of "no-shows". */
function withoutInner(edges: Edge[], tokens: Token[]): Edge[] {
  const whole = edges.filter(
    ({ category, from, to, link }) => category === 'value' && link >= leastWhole && tokens.slice(from, to).some(({ text }) => text === '-'),
  )
  return edges.filter(({ from, to }) => !whole.some((edge) => edge.from <= from && to <= edge.to && to - from < edge.to - edge.from))
}

/** Where a column tells the day of the week, it is meant, and not what a date is turned into. */
function ofColumns(edges: Edge[]): Edge[] {
  const spans = new Set(edges.flatMap(({ category, from, to, link }) => (category === 'column' && link >= 0.7 ? [`${from}-${to}`] : [])))
  return edges.filter(({ payload, from, to }) => !(payload.is === 'grain' && payload.grain === 'day_of_week' && spans.has(`${from}-${to}`)))
}

/** The month of "last month" is one of the calendar, whatever value is called so. */
function ofCalendar(edges: Edge[]): Edge[] {
  const periods = edges.filter(({ category, from, to }) => category === 'period' && to - from > 1)
  return edges.filter(
    ({ category, from, to, text }) =>
      category !== 'value' || to - from > 1 || !grainWords.has(text.toLowerCase()) || !periods.some((period) => period.from <= from && to <= period.to),
  )
}

const coherence = 0.25

/** Of columns that are called alike those of a table that the question names are meant: the phone of an employee. */
function coherent(edges: Edge[]): Edge[] {
  const named = new Set(edges.flatMap(({ payload, link }) => (payload.is === 'table' && link >= 0.75 ? [payload.table.name] : [])))
  if (named.size === 0) return edges
  const isNamed = ({ payload, link }: Edge) => link >= 0.65 && named.has(placeOf(payload) ?? '')
  const spans = new Set(edges.filter(isNamed).map(({ from, to }) => `${from}-${to}`))
  return edges.map((edge) =>
    isNamed(edge)
      ? { ...edge, weight: edge.weight + coherence }
      : placeOf(edge.payload) !== null && spans.has(`${edge.from}-${edge.to}`)
        ? { ...edge, weight: edge.weight - coherence }
        : edge,
  )
}

/** The table that what a phrase means is told in. */
function placeOf(payload: Payload): string | null {
  if (payload.is === 'column' || payload.is === 'value') return payload.ref.table.name
  if (payload.is !== 'condition') return null
  const { condition } = payload
  return condition.kind === 'filter' ? (condition.tables[0] ?? null) : condition.kind === 'event' ? condition.ref.table.name : null
}

/** The same meaning of one span, told by several columns that refer to it, is one. */
function once(edges: Edge[]): Edge[] {
  const best = new Map<string, Edge>()
  const kept: Edge[] = []
  for (const edge of edges) {
    if (edge.payload.is !== 'table') {
      kept.push(edge)
      continue
    }
    const key = `${edge.from}-${edge.to}-${edge.payload.table.name}`
    if ((best.get(key)?.weight ?? -1) < edge.weight) best.set(key, edge)
  }
  return [...kept, ...best.values()]
}

/** Of the meanings of one span those that a far surer one leaves standing. */
function withoutShadowed(edges: Edge[]): Edge[] {
  const best = new Map<string, number>()
  const isName = ({ category }: Edge) => ['table', 'column', 'measure', 'value'].includes(category)
  for (const edge of edges) if (isName(edge)) best.set(`${edge.from}-${edge.to}`, Math.max(best.get(`${edge.from}-${edge.to}`) ?? 0, edge.link))
  return edges.filter((edge) => !isName(edge) || edge.link >= (best.get(`${edge.from}-${edge.to}`) ?? 0) - 0.35)
}

/** The table of a span of which a value of the same rows is a kind is not meant as a whole: clerks are those of the staff whose title says so. */
function ofKinds(edges: Edge[]): Edge[] {
  const isOf = (edge: Edge, { from, to, payload }: Edge) =>
    edge.payload.is === 'value' && payload.is === 'table' && edge.payload.ref.table === payload.table && edge.from === from && edge.to === to
  return edges.filter((edge) => edge.payload.is !== 'table' || edge.link > ofTrade || !edges.some((other) => isOf(other, edge)))
}

import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, Grain, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Which period of a figure is asked about, and which way it is said to have gone. */
export type WhyAsked = { query: SemanticQuery; table: string; column: string; grain: PeriodGrain; period: string; said: 'down' | 'up' | null }
export type PeriodGrain = Extract<Grain, 'day' | 'month' | 'quarter' | 'year'>

const DOWN = 'drop|dropped|fall|fell|fallen|decline|declined|decrease|decreased|go down|gone down|sink|shrink|slump|slow down|dip|dipped'
const UP = 'rise|rose|risen|increase|increased|grow|grew|grown|go up|gone up|jump|jumped|spike|spiked|surge|surged|climb|climbed'
const EITHER = 'change|changed|move|moved|differ|low|lower|high|higher|so low|so high|down|up'
const ASKED = new RegExp(
  `^why\\s+(?:did|do|does|have|has|had|is|are|was|were)\\s+(?:the\\s+|our\\s+|my\\s+)?(.+?)\\s+(${DOWN}|${UP}|${EITHER})\\b(?:\\s+so much)?\\s*(.*?)[?.!\\s]*$`,
  'i',
)

/**
 * What "why did sales drop in March?" asks, read by the analyst as "sales in March". A month or quarter without its year that lies after the end of the data is the
 * last one there is. Null for any other question, and where the figure or the period is not understood.
 */
export function whyAsked(input: AnalysisInput): WhyAsked | null {
  const [, figure, verb = '', when = ''] = ASKED.exec(input.question.trim()) ?? []
  if (figure === undefined) return null
  const analysis = analyseQuestion({ ...input, question: `${figure} ${when}`.trim(), previous: null })
  if (analysis.kind !== 'query') return null
  const { query } = analysis
  const [measure, ...more] = query.measures
  const found = timeConditions(query.filters)[0]
  if (!measure || more.length > 0 || query.dimensions.length > 0 || query.combine || !found) return null
  const grain = grainOf(String(found.values[0]))
  const column = input.layer.tables.find(({ name }) => name === found.table)?.columns.find(({ name }) => name === found.column)
  if (!grain || !column) return null
  const period = /\d{4}/.test(when) ? String(found.values[0]) : withinData(String(found.values[0]), column)
  const said = new RegExp(`^(?:${DOWN}|low|lower|so low|down)$`, 'i').test(verb)
    ? 'down'
    : new RegExp(`^(?:${UP}|high|higher|so high|up)$`, 'i').test(verb)
      ? 'up'
      : null
  return { query: without(query, found), table: found.table, column: found.column, grain, period, said }
}

const PERIODS: [RegExp, PeriodGrain][] = [
  [/^\d{4}$/, 'year'],
  [/^\d{4}-Q[1-4]$/, 'quarter'],
  [/^\d{4}-\d{2}$/, 'month'],
  [/^\d{4}-\d{2}-\d{2}$/, 'day'],
]
const grainOf = (period: string): PeriodGrain | undefined => PERIODS.find(([form]) => form.test(period))?.[1]

/** The conditions that must all hold. */
const parts = (filters: Filter | undefined): Filter[] => (filters === undefined ? [] : 'and' in filters ? filters.and : [filters])

const timeConditions = (filters: Filter | undefined): FilterCondition[] =>
  parts(filters).flatMap((part) => {
    const isPeriod = 'column' in part && part.operator === 'equals' && part.values.length === 1 && !part.grain && grainOf(String(part.values[0])) !== undefined
    return isPeriod ? [part] : []
  })

function without({ filters, ...query }: SemanticQuery, condition: FilterCondition): SemanticQuery {
  const [first, ...others] = parts(filters).filter((part) => part !== condition)
  return first ? { ...query, filters: others.length > 0 ? { and: [first, ...others] } : first } : query
}

/** Years back until the period begins before the data ends. What ends where is not known to who sees a part of the rows. */
function withinData(period: string, { max }: LayerColumn): string {
  const last = /^\d{4}-\d{2}/.test(max ?? '') && max !== null && max > '1970-01-02' ? max : null
  if (last === null || !/^\d{4}-/.test(period)) return period
  const rest = period.slice(4)
  const begins = (year: number) => `${year}${rest.startsWith('-Q') ? `-${String((Number(rest[2]) - 1) * 3 + 1).padStart(2, '0')}` : rest}`
  let year = Number(period.slice(0, 4))
  while (begins(year) > last.slice(0, 10) && year > 1900) year--
  return `${year}${rest}`
}

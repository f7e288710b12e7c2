import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, Grain, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { baseOf } from '../steps/choosable.ts'
import { daysOf, periodBefore } from '../steps/drill-down.ts'
import { endOfData } from './ended-data.ts'
import { yearEarlier } from './periods.ts'

/** Which period of a figure is asked about, and which way it is said to have gone. */
export type WhyAsked = { query: SemanticQuery; table: string; column: string; grain: PeriodGrain; period: string; against: Against; said: 'down' | 'up' | null }
/** The period before, or the same one a year before. */
export type Against = 'period' | 'year'
export type PeriodGrain = Extract<Grain, 'day' | 'month' | 'quarter' | 'year'>

const DOWN = 'drop|dropped|fall|fell|fallen|decline|declined|decrease|decreased|go down|gone down|sink|shrink|slump|slow down|dip|dipped'
const UP = 'rise|rose|risen|increase|increased|grow|grew|grown|go up|gone up|jump|jumped|spike|spiked|surge|surged|climb|climbed'
const EITHER = 'change|changed|move|moved|differ|low|lower|high|higher|so low|so high|down|up'
const ASKED = new RegExp(
  `^why\\s+(?:did|do|does|have|has|had|is|are|was|were)\\s+(?:the\\s+|our\\s+|my\\s+)?(.+?)\\s+(${DOWN}|${UP}|${EITHER})\\b(?:\\s+so much)?\\s*(.*?)[?.!\\s]*$`,
  'i',
)

/** What a figure is held against: "than last year", "compared with Q1". */
const REFERENCE = /^(.*?)\s*\b(?:than|against|versus|vs\.?|compared (?:to|with)|in comparison (?:to|with))\s+(.+)$/i
const YEAR_BEFORE =
  /^(?:it was |they were |we had )?(?:in )?(?:(?:the )?(?:last|previous|prior) year|(?:the )?(?:same (?:period|time|month|quarter|day) )?(?:(?:of|in) )?(?:the |last |a )?(?:year|year's) ?(?:before|ago|earlier|prior)?|last (?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:the )?same (?:period|time|month|quarter|day) (?:(?:of|in) )?(?:the )?last year)$/i
const PERIOD_BEFORE = /^(?:in )?(?:the )?(?:(?:last|previous|prior|preceding) )?(day|month|quarter|period)(?: before)?$|^before$/i
const OWN_PERIOD = /\s+(?:in|on|during|of)\s+(?:\w+\s+)?\d{4}$/i
const BY_YEARS = /\s*\b(?:year[- ]over[- ]year|year[- ]on[- ]year|yoy)\b/i
const BY_TODAY = /\b(?:last|this|past|current|previous) (month|quarter|year)\b/i

/**
 * What "why did sales drop in March?" asks, read by the analyst as "sales in March". A month or quarter without its year that lies after the end of the data is the
 * last one there is, and where no period is named it is the last whole month, or the year the data ends in where that is held against another year. Null for any
 * other question, and where the figure or the period is not understood.
 */
export function whyAsked(input: AnalysisInput): WhyAsked | null {
  const [, figure, verb = '', rest = ''] = ASKED.exec(input.question.trim().replace(BY_YEARS, ' than a year before')) ?? []
  if (figure === undefined) return null
  const [, when = rest, reference = null] = REFERENCE.exec(rest) ?? []
  const asked = periodAsked(input, figure, when, reference)
  if (!asked) return null
  const said = new RegExp(`^(?:${DOWN}|low|lower|so low|down)$`, 'i').test(verb)
    ? 'down'
    : new RegExp(`^(?:${UP}|high|higher|so high|up)$`, 'i').test(verb)
      ? 'up'
      : null
  return { ...asked, said }
}

function periodAsked(input: AnalysisInput, figure: string, when: string, reference: string | null): Omit<WhyAsked, 'said'> | null {
  const query = figureIn(input, `${figure} ${when}`.trim())
  if (!query) return null
  const found = timeConditions(query.filters)[0]
  const at = found ?? dateOf(input.layer, query)
  const column = input.layer.tables.find(({ name }) => name === at?.table)?.columns.find(({ name }) => name === at?.column)
  if (!at || !column) return null
  const compared = reference === null ? null : comparedWith(input, figure, reference)
  if (reference !== null && compared === null) return null
  const period = found ? periodSaid(String(found.values[0]), `${figure} ${when}`, column) : unsaid(column, compared?.grain ?? null)
  const grain = period === null ? undefined : grainOf(period)
  if (period === null || !grain) return null
  const against = againstOf(period, grain, compared)
  return against === null ? null : { query: found ? without(query, found) : query, table: at.table, column: at.column, grain, period, against }
}

/** One figure: what is asked for, else how many there are of it. */
function figureIn(input: AnalysisInput, text: string): SemanticQuery | null {
  for (const question of [text, `how many ${text}`]) {
    const analysis = analyseQuestion({ ...input, question, previous: null })
    if (analysis.kind !== 'query') continue
    const { measures, dimensions, combine } = analysis.query
    if (measures.length === 1 && dimensions.length === 0 && !combine) return analysis.query
  }
  return null
}

/** The date of the rows a figure is made of. */
function dateOf(layer: Layer, query: SemanticQuery): { table: string; column: string } | null {
  const base = baseOf(layer, query)
  const date = base && defaultDate(base)
  return base && date ? { table: base.name, column: date.name } : null
}

type Compared = { against: Against; grain: PeriodGrain | null } | { period: string; grain: null }

/** What is named to compare with: a year before, the period before, or a period of its own. */
function comparedWith(input: AnalysisInput, figure: string, reference: string): Compared | null {
  const text = reference.trim()
  if (YEAR_BEFORE.test(text)) return { against: 'year', grain: 'year' }
  const before = PERIOD_BEFORE.exec(text)
  if (before) return { against: 'period', grain: before[1] === undefined || before[1] === 'period' ? null : (before[1].toLowerCase() as PeriodGrain) }
  const found = timeConditions(figureIn(input, `${figure.replace(OWN_PERIOD, '')} ${/^(?:in|on)\b/i.test(text) ? '' : 'in '}${text}`)?.filters)[0]
  return found ? { period: String(found.values[0]), grain: null } : null
}

function againstOf(period: string, grain: PeriodGrain, compared: Compared | null): Against | null {
  if (compared === null) return 'period'
  if ('against' in compared) return compared.against
  if (compared.period === periodBefore(period, grain)) return 'period'
  return compared.period === yearEarlier(period) ? 'year' : null
}

/** The period of a question that names none. */
function unsaid(column: LayerColumn, grain: PeriodGrain | null): string | null {
  const end = endOfData(column)
  if (end === null) return null
  if (grain === 'year') return end.slice(0, 4)
  if (grain === 'quarter') return `${end.slice(0, 4)}-Q${Math.ceil(Number(end.slice(5, 7)) / 3)}`
  if (grain === 'day') return end
  const month = end.slice(0, 7)
  return daysOf(month, 'month')[1] === end ? month : periodBefore(month, 'month')
}

/** The period that is meant: one told by today that lies after the data is the last there is. */
function periodSaid(period: string, text: string, column: LayerColumn): string {
  if (/\d{4}/.test(text)) return period
  const unit = BY_TODAY.exec(text)?.[1]?.toLowerCase()
  const end = endOfData(column)
  if (unit && end !== null && period > end) return unsaid(column, unit as PeriodGrain) ?? period
  return withinData(period, column)
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

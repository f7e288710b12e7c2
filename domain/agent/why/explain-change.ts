import { Failure } from '#domain/failure.ts'
import type { Language } from '#domain/language.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import { shiftedBack } from '#domain/semantics/compile/time-shift.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import { measureIn } from '#domain/semantics/describe/explain-in.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { type QueryDimension, type QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { baseOf, type ChoosableColumn } from '../steps/choosable.ts'
import { daysOf, periodBefore } from '../steps/drill-down.ts'
import { candidates, isAdditive, MEMBERS, scoreOf } from '../steps/why.ts'
import { type ChangeWords, changeWordsIn, partsIn, percentOf, signed } from './change-said.ts'
import { contributions, effectsOf, type Member } from './decompose.ts'
import { endOfData } from './ended-data.ts'
import { yearEarlier } from './periods.ts'
import type { Against, PeriodGrain, WhyAsked } from './why-question.ts'

const TOLD = 3
/** Below this share of the change an effect is not worth a sentence. */
const LEAST_EFFECT = 0.02

/** Who is called Anna has nothing else in common. */
const PART_OF_A_NAME = /\b(?:first|last|middle|given|family) name$/i
/** A period of which less than this share is missing is told as whole. */
const LEAST_MISSING = 0.1
const PERIOD_SHIFT = { period: 'previous_period', year: 'previous_year' } as const
/** What the outputs are called. */
const FIGURE = 'figure'
const ROWS = 'rows'

/** Runs one query with the rights of whoever asks. */
export type RunPart = (query: SemanticQuery, rowLimit: number) => Promise<QueryOutcome>

type Asked = Omit<WhyAsked, 'said' | 'against'> & { said?: WhyAsked['said'] | undefined; against?: Against | undefined }

/** `changes` names the output that holds each member's change. */
export type Explained = { outcome: QueryOutcome; said: string; members: string; changes: string }

/**
 * What the change of a sum or count from the period before, or from the same period a year before, is made of: by the column along which it is least even, member by member, and how much of it are fewer
 * rows, another mix of them, or another value of each. Arithmetic, and no cause. Fails with `invalid` for a figure that is no sum and no count, where there is
 * nothing to compare with, and where no column splits it.
 */
export async function explainChange(layer: Layer, asked: Asked, run: RunPart, language: Language = 'en'): Promise<Explained> {
  const { query, table, column, grain, period, against = 'period' } = asked
  const [measure] = query.measures
  if (!measure || !isAdditive(layer, measure)) throw new Failure('invalid', 'only the change of a sum or a count is made of parts')
  const group: QueryDimension = { table, column, grain }
  const before = against === 'year' ? yearEarlier(period) : periodBefore(period, grain)
  const until = untilOf(layer, asked)
  const splits: { by: ChoosableColumn; outcome: QueryOutcome; members: Member[]; score: number }[] = []
  for (const by of candidates(layer, query, group).filter(({ label }) => !PART_OF_A_NAME.test(label))) {
    const outcome = await run(compared(layer, { ...asked, until }, by), MEMBERS.most * 2)
    const members = membersOf(outcome)
    splits.push({ by, outcome, members, score: scoreOf(members) })
  }
  const best = splits.toSorted((one, other) => other.score - one.score)[0]
  if (!best) throw new Failure('invalid', 'no column of this data splits the figure any further')
  if (best.members.every(({ there }) => there === 0)) throw new Failure('invalid', `there is nothing of ${before} to compare ${period} with`)
  const yearBefore = against === 'year' || grain === 'year' ? null : await totalYearBefore(layer, { ...asked, until }, run)
  const said = sentences(layer, asked, { period, before, until, by: best.by, members: best.members, measure, yearBefore }, changeWordsIn(language))
  return { outcome: best.outcome, said, members: best.outcome.columns[0]?.name ?? '', changes: `${FIGURE}_change` }
}

type Dated = Asked & { until: string | null }

/** The figure and its rows by a column, beside those of the period it is compared with. */
function compared(layer: Layer, asked: Dated, by: ChoosableColumn): SemanticQuery {
  const { query } = asked
  const counted = baseOf(layer, query)?.name
  const measures = [{ ...query.measures[0], name: FIGURE }, ...(counted === undefined ? [] : [{ aggregate: 'count', table: counted, name: ROWS }])]
  return SemanticQuery.parse({ ...beside(asked, asked.against ?? 'period'), measures, dimensions: [{ table: by.table, column: by.column }, periodOf(asked)] })
}

const periodOf = ({ table, column, grain }: Asked) => ({ table, column, grain, name: 'period' })

function beside({ query, table, column, grain, period, until }: Dated, against: Against) {
  const isPart = until !== null
  const condition = { table, column, operator: isPart ? 'between' : 'equals', values: isPart ? [daysOf(period, grain)[0], until] : [period] }
  const kept = query.filters === undefined ? [] : 'and' in query.filters ? query.filters.and : [query.filters]
  return {
    filters: kept.length > 0 ? { and: [...kept, condition] } : condition,
    compare: { dimension: 'period', to: PERIOD_SHIFT[against] },
    ...(query.joins.length > 0 ? { joins: query.joins } : {}),
    limit: MEMBERS.most,
  }
}

/** The figure of the same period a year before; null where there was none. */
async function totalYearBefore(layer: Layer, asked: Dated, run: RunPart): Promise<number | null> {
  const column = layer.tables.find(({ name }) => name === asked.table)?.columns.find(({ name }) => name === asked.column)
  const [first, last] = daysOf(yearEarlier(asked.period), asked.grain).map((day) => Date.parse(day)) as [number, number]
  if (column?.min && Date.parse(column.min.slice(0, 10)) - first > (last - first) * LEAST_MISSING) return null
  const { columns, rows } = await run(
    SemanticQuery.parse({ ...beside(asked, 'year'), measures: [{ ...asked.query.measures[0], name: FIGURE }], dimensions: [periodOf(asked)] }),
    2,
  )
  const at = columns.findIndex(({ name }) => name === `${FIGURE}_previous`)
  const before = rows.reduce((total, row) => total + number(row[at]), 0)
  return before === 0 ? null : before
}

/** The day the data ends on, where that is well before the end of a year or quarter: the period compared with it is cut there, too. */
function untilOf({ tables }: Layer, { table, column, period, grain }: Asked): string | null {
  const found = tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  const end = found ? endOfData(found) : null
  if (end === null || (grain !== 'year' && grain !== 'quarter')) return null
  const [first, last] = daysOf(period, grain)
  const [from, to, at] = [first, last, end].map((day) => Date.parse(day)) as [number, number, number]
  return at >= from && to - at >= (to - from) * LEAST_MISSING ? end : null
}

const number = (cell: JsonValue | undefined): number => (cell === null || cell === undefined ? 0 : Number(cell))

function membersOf({ columns, rows }: QueryOutcome): Member[] {
  const cell = (row: JsonValue[], name: string) => number(row[columns.findIndex((column) => column.name === name)])
  return rows.map((row) => ({
    name: String(row[0] ?? '–'),
    here: cell(row, FIGURE),
    there: cell(row, `${FIGURE}_previous`),
    rowsHere: cell(row, ROWS),
    rowsThere: cell(row, `${ROWS}_previous`),
  }))
}

type Told = { period: string; before: string; until: string | null; by: ChoosableColumn; members: Member[]; measure: QueryMeasure; yearBefore: number | null }

const untilBefore = (until: string | null, to: Against, grain: PeriodGrain): string | null =>
  until === null ? null : shiftedBack(until, { table: '', column: '', grain, to: PERIOD_SHIFT[to] })

function sentences(layer: Layer, { query, said, against: to = 'period', grain }: Asked, told: Told, words: ChangeWords): string {
  const { by, members, measure, until, yearBefore } = told
  const sum = (of: (one: Member) => number) => members.reduce((total, one) => total + of(one), 0)
  const [here, there] = [sum((one) => one.here), sum((one) => one.there)]
  const change = here - there
  const figure = measureIn(words.language, layer, measure, query.measures)
  const period = words.period(told.period, until)
  const before = words.period(told.before, untilBefore(until, to, grain))
  if (change === 0) return words.same(figure, period, words.amount(here), before)
  const isContrary = (said === 'down' && change > 0) || (said === 'up' && change < 0)
  const { along, against } = contributions(members, TOLD)
  const partOf = (one: Member) => `${one.name} ${signed(words, one.here - one.there)}`
  const amount = words.amount(Math.abs(change))
  return [
    isContrary && said ? words.contrary(said) : '',
    words.changed({ figure, period, here: words.amount(here), amount, isLess: change < 0, before, percent: percentOf(words, change, there) }),
    yearBefore === null
      ? ''
      : words.besides(
          words.period(yearEarlier(told.period), untilBefore(until, 'year', grain)),
          words.amount(yearBefore),
          percentOf(words, here - yearBefore, yearBefore),
        ),
    words.splits(by.label, partsIn(words, along.map(partOf)), against.map((one) => words.against(partOf(one))).join('')),
    effectsSaid(layer, query, members, { by, change, words }),
    words.noCause,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

type Split = { by: ChoosableColumn; change: number; words: ChangeWords }

function effectsSaid(layer: Layer, query: SemanticQuery, members: Member[], { by, change, words }: Split): string {
  const effects = effectsOf(members)
  // Of a count all is the number of rows.
  if (!effects || members.every(({ here, rowsHere }) => here === rowsHere)) return ''
  const base = baseOf(layer, query)?.label
  const rows = words.language === 'en' ? plural((base ?? 'row').toLowerCase()) : (base ?? 'Zeilen')
  const parts: [number, string][] = [
    [effects.volume, words.volume(rows)],
    [effects.mix, words.mix(by.label)],
    [effects.rate, words.rate],
  ]
  const told = parts.filter(([value]) => Math.abs(value) >= Math.abs(change) * LEAST_EFFECT)
  return told.length === 0
    ? ''
    : words.effects(
        partsIn(
          words,
          told.map(([value, what]) => words.effect(signed(words, value), what)),
        ),
      )
}

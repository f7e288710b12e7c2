import { Failure } from '#domain/failure.ts'
import type { QueryOutcome } from '#domain/query/query-outcome.ts'
import { capitalised, formatNumber, listInWords, plural } from '#domain/semantics/describe/english.ts'
import { measureInWords } from '#domain/semantics/describe/query-in-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { type QueryDimension, type QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { baseOf, type ChoosableColumn } from '../steps/choosable.ts'
import { periodBefore } from '../steps/drill-down.ts'
import { candidates, isAdditive, MEMBERS, scoreOf } from '../steps/why.ts'
import { contributions, effectsOf, type Member } from './decompose.ts'
import type { WhyAsked } from './why-question.ts'

const TOLD = 3
/** Below this share of the change an effect is not worth a sentence. */
const LEAST_EFFECT = 0.02

/** Who is called Anna has nothing else in common. */
const PART_OF_A_NAME = /\b(?:first|last|middle|given|family) name$/i
/** What the outputs are called. */
const FIGURE = 'figure'
const ROWS = 'rows'

/** Runs one query with the rights of whoever asks. */
export type RunPart = (query: SemanticQuery, rowLimit: number) => Promise<QueryOutcome>

/** `changes` names the output that holds each member's change. */
export type Explained = { outcome: QueryOutcome; said: string; members: string; changes: string }

/**
 * What the change of a sum or count from the period before is made of: by the column along which it is least even, member by member, and how much of it are fewer
 * rows, another mix of them, or another value of each. Arithmetic, and no cause. Fails with `invalid` for a figure that is no sum and no count, where there is
 * nothing to compare with, and where no column splits it.
 */
export async function explainChange(layer: Layer, asked: Omit<WhyAsked, 'said'> & { said?: WhyAsked['said'] }, run: RunPart): Promise<Explained> {
  const { query, table, column, grain, period } = asked
  const [measure] = query.measures
  if (!measure || !isAdditive(layer, measure)) throw new Failure('invalid', 'only the change of a sum or a count is made of parts')
  const group: QueryDimension = { table, column, grain }
  const before = periodBefore(period, grain)
  const splits: { by: ChoosableColumn; outcome: QueryOutcome; members: Member[]; score: number }[] = []
  for (const by of candidates(layer, query, group).filter(({ label }) => !PART_OF_A_NAME.test(label))) {
    const outcome = await run(compared(layer, asked, by), MEMBERS.most * 2)
    const members = membersOf(outcome)
    splits.push({ by, outcome, members, score: scoreOf(members) })
  }
  const best = splits.toSorted((one, other) => other.score - one.score)[0]
  if (!best) throw new Failure('invalid', 'no column of this data splits the figure any further')
  if (best.members.every(({ there }) => there === 0)) throw new Failure('invalid', `there is nothing of ${before} to compare ${period} with`)
  const said = sentences(layer, { ...asked, said: asked.said ?? null }, { before, by: best.by, members: best.members, measure })
  return { outcome: best.outcome, said, members: best.outcome.columns[0]?.name ?? '', changes: `${FIGURE}_change` }
}

/** The figure and its rows by a column, beside those of the period before. */
function compared(layer: Layer, { query, table, column, grain, period }: Omit<WhyAsked, 'said'>, by: ChoosableColumn): SemanticQuery {
  const condition = { table, column, operator: 'equals' as const, values: [period] }
  const kept = query.filters === undefined ? [] : 'and' in query.filters ? query.filters.and : [query.filters]
  const [measure] = query.measures
  const counted = baseOf(layer, query)?.name
  return SemanticQuery.parse({
    measures: [{ ...measure, name: FIGURE }, ...(counted === undefined ? [] : [{ aggregate: 'count', table: counted, name: ROWS }])],
    dimensions: [
      { table: by.table, column: by.column },
      { table, column, grain, name: 'period' },
    ],
    filters: kept.length > 0 ? { and: [...kept, condition] } : condition,
    compare: { dimension: 'period', to: 'previous_period' },
    ...(query.joins.length > 0 ? { joins: query.joins } : {}),
    limit: MEMBERS.most,
  })
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

type Told = { before: string; by: ChoosableColumn; members: Member[]; measure: QueryMeasure }

function sentences(layer: Layer, { query, period, said }: Pick<WhyAsked, 'query' | 'period' | 'said'>, { before, by, members, measure }: Told): string {
  const sum = (of: (one: Member) => number) => members.reduce((total, one) => total + of(one), 0)
  const [here, there] = [sum((one) => one.here), sum((one) => one.there)]
  const change = here - there
  const figure = measureInWords(layer, measure, query.measures)
  if (change === 0) return `${capitalised(figure)} of ${period} is ${amount(here)}, the same as of ${before}.`
  const percent = there === 0 ? '' : ` (${signed((change / there) * 100)} %)`
  const contrary = (said === 'down' && change > 0) || (said === 'up' && change < 0) ? `It did not ${said === 'down' ? 'fall' : 'rise'}. ` : ''
  const { along, against } = contributions(members, TOLD)
  const told = listInWords(along.map((one) => `${one.name} ${signed(one.here - one.there)}`))
  const other = against.map((one) => `; against it ${one.name} ${signed(one.here - one.there)}`).join('')
  return [
    `${contrary}${capitalised(figure)} of ${period} is ${amount(here)}, ${amount(Math.abs(change))} ${change < 0 ? 'less' : 'more'} than of ${before}${percent}.`,
    `By ${by.label.toLowerCase()} the change is least even: ${told}${other}.`,
    effectsSaid(layer, query, members, by, change),
    'This is arithmetic of the data and no cause.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function effectsSaid(layer: Layer, query: SemanticQuery, members: Member[], by: ChoosableColumn, change: number): string {
  const effects = effectsOf(members)
  // Of a count all is the number of rows.
  if (!effects || members.every(({ here, rowsHere }) => here === rowsHere)) return ''
  const rows = plural((baseOf(layer, query)?.label ?? 'row').toLowerCase())
  const parts: [number, string][] = [
    [effects.volume, `the number of ${rows}`],
    [effects.mix, `their mix by ${by.label.toLowerCase()}`],
    [effects.rate, 'what each comes to'],
  ]
  const told = parts.filter(([value]) => Math.abs(value) >= Math.abs(change) * LEAST_EFFECT)
  return told.length === 0 ? '' : `Of it ${listInWords(told.map(([value, what]) => `${signed(value)} lies in ${what}`))}.`
}

const amount = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 2)
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${amount(Math.abs(Math.round(value * 100) / 100))}`

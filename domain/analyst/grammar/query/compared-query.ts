import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import type { Condition, Figure } from '#domain/analyst/grammar/terms.ts'
import type { TimeMention } from '#domain/analyst/language/time.ts'
import type { SuperlativeSense } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import type { Arithmetic, Filter, Grain, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { figuresIn } from './query-figures.ts'
import { filtersOf } from './query-filters.ts'
import { joined, measureOf, tableOf } from './query-parts.ts'
import { dateFor, fail, type State } from './query-state.ts'
import { columnFor } from './ranked-column.ts'

/** A figure of two periods, or of two values of one column. */
export function comparedQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const figures = figuresIn(frame, state)
  const named = figures[0]
  const isNamed = named && !(frame.by && isOtherThan(frame.by, named, frame))
  const figure = (isNamed ? named : figureBy(frame, state)) ?? named ?? kindsCompared(frame) ?? mainFigure(state)
  const table = tableOf(figure)
  const filters = filtersOf(frame.conditions, table, state)
  const [one, other] = frame.compared
  if (!one || !other) return fail()
  const measures = [measureOf(figure, 'figure_1')]
  if (one.kind === 'period' && other.kind === 'period') {
    const date = dateFor(table, state)
    const grain = grainOf(one.time)
    if (grain === null || grain !== grainOf(other.time))
      return (
        (frame.derive === 'change' ? changeBetween(figure, one.time, other.time, filters, state) : null) ??
        besideEachOther(figure, [other, one], filters, state)
      )
    const values = [...other.time.values, ...one.time.values]
    const filter: Filter = { table: date.table.name, column: date.column.name, operator: 'equals', values }
    // By how much: the one figure that tells it.
    if (frame.derive === 'change')
      return {
        measures: [measureOf(figure, 'figure_1', true), { derive: 'percent_change', of: 'figure_1', name: 'change' }],
        dimensions: [{ table: date.table.name, column: date.column.name, grain, name: 'period', hidden: true }],
        filters: joined([...filters, filter]) as Filter,
        order: [{ by: 'period', direction: 'desc' }],
        limit: 1,
      }
    return {
      measures,
      dimensions: [{ table: date.table.name, column: date.column.name, grain, name: 'period' }],
      filters: joined([...filters, filter]) as Filter,
      order: [{ by: 'period', direction: 'asc' }],
    }
  }
  if (one.kind === 'cyclic' && other.kind === 'cyclic') return besideEachOther(figure, [one, other], filters, state)
  if (one.kind !== 'filter' || other.kind !== 'filter' || !('column' in one.filter) || !('column' in other.filter)) return fail()
  if (one.filter.column !== other.filter.column || one.filter.table !== other.filter.table) return fail()
  const filter: Filter = { ...one.filter, values: [...new Set([...one.filter.values, ...other.filter.values])] }
  return { measures, dimensions: [{ table: one.filter.table, column: one.filter.column }], filters: joined([...filters, filter]) as Filter }
}

/** What a comparative speaks of, on average: the temperature of "warmer", how many there were of "busier". */
function figureBy({ by, aggregate }: Frame, state: State): Figure | null {
  if (by?.of === 'count') return figuresOfSense(state.sight.layer, 'rows')[0] ?? null
  const ref = by?.labels && columnFor(by, null, state, null)
  return ref ? { kind: 'column', ref, aggregate: aggregate ?? 'avg' } : null
}

/** "Cheaper repairs" are so by their price, and not by how many there are; a water that is warmer, not by its level. */
function isOtherThan({ of, labels = [] }: SuperlativeSense, figure: Figure, { figures }: Frame): boolean {
  if (figure.kind === 'rows') return of === 'labels' && figures.every((one) => one.kind === 'rows' && one.isBare)
  return of === 'labels' && figure.kind === 'column' && !wordsOf(figure.ref.column.label).some((word) => labels.includes(word))
}

/** "Dogs vs cats": how many there are of each, where the words name kinds of rows. */
function kindsCompared({ compared }: Frame): Figure | null {
  const [one] = compared
  const table = one?.kind === 'filter' ? one.of : undefined
  return table && compared.every((condition) => condition.kind === 'filter' && condition.of === table) ? { kind: 'rows', table } : null
}

/** What is compared where nothing is said of it: the main money of the data, else how many rows there are. */
function mainFigure(state: State): Figure {
  const { layer } = state.sight
  state.guesses++
  const [money] = figuresOfSense(layer, 'money')
  if (money) return money.kind === 'column' ? { ...money, aggregate: money.aggregate ?? 'sum' } : money
  const [event] = figuresOfSense(layer, 'rows')
  return event ?? fail()
}

/** Stretches of time that are no single unit, such as halves of a year: the figure of each. */
function besideEachOther(figure: Figure, periods: Condition[], filters: Filter[], state: State): Partial<SemanticQuery> {
  const table = tableOf(figure)
  const measures = periods.map((period, index) => measureOf(limitedTo(figure, filtersOf([period], table, state)), `figure_${index + 1}`))
  const joint = joined(filters)
  return { measures, ...(joint ? { filters: joint } : {}) }
}

/** A figure of some rows only: of a ratio both of its sides. */
function limitedTo(figure: Figure, filters: Filter[]): Figure {
  if (figure.kind !== 'ratio') return { ...figure, filters: [...(figure.filters ?? []), ...filters] }
  return { ...figure, numerator: limitedTo(figure.numerator, filters), denominator: limitedTo(figure.denominator, filters) }
}

/** By how much percent a total changed from one stretch of time to another that is no single unit: what the later has more, of what the earlier has. */
function changeBetween(figure: Figure, later: TimeMention, earlier: TimeMention, filters: Filter[], state: State): Partial<SemanticQuery> | null {
  const table = tableOf(figure)
  const date = dateFor(table, state, 'day')
  const own: Arithmetic | null =
    figure.kind === 'rows'
      ? { number: 1 }
      : figure.kind === 'column' && figure.aggregate === 'sum'
        ? { column: figure.ref.column.name }
        : figure.kind === 'formula' && figure.aggregate === 'sum'
          ? figure.expression
          : null
  if (!own || !table || date.table !== table || figure.filters) return null
  const within = ({ operator, values }: TimeMention) => ({ column: date.column.name, operator, values })
  const less: Arithmetic = { op: '*', left: { number: -1 }, right: own }
  const expression: Arithmetic = {
    case: [
      { when: within(later), value: own },
      { when: within(earlier), value: less },
    ],
    else: { number: 0 },
  }
  const joint = joined(filters)
  return {
    measures: [
      {
        ratio: {
          numerator: { aggregate: 'sum', table: table.name, expression },
          denominator: { aggregate: 'sum', table: table.name, expression: own, filters: { table: table.name, ...within(earlier) } },
        },
        percent: true,
        name: 'change',
      },
    ],
    ...(joint ? { filters: joint } : {}),
  }
}

const beside = new Set(['equals', 'between'])

/** Two periods of one kind that are told apart from each other: "Q3 revenue vs Q3 last year". */
function periodsApart(frame: Frame): Frame | null {
  const periods = frame.conditions.flatMap((condition) => (condition.kind === 'period' && beside.has(condition.time.operator) ? [condition] : []))
  const [one, other, ...more] = periods
  const [first, second] = [one?.time.values.join(' '), other?.time.values.join(' ')]
  if (!one || !other || more.length > 0 || one.time.operator !== other.time.operator || first === second || first?.length !== second?.length) return null
  const compared = (first ?? '') > (second ?? '') ? [one, other] : [other, one]
  return { ...frame, conditions: frame.conditions.filter((condition) => condition !== one && condition !== other), compared }
}

/** "By how much" asks for the change between two periods, and not only for both. */
export function withChange(frame: Frame): Frame {
  const isOfPeriods = frame.compared.length === 2 && frame.compared.every(({ kind }) => kind === 'period')
  return isOfPeriods && frame.shapes.has('change') && !frame.derive ? { ...frame, derive: 'change' } : frame
}

/** Two periods that are told apart: what grew did so from the earlier to the later, and never in both together. */
function periodsOfGrowth(frame: Frame): Frame | null {
  const [one, other, ...more] = frame.conditions.flatMap((condition) => (condition.kind === 'period' ? [condition] : []))
  if (!one || !other || more.length > 0) return null
  const [[first], [second]] = [one.time.values, other.time.values]
  const isOne = one.time.operator === 'equals' && other.time.operator === 'equals' && one.time.values.length === 1 && other.time.values.length === 1
  if (!isOne || first === undefined || second === undefined || first === second || first.length !== second.length) return null
  const compared = first > second ? [one, other] : [other, one]
  return { ...frame, conditions: frame.conditions.filter((condition) => !compared.some((period) => period === condition)), compared, derive: 'change' }
}

/** Parts that are set beside each other without a rule of their own: two periods told in one phrase, or two values of one column. */
export function withCompared(frame: Frame): Frame | null {
  const isGrown = frame.shapes.has('grow') || frame.shapes.has('change')
  const isSetBeside = frame.conditions.some((condition) => condition.kind === 'period' && condition.time.isComparison)
  if (!isGrown && !isSetBeside && !frame.shapes.has('compare')) return null
  const apart = frame.shapes.has('compare') ? periodsApart(frame) : null
  if (apart) return apart
  const growth = isGrown ? periodsOfGrowth(frame) : null
  if (growth) return growth
  for (const condition of frame.conditions) {
    if (condition.kind !== 'period') continue
    const { operator, values } = condition.time
    const [from, to] = values
    const isSpan = isGrown && operator === 'between' && from?.length === to?.length
    if (values.length !== 2 || from === undefined || to === undefined || !(operator === 'equals' || isSpan)) continue
    const at = (value: string): Condition => ({ kind: 'period', time: { ...condition.time, operator: 'equals', values: [value] } })
    const rest = frame.conditions.filter((other) => other !== condition)
    return { ...frame, conditions: rest, compared: [at(to), at(from)], derive: isGrown ? 'change' : frame.derive }
  }
  const cyclic = frame.conditions.filter((condition) => condition.kind === 'cyclic')
  if (frame.shapes.has('compare') && cyclic.length === 2)
    return { ...frame, conditions: frame.conditions.filter(({ kind }) => kind !== 'cyclic'), compared: cyclic }
  const filters = frame.conditions.filter((condition) => condition.kind === 'filter')
  for (const [index, one] of filters.entries())
    for (const other of filters.slice(index + 1)) {
      const [a, b] = [one.filter, other.filter]
      if (!('column' in a) || !('column' in b) || a.table !== b.table || a.column !== b.column || a.operator !== 'equals' || b.operator !== 'equals') continue
      return { ...frame, conditions: frame.conditions.filter((item) => item !== one && item !== other), compared: [one, other] }
    }
  return null
}

/** The unit a period is one of. */
function grainOf({ operator, values }: TimeMention): Grain | null {
  const [value = ''] = values
  if (operator !== 'equals' || values.length !== 1) return null
  return /^\d{4}$/.test(value)
    ? 'year'
    : /^\d{4}-Q/.test(value)
      ? 'quarter'
      : /^\d{4}-\d{2}$/.test(value)
        ? 'month'
        : /^\d{4}-\d{2}-\d{2}$/.test(value)
          ? 'day'
          : null
}

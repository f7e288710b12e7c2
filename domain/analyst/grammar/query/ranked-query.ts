import { isBadFigure } from '#domain/analyst/grammar/business/bad-outcomes.ts'
import { gainsOf } from '#domain/analyst/grammar/business/gains.ts'
import { figureFor } from '#domain/analyst/grammar/business/senses.ts'
import { eventTables, happens, isAccrued, isFigure, naturalAggregate, refersTo } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import { busyTables } from '#domain/analyst/grammar/happenings/happenings.ts'
import { durationOf, startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { supplierLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { kindShown, shownOf } from '#domain/analyst/grammar/shown.ts'
import type { Figure, Group } from '#domain/analyst/grammar/terms.ts'
import { isWrittenDay } from '#domain/analyst/lexicon/column-kind.ts'
import { moneyParties } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { payerLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { isLineThing } from '#domain/analyst/lexicon/line-things.ts'
import { sheetCountOf } from '#domain/analyst/lexicon/sheet-count.ts'
import { nounPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { personGroup } from './person-group.ts'
import { boundsOf, figuresIn, settle } from './query-figures.ts'
import { datedOnly, filtersOf } from './query-filters.ts'
import { dimensionsOf, joined, measureOf, tableOf, uniqueGroups } from './query-parts.ts'
import { dateFor, fail, type State } from './query-state.ts'
import { columnFor } from './ranked-column.ts'

function rankFigure(frame: Frame, target: Group | null, state: State): Figure {
  const rank = frame.rank ?? fail()
  if (rank.figure) return settle(rank.figure, frame, state)
  const figures = figuresIn({ ...frame, figures: frame.figures }, state).filter(
    (figure) => !(figure.kind === 'rows' && target?.kind === 'rows' && figure.table === target.table),
  )
  // The most loyal and the busiest are told by how many rows there are of them.
  if (figures[0] && rank.sense.of === 'count' && figures[0].kind === 'column') return fail()
  if (figures[0]) return figures[0]
  const of = target?.kind === 'rows' ? target.table : target?.kind === 'column' ? target.ref.table : null
  if (rank.sense.of === 'labels') {
    const gains = rank.sense.labels?.includes('profit') ? gainsOf(state.sight.layer) : null
    if (gains) return gains.profit
    const ref = columnFor(rank.sense, of, state, frame.aggregate === 'sum' ? /total/i : null)
    if (ref) return { kind: 'column', ref, aggregate: frame.aggregate ?? (isAccrued(ref) ? 'sum' : 'avg') }
    return (rank.sense.labels?.includes('duration') ? lastingOf(of, state) : null) ?? fail()
  }
  // What is good about a supplier is not what it brings in.
  if (rank.sense.of === 'worth' && of && supplierLabel.test(of.label)) return fail()
  // The largest city is the one of most people, where its row tells how many.
  // The largest customers are those who bring in the most, and not those with the most employees.
  const called = target?.kind === 'column' ? target.ref.column.label : of?.label
  const isParty = rank.sense.of === 'size' && rank.sense.labels !== undefined && called !== undefined && moneyParty.test(called)
  const own = rank.sense.labels && of && !isParty ? columnFor(rank.sense, of, state, null, true) : null
  if (own) return { kind: 'column', ref: own, aggregate: 'avg' }
  state.guesses++
  const money = figureFor(state.sight.layer, 'money', of ? [of] : [])
  const isLines = target?.kind === 'column' && isLineThing(state.sight.layer, target.ref)
  if ((rank.sense.of === 'worth' || (isLines && rank.sense.of !== 'count') || isParty) && money) return settle(money, frame, state)
  // The commonest diagnoses are counted themselves, where many rows of theirs have one name.
  const [name] = target?.kind === 'rows' ? shownOf(target.table, state.sight.layer) : []
  const isRepeated = name && name.table === of && name.column.distinct !== null && of?.rows != null && name.column.distinct < of.rows / 2
  const isLast = of && !state.sight.layer.relationships.some(({ toTable }) => toTable === of.name)
  if (isRepeated && isLast && rank.sense.of !== 'worth') return { kind: 'rows', table: of }
  const busy = rank.sense.of === 'count' && frame.figures.length === 0 && target?.kind === 'time' ? busyTables(state.sight.layer, target.grain) : []
  if (busy[0] && busy.length === 1) return { kind: 'rows', table: busy[0] }
  // Where several kinds of things happen, which of them is meant is not known.
  if (state.sight.layer.tables.filter((table) => !table.isHidden && happens(state.sight.layer, table)).length > 1 && !frame.figures.length) state.guesses += 2
  const [event] = eventTables(state.sight.layer).filter((table) => table !== of || target?.kind !== 'rows')
  const sum = sheetCountOf(state.sight.layer)
  if (sum) return { kind: 'column', ref: sum, aggregate: 'sum' }
  return event ? { kind: 'rows', table: event } : fail()
}

/** Those who bring money in. */
const moneyParty = nounPattern(payerLabels, moneyParties)

/** How long what happens takes, where no column tells it: "the slowest shipper" by the days from the order to its shipping. */
function lastingOf(target: LayerTable | null, { sight: { layer } }: State): Figure | null {
  const events = eventTables(layer).filter((table) => target === null || table === target || refersTo(layer, table).includes(target))
  return events.map(durationOf).find((figure) => figure !== null) ?? null
}

/** What is better the less there is of it. */
export const isBad = (figure: Figure): boolean =>
  isBadFigure(figure) || (figure.kind === 'lateness' && !(figure.tells === 'rate' && figure.late.state === 'timely'))

export function rankedQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const rank = frame.rank ?? fail()
  // What is measured besides what is ranked by would be lost.
  if (rank.figure && frame.figures.some((figure) => figure.kind !== 'rows')) return fail()
  const [first, ...others] = uniqueGroups(frame.groups)
  const isAsked = ((frame.shapes.has('list') || frame.shapes.has('plural')) && first !== undefined) || frame.shapes.has('who')
  // "Which city has the fewest employees": what stands behind the superlative is what is counted.
  if (isAsked && rank.sense.of === 'labels' && rank.target?.kind === 'rows' && rank.figure === null && !(first && sameGroup(first, rank.target))) {
    const ref = columnFor(rank.sense, rank.target.table, state, null) ?? fail()
    const figure: Figure = { kind: 'column', ref, aggregate: rank.sense.end === 'high' ? 'max' : 'min' }
    return rankedQuery({ ...frame, rank: { ...rank, target: null, figure }, figures: [] }, state)
  }
  if (
    isAsked &&
    (rank.sense.of === 'size' || rank.sense.of === 'count') &&
    rank.target &&
    rank.count === null &&
    rank.figure === null &&
    !(first && sameGroup(first, rank.target))
  ) {
    const counted = countOf(rank.target) ?? fail()
    return rankedQuery({ ...frame, rank: { ...rank, target: null, figure: counted }, figures: frame.figures.filter(({ kind }) => kind !== 'rows') }, state)
  }
  // "Which city has the highest rated restaurant" asks for one city, and for no restaurant of each.
  if (isAsked && first && rank.target && rank.figure?.kind === 'column' && rank.figure.aggregate === 'avg' && !sameGroup(first, rank.target)) return fail()
  const asked: Group | null = frame.shapes.has('when') ? { kind: 'time', grain: 'day', ref: null } : frame.shapes.has('who') ? personGroup(frame, state) : null
  const target = rank.target ?? first ?? asked
  if (!target) return fail()
  const kind = target.kind === 'rows' && (rank.sense.of === 'size' || rank.sense.of === 'count') ? kindShown(target.table, state.sight.layer) : null
  if (kind && rank.figure === null && frame.figures.every((figure) => figure.kind === 'rows' && figure.table === kind.table)) {
    const figure: Figure = { kind: 'rows', table: kind.table }
    return rankedQuery({ ...frame, groups: others, figures: [], rank: { ...rank, target: { kind: 'column', ref: kind }, figure } }, state)
  }
  if (rank.sense.of === 'time' && rank.figure === null) return datedRank(frame, target, state)
  const figure = ofOneRow(rankFigure(frame, target, state), target)
  state.figure ??= figure
  // "Covers the most patients": what stands behind the superlative may be what is counted.
  if (
    rank.figure &&
    frame.figures.some((other) => other.kind === 'rows' && !(target.kind === 'rows' && target.table === other.table) && tableOf(figure) !== other.table)
  )
    state.guesses += 3
  const measured = rank.figure ?? frame.figures[0]
  const isLowGood = figure.kind === 'ratio' && figure.isLowGood === true
  const isTurned = rank.sense.of === 'worth' && (isLowGood || (measured !== undefined && isBad(measured)))
  const direction = (rank.sense.end === 'high') !== isTurned ? ('desc' as const) : ('asc' as const)
  const limit = rank.count ?? frame.first ?? (frame.shapes.has('plural') ? mostListed : 1)
  const table = tableOf(figure)
  const filters = joined(filtersOf(frame.conditions, table, state))
  const split = rank.target ? [first, ...others].filter((group): group is Group => group !== undefined && !sameGroup(group, target)) : others
  if (
    target.kind === 'rows' &&
    figure.kind === 'column' &&
    figure.ref.table === target.table &&
    figure.aggregate !== 'count_distinct' &&
    figure.aggregate !== 'sum' &&
    isNumericType(figure.ref.column) &&
    split.length === 0
  ) {
    const by = { table: figure.ref.table.name, column: figure.ref.column.name, name: 'ranked_by' }
    const present: Filter = { table: by.table, column: by.column, operator: 'is_not_empty', values: [] }
    return {
      dimensions: [...dimensionsOf(target, table, state), by],
      filters: joined([...(filters ? [filters] : []), present]) as Filter,
      order: [{ by: 'ranked_by', direction }],
      limit,
    }
  }
  const dated = datedOnly([target, ...split], table, state)
  const limited = joined([...filtersOf(frame.conditions, table, state), ...dated])
  const dimensions = [...split.flatMap((group) => dimensionsOf(group, table, state)), ...dimensionsOf(target, table, state)]
  const measures = [measureOf(figure, 'figure_1')]
  // Rows of two tables are not bounded together.
  if (frame.having.length > 0 && figure.kind === 'ratio' && tableOf(figure.numerator) !== tableOf(figure.denominator)) return fail()
  const bounds = boundsOf(frame, state)
  const rest = { having: bounds.having, order: [{ by: 'figure_1', direction }], limit }
  if (split.length === 0) return { measures: [...measures, ...bounds.measures], dimensions, ...(limited ? { filters: limited } : {}), ...rest }
  if (frame.having.length > 0) return fail()
  const [per] = dimensions
  const name = per?.name ?? 'part'
  return {
    measures,
    dimensions: dimensions.map((item, index) => (index === 0 ? { ...item, name } : item)),
    ...(limited ? { filters: limited } : {}),
    order: [{ by: 'figure_1', direction }],
    limit_per: { dimension: name, limit },
  }
}

/** The oldest and the newest, those who have been here longest: by when they began. */
function datedRank(frame: Frame, target: Group, state: State): Partial<SemanticQuery> {
  const rank = frame.rank ?? fail()
  const table = target.kind === 'rows' ? target.table : target.kind === 'column' ? target.ref.table : fail()
  // Days written as text that cannot be sorted are not sorted by another date.
  if (target.kind === 'column' && isWrittenDay(target.ref.column)) return fail()
  const begun = startOf(table) ?? dateFor(table, state)
  if (begun.table !== table || frame.figures.some((figure) => figure.kind !== 'rows')) return fail()
  const { column } = begun
  // Dates that are written as people write them are sorted as days.
  const by = { table: table.name, column: column.name, name: 'ranked_by', hidden: true, ...(column.type === 'text' ? { grain: 'day' as const } : {}) }
  const present: Filter = { table: table.name, column: column.name, operator: 'is_not_empty', values: [] }
  return {
    dimensions: [...dimensionsOf(target, table, state), by],
    filters: joined([...filtersOf(frame.conditions, table, state), present]) as Filter,
    order: [{ by: 'ranked_by', direction: rank.sense.end === 'high' ? 'desc' : 'asc' }],
    limit: rank.count ?? 1,
    ...(target.kind === 'column' && isLineThing(state.sight.layer, target.ref) ? { distinct: true } : {}),
  }
}

/** Which of several are meant is for who asks to see. */
const mostListed = 1000

/** Where nearly each row has a name of its own, its figure is that of the row, and not added up over those who happen to be called alike. */
function ofOneRow(figure: Figure, target: Group): Figure {
  const [named] = target.kind === 'column' ? [target.ref] : target.kind === 'rows' ? shownOf(target.table) : []
  if (!named || figure.kind !== 'column' || figure.ref.table !== named.table || figure.aggregate !== 'sum') return figure
  const { distinct } = named.column
  const { rows } = named.table
  return distinct !== null && rows !== null && distinct > rows * 0.9 ? { ...figure, aggregate: 'max' } : figure
}

/** How many there are of what a group is of; a column of numbers is measured instead. */
function countOf(group: Group): Figure | null {
  if (group.kind === 'rows') return { kind: 'rows', table: group.table }
  if (group.kind !== 'column') return null
  const { ref } = group
  return isFigure(ref.column) ? { kind: 'column', ref, aggregate: naturalAggregate(ref) } : { kind: 'column', ref, aggregate: 'count_distinct' }
}

function sameGroup(one: Group, other: Group): boolean {
  return JSON.stringify(uniqueGroups([one, other]).length) === '1'
}

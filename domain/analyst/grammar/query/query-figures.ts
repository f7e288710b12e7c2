import { countColumnOf } from '#domain/analyst/grammar/business/line-counts.ts'
import { isBuyer, payersSense } from '#domain/analyst/grammar/business/payers.ts'
import { figureFor, figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { belongsTo, eventTables, happens, isAllSpent, naturalAggregate, refersTo } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import { spanOf } from '#domain/analyst/grammar/happenings/lasting.ts'
import { daysLate, dueFor, lateFilter, settledFilters } from '#domain/analyst/grammar/happenings/lateness.ts'
import { ageOf, durationOf, durationTo } from '#domain/analyst/grammar/happenings/moments.ts'
import { keyOf as meaningOf } from '#domain/analyst/grammar/keys.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { voidStates } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, Grain } from '#domain/semantics/semantic-query.ts'
import { measureOf, tableOf } from './query-parts.ts'
import { dateFor, fail, type State } from './query-state.ts'

/** The figures a frame asks for; what only names the rows of another figure is left out. */
export function figuresIn(frame: Frame, state: State): Figure[] {
  const figures = chosenFigures(frame, state)
  // What says which rows are meant is never dropped.
  const isSuch = (figure: Figure) => (figure.kind === 'rows' || figure.kind === 'column') && figure.filters !== undefined
  if (frame.figures.some(isSuch) && !figures.some(isSuch)) return fail()
  state.figure = figures[0] ?? state.figure
  return figures
}

function chosenFigures(frame: Frame, state: State): Figure[] {
  const sold = frame.shapes.has('sold') ? figuresOfSense(state.sight.layer, 'pieces')[0] : undefined
  const isSold = (figure: Figure) => figure.kind === 'rows' && sold?.kind === 'column' && refersTo(state.sight.layer, sold.ref.table).includes(figure.table)
  const said = frame.figures.length === 0 && state.dated ? [{ kind: 'rows' as const, table: state.dated.table }] : frame.figures
  // Of things that lines of orders refer to, what was sold is told by their quantities.
  const settled = distinct(said.map((figure) => (sold && isSold(figure) ? sold : settle(figure, frame, state))))
  // "Number of orders" asks for them beside other figures too; "orders" alone only says of what those are.
  const isCounted = (figure: Figure) =>
    figure.kind === 'rows' && !figure.isBare && said.some((other) => other.kind === 'rows' && other.isCounted && other.table === figure.table)
  const strong = settled.filter((figure) => isCounted(figure) || (figure.kind !== 'rows' && !isSaidAgain(figure, said)))
  if (strong.some(({ kind }) => kind !== 'rows') && settled.length > 1) return strong
  // Rows that only a condition speaks of are not counted beside others: "tracks of the media type AAC".
  const named = settled.filter((figure) => figure.kind !== 'rows' || !filteredTables(frame).has(figure.table.name))
  return settled.length > 1 ? (named.length > 0 ? named : settled).slice(0, 1) : settled
}

/** A column named once alone and once with how it is put together is one figure. */
const isSaidAgain = (figure: Figure, said: Figure[]): boolean => {
  if (figure.kind !== 'column') return false
  const own = said.filter((other) => other.kind === 'column' && other.ref.column === figure.ref.column)
  return (
    own.some((other) => other.kind === 'column' && other.aggregate === null) &&
    own.some((other) => other.kind === 'column' && other.aggregate !== null && other.aggregate !== figure.aggregate)
  )
}

const distinct = (figures: Figure[]): Figure[] => [...new Map(figures.map((figure) => [meaningOf(figure), figure])).values()]

const filteredTables = ({ conditions, compared = [] }: Frame): Set<string> =>
  new Set([...conditions, ...compared].flatMap((condition) => (condition.kind === 'filter' ? condition.tables : [])))

export function settle(figure: Figure, frame: Frame, state: State): Figure {
  const { layer } = state.sight
  if (figure.kind === 'ratio') {
    const below = settle(figure.denominator, frame, state)
    // What an order comes to is told by rows that belong to orders.
    const above = settle(figure.numerator, below.kind === 'rows' ? { ...frame, groups: [...frame.groups, { kind: 'rows', table: below.table }] } : frame, state)
    const isOwn =
      above.kind === 'column' &&
      above.aggregate === 'sum' &&
      below.kind === 'rows' &&
      above.ref.table === below.table &&
      !below.filters &&
      (!above.filters || figure.numerator.kind === 'sense')
    // Rows without a value do not lower what the others have on average.
    if (isOwn) return { ...above, aggregate: 'avg' }
    return { ...figure, numerator: soldIn(above, below, state), denominator: below }
  }
  if (figure.kind === 'column' && figure.aggregate === 'count_distinct' && figure.ref.column.distinct === figure.ref.table.rows && !figure.filters)
    return { kind: 'rows', table: figure.ref.table }
  if (figure.kind === 'column' && figure.aggregate === null) return { ...figure, aggregate: frame.aggregate ?? naturalAggregate(figure.ref) }
  // What a rule adds up is averaged where that is said apart: what guests spend on average.
  if (figure.kind === 'column' && figure.aggregate === 'sum' && frame.aggregate === 'avg') return { ...figure, aggregate: 'avg' }
  if (figure.kind === 'periods') {
    const date = dateFor(nearTable(frame, state), state, figure.grain)
    return { kind: 'column', ref: date, aggregate: 'count_distinct', ...(isDay(date, figure.grain) ? {} : { grain: figure.grain }) }
  }
  if (figure.kind === 'duration' && figure.span) {
    const found = spanOf(figure.span, state.sight, namedTables(frame)) ?? fail()
    return { ...found, aggregate: figure.aggregate ?? frame.aggregate ?? 'avg' } as Figure
  }
  if (figure.kind === 'duration' || figure.kind === 'age') {
    const near = nearTable(frame, state)
    const found =
      figure.kind === 'age' ? ageOf(state.sight, near) : ((near && state.dated?.table === near ? durationTo(state.dated) : null) ?? (near && durationOf(near)))
    return found?.kind === 'formula' || found?.kind === 'column' ? { ...found, aggregate: figure.aggregate ?? frame.aggregate ?? 'avg' } : fail()
  }
  if (figure.kind === 'lateness') return latenessOf(figure, frame, state)
  if (figure.kind === 'rows') {
    const column = countColumnOf(figure.table)
    if (!column) return figure
    return { kind: 'column', ref: { table: figure.table, column }, aggregate: 'sum', ...(figure.filters ? { filters: figure.filters } : {}) }
  }
  if (figure.kind !== 'sense') return figure
  const such = figure.sense === 'rows' ? eventsSuch(frame, state) : null
  if (such) return { kind: 'rows', table: such }
  const best = figureFor(layer, payersSense(figure.isBuying && isBuyer(layer) ? 'spend' : figure.sense, frame, layer), [
    ...splitTables(frame, state),
    ...(figure.sense === 'spend' ? spentOn(frame) : []),
  ])
  if (!best || (figure.isEarned && figure.sense === 'money' && isAllSpent(layer))) return fail()
  // Where no column tells how many pieces there are, what they came to is meant sooner than how many rows there are.
  state.guesses += figure.sense === 'pieces' && best.kind === 'rows' ? 2 : 1
  const won = wonOnly(best, frame) ?? (figure.sense === 'billed' ? standingOnly(best, frame) : null)
  if (won) return { ...best, ...(best.kind === 'column' ? { aggregate: figure.aggregate ?? frame.aggregate ?? best.aggregate } : {}), filters: [won] } as Figure
  if (best.kind === 'column') return { ...best, aggregate: figure.aggregate ?? frame.aggregate ?? best.aggregate ?? naturalAggregate(best.ref) }
  return best.kind === 'formula' && figure.aggregate ? { ...best, aggregate: figure.aggregate } : best
}

/** What happens of which only some is meant is what is counted: "in for repair more than 6 times". */
function eventsSuch(frame: Frame, { sight: { layer } }: State): LayerTable | null {
  const limiting = filteredTables(frame)
  const asked = namedTables(frame)
  const [only, ...others] = eventTables(layer).filter((table) => limiting.has(table.name) && happens(layer, table) && !asked.includes(table))
  return only && others.length === 0 && asked.every((table) => belongsTo(layer, only, table)) ? only : null
}

function latenessOf({ late, tells, of }: Extract<Figure, { kind: 'lateness' }>, frame: Frame, { sight }: State): Figure {
  const named = of ? [of] : namedTables(frame)
  const limiting = filteredTables(frame)
  const due = dueFor(sight.layer, late, named.length > 0 ? named : sight.layer.tables.filter(({ name }) => limiting.has(name))) ?? fail()
  if (tells !== 'rate') return daysLate(due, unitOf[tells]) ?? fail()
  const rows: Figure = { kind: 'rows', table: due.table }
  const numerator: Figure = { ...rows, filters: [lateFilter(due, late.state, sight.today) ?? fail()] }
  return { kind: 'ratio', numerator, denominator: { ...rows, filters: late.state === 'open' ? [] : settledFilters(due) }, percent: true }
}

const namedTables = (frame: Frame): LayerTable[] => [...frame.figures, ...frame.groups].flatMap((item) => (item.kind === 'rows' ? [item.table] : []))

const unitOf = { days: 'day', hours: 'hour', minutes: 'minute' } as const

/** The tables by whose columns and rows a question splits a figure, or limits it. */
function splitTables(frame: Frame, { sight }: State): LayerTable[] {
  const limiting = filteredTables(frame)
  const split = frame.groups.flatMap((group) => (group.kind === 'rows' ? [group.table] : group.ref ? [group.ref.table] : []))
  // "Artists with more than 100 dollars of revenue": each of them has so much.
  const bound = frame.having.length > 0 ? frame.figures.flatMap((figure) => (figure.kind === 'rows' ? [figure.table] : [])) : []
  return [...split, ...bound, ...sight.layer.tables.filter(({ name }) => limiting.has(name))]
}

/** What money went on: "spent on repairs". */
const spentOn = ({ figures }: Frame): LayerTable[] => figures.flatMap((figure) => (figure.kind === 'rows' && figure.isBare ? [figure.table] : []))

const wonValue = /^(?:closed[ -])?won$/i

/** What was sold and earned is what was won, where rows also tell of what was lost or is still open, and nothing is said of that. */
function wonOnly(figure: Figure, frame: Frame): Filter | null {
  const table = figure.kind === 'column' ? figure.ref.table : figure.kind === 'rows' ? figure.table : null
  const column = table?.columns.find((item) => !item.isHidden && item.sampleValues.some((value) => wonValue.test(value.trim())))
  const value = column?.sampleValues.find((item) => wonValue.test(item.trim()))
  if (!table || !column || value === undefined) return null
  return isTold(column, frame) ? null : { table: table.name, column: column.name, operator: 'equals', values: [value] }
}

/** What was billed and called back is not billed. */
function standingOnly(figure: Figure, frame: Frame): Filter | null {
  if (figure.kind !== 'column') return null
  const { table } = figure.ref
  const voids = (column: LayerColumn) => column.sampleValues.filter((value) => voidStates.has(value.trim().toLowerCase()))
  const column = table.columns.find((item) => !item.isHidden && /\b(?:status|state)\b/i.test(item.label) && voids(item).length > 0)
  if (!column || isTold(column, frame)) return null
  return { table: table.name, column: column.name, operator: 'not_equals', values: voids(column) }
}

/** Whether a question has a condition on a column. */
const isTold = ({ name }: LayerColumn, { conditions, compared, part }: Frame): boolean =>
  [...conditions, ...compared, ...(part?.conditions ?? [])].some(
    (condition) => condition.kind === 'filter' && 'column' in condition.filter && condition.filter.column === name,
  )

/** Whether each value of a column is one period already. */
const isDay = ({ column }: Ref, grain: Grain): boolean => grain === 'day' && column.type === 'date'

/** Things counted in orders of several of them each: their pieces. */
export function soldIn(figure: Figure, of: Figure, { sight }: State): Figure {
  // Rows of which only some are counted are those of one table.
  if (figure.kind !== 'rows' || of.kind !== 'rows' || figure.filters || figure.table === of.table) return figure
  const [pieces] = figuresOfSense(sight.layer, 'pieces')
  if (pieces?.kind !== 'column') return figure
  const near = refersTo(sight.layer, pieces.ref.table)
  return near.includes(figure.table) && near.includes(of.table) ? pieces : figure
}

/** The table whose rows a question is about: the one it names or has a condition on, else that of what happens. */
function nearTable(frame: Frame, { sight }: State): LayerTable | null {
  const named = frame.figures.flatMap((figure) => {
    const table = figure.kind === 'rows' ? figure.table : figure.kind === 'ratio' ? tableOf(figure.numerator) : null
    return table ? [table] : []
  })
  const groups = frame.groups.flatMap((group) => (group.kind === 'rows' ? [group.table] : []))
  const filtered = [...filteredTables(frame)].flatMap((name) => sight.layer.tables.find((table) => table.name === name) ?? [])
  const dated = frame.conditions.flatMap((condition) => (condition.kind === 'event' ? [condition.ref.table] : []))
  return [...dated, ...named, ...filtered, ...groups][0] ?? eventTables(sight.layer)[0] ?? null
}

/** Of those with at least so much of something the best are told. */
export function boundsOf(frame: Frame, state: State) {
  const measures = frame.having.map(({ figure }, index) => measureOf(settle(figure, frame, state), `bound_${index + 1}`, true))
  return { measures, having: frame.having.map(({ bound }, index) => ({ by: `bound_${index + 1}`, operator: bound.operator, values: [bound.value] })) }
}

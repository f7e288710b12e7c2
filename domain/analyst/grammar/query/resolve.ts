import { withWayToSupplier } from '#domain/analyst/grammar/business/purchase-way.ts'
import { timesRecurring } from '#domain/analyst/grammar/business/subscriptions.ts'
import { isNoReading } from '#domain/analyst/grammar/checks/vacuous.ts'
import { isAdditive } from '#domain/analyst/grammar/facts.ts'
import type { Frame } from '#domain/analyst/grammar/frame.ts'
import { datedBy } from '#domain/analyst/grammar/happenings/ended.ts'
import type { Condition, Figure, Group, Sight } from '#domain/analyst/grammar/terms.ts'
import { type Filter, SemanticQuery as Query, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { absentQuery, lackingQuery } from './absent-query.ts'
import { withAveraged } from './averaged.ts'
import { comparedQuery, withChange, withCompared } from './compared-query.ts'
import { peopleFigure } from './people-figure.ts'
import { people, personGroup } from './person-group.ts'
import { figuresIn, settle, soldIn } from './query-figures.ts'
import { datedOnly, filtersOf, settledOnly } from './query-filters.ts'
import { dimensionsOf, joined, keyOf, measureOf, rowsOf, tableOf, uniqueGroups } from './query-parts.ts'
import { amountOf, periodsBound, periodsWithout } from './query-periods.ts'
import { fail, type State, Unresolved } from './query-state.ts'
import { isBad, rankedQuery } from './ranked-query.ts'
import { recordQuery } from './record-query.ts'
import { withSteps } from './steps.ts'

export type Resolved = { query: SemanticQuery; notes: string[]; guesses: number }

/** The query a frame asks for; null when it does not make one. */
export function resolve(frame: Frame, sight: Sight): Resolved | null {
  try {
    const dated = frame.conditions.find((condition) => condition.kind === 'event')?.ref ?? datedBy(frame, sight)
    const state: State = { sight, notes: [], guesses: 0, figure: null, dated, step: frame.step }
    const query = withWayToSupplier(Query.parse(built(withAveraged(withSteps(frame, sight)), state)), sight.layer)
    if (timesRecurring(query, sight.layer) || isNoReading(query, sight.layer)) return null
    return { query, notes: state.notes, guesses: state.guesses }
  } catch (error) {
    if (error instanceof Unresolved) return null
    throw error
  }
}

function built(frame: Frame, state: State): Partial<SemanticQuery> {
  if (frame.first !== null && !frame.rank && !frame.sorted) return fail()
  if (frame.absent) return absentQuery(frame, frame.absent.of, frame.absent.without, null, state)
  if (frame.lacking) return periodsWithout(frame, state) ?? lackingQuery(frame, state)
  if (frame.portion) return portionQuery(frame, state)
  if (frame.part) return partQuery(frame, state)
  if (frame.also.length > 0 && !isToldBeside(frame)) return frame.rank ? recordQuery(frame, state) : fail()
  if (frame.rank) return rankedQuery(frame, state)
  const compared = frame.compared.length > 0 ? withChange(frame) : withCompared(frame)
  if (compared) return comparedQuery(compared, state)
  return plainQuery(frame, state)
}

/** How much it was is told beside what is ranked by a total or a number of rows. */
const isToldBeside = ({ also, rank, figures }: Frame): boolean => {
  const of = rank?.figure ?? figures[0]
  const isRow = of?.kind === 'column' && !isAdditive(of.ref)
  return also.every((one) => one === 'much') && !isRow
}

/** Rows of a table of which each has so much of something: they are listed, or counted. */
function boundRows(frame: Frame, state: State): Partial<SemanticQuery> | null {
  const [limit, ...more] = frame.having
  const person = frame.shapes.has('who') && frame.groups.length + frame.figures.length === 0 ? personGroup(frame, state) : null
  const [asked, ...others] = uniqueGroups([...(person ? [person] : frame.groups), ...frame.figures.flatMap(rowsOf)])
  if (!limit || more.length > 0 || !asked || others.length > 0) return null
  if (frame.figures.some((figure) => figure.kind !== 'rows' && !(figure.kind === 'column' && figure.aggregate === 'count_distinct'))) return null
  const settled = settle(limit.figure, frame, state)
  const figure = asked.kind === 'rows' ? soldIn(settled, asked, state) : settled
  if (figure.kind === 'rows' && asked.kind === 'rows' && figure.table === asked.table) return null
  const table = tableOf(figure)
  if (figure.kind === 'column' && asked.kind === 'rows' && figure.ref.table === asked.table) {
    const filter: Filter = { table: asked.table.name, column: figure.ref.column.name, operator: limit.bound.operator, values: [limit.bound.value] }
    const filters = joined([...filtersOf(frame.conditions, table, state), filter]) as Filter
    return frame.shapes.has('count')
      ? { measures: [{ aggregate: 'count', table: asked.table.name, name: 'figure_1' }], filters }
      : { dimensions: dimensionsOf(asked, table, state), filters }
  }
  const filters = joined(filtersOf(frame.conditions, table, state))
  const bound = {
    measures: [measureOf(figure, 'bound', true)],
    having: [{ by: 'bound', operator: limit.bound.operator, values: [limit.bound.value] }],
    ...(filters ? { filters } : {}),
  }
  const isCounted = frame.shapes.has('count') || frame.figures.some((figure) => figure.kind === 'column' && !figure.isBare)
  if (!isCounted) return { ...bound, dimensions: dimensionsOf(asked, table, state) }
  const key = asked.kind === 'column' ? asked.ref : asked.kind === 'rows' ? keyOf(asked.table) : null
  if (!key) return null
  const member = { table: key.table.name, column: key.column.name }
  return {
    measures: [
      asked.kind === 'column' ? { aggregate: 'count_distinct', ...member, name: 'figure_1' } : { aggregate: 'count', table: key.table.name, name: 'figure_1' },
    ],
    filters: { ...member, operator: 'equals', values: [], values_from: { query: Query.parse({ ...bound, dimensions: [member] }) } },
  }
}

/** Those whose something is, where the data tells of people at all. */
function personsOf(frame: Frame, state: State): Group | null {
  const found = personGroup(frame, state)
  return found?.kind !== 'rows' || people.test(found.table.label) ? found : null
}

function plainQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  if (frame.shapes.has('people') && frame.having.length === 0)
    return plainQuery({ ...frame, figures: [peopleFigure(frame, state.sight.layer) ?? fail()], shapes: new Set(['count']) }, state)
  // Things do not answer who.
  const isBoundAlone = frame.having.length > 0 && frame.figures.length + frame.groups.length === 0
  if (frame.shapes.has('who') && !isBoundAlone && !frame.figures.some((figure) => figure.kind === 'rows' && people.test(figure.table.label))) return fail()
  // Where something is the most is told by a ranking.
  if (frame.shapes.has('where')) return fail()
  // How many there are tells nothing of when.
  if (frame.shapes.has('when') && frame.groups.every(({ kind }) => kind !== 'time') && frame.figures.every(({ kind }) => kind === 'rows')) return fail()
  const isBound = frame.having.length > 0 || frame.conditions.some((condition) => amountOf(condition, state).length > 0)
  if (isBound && frame.figures.some(({ kind }) => kind === 'periods')) return periodsBound(frame, state) ?? fail()
  const bound = frame.having.length > 0 ? boundRows(frame, state) : null
  if (bound) return bound
  if (frame.having.length > 0 && frame.groups.length === 0) return fail()
  // Keys and rows have no total and no average; rows are many in total.
  const isCountable = frame.figures.every((figure) => figure.kind === 'rows' || (figure.kind === 'column' && figure.aggregate === 'count_distinct'))
  if (frame.aggregate && isCountable && (frame.aggregate !== 'sum' || frame.figures.some(({ kind }) => kind === 'column') || frame.figures.length === 0))
    return fail()
  const listed = listQuery(frame, state)
  if (listed) return listed
  const figures = figuresIn(frame, state)
  if (figures.length === 0 || figures.length > 4) return fail()
  const table = tableOf(figures[0] as Figure)
  const person = frame.shapes.has('whose') && frame.groups.length === 0 ? (personsOf(frame, state) ?? fail()) : null
  const groups = uniqueGroups(person ? [person] : frame.groups)
  const dimensions = groups.flatMap((group) => dimensionsOf(group, table, state))
  const measures = figures.map((figure, index) => measureOf(figure, `figure_${index + 1}`))
  const filters = joined([...filtersOf(frame.conditions, table, state), ...datedOnly(groups, table, state)])
  const having = frame.having.map(({ figure, bound }, index) => {
    measures.push(measureOf(settle(figure, frame, state), `bound_${index + 1}`, true))
    return { by: `bound_${index + 1}`, operator: bound.operator, values: [bound.value] }
  })
  const time = groups.find((group) => group.kind === 'time')
  if (frame.derive && dimensions.length === 0) return fail()
  if (frame.derive === 'share') measures.push({ derive: 'share_of_total', of: 'figure_1', percent: true, name: 'share' })
  if (frame.derive === 'running') {
    if (!time) return fail()
    measures.push({ derive: 'running_total', of: 'figure_1', name: 'running' })
  }
  if (frame.derive === 'change') {
    if (!time) return fail()
    measures.push({ derive: 'percent_change', of: 'figure_1', name: 'change' })
  }
  const order = frame.sorted ? [{ by: 'figure_1', direction: directionOf(frame, frame.sorted) }] : time ? [{ by: 'period', direction: 'asc' as const }] : []
  return { measures, dimensions, ...(filters ? { filters } : {}), having, order, ...(frame.first === null ? {} : { limit: frame.first }) }
}

/** The worst are those that are late most. */
function directionOf({ figures: [figure], judged }: Frame, said: 'asc' | 'desc'): 'asc' | 'desc' {
  return judged && figure && isBad(figure) ? (said === 'asc' ? 'desc' : 'asc') : said
}

/** Rows that are asked for and not counted: "which patients had …", "accounts in the … sector". */
function listQuery(frame: Frame, state: State): Partial<SemanticQuery> | null {
  if (frame.derive || frame.aggregate || frame.having.length > 0 || frame.shapes.has('count')) return null
  const isOpen = frame.figures.every((figure) => (figure.kind === 'rows' || figure.kind === 'column') && figure.isBare)
  const isOnce = frame.shapes.has('once')
  const isAsked = (frame.shapes.has('list') || frame.shapes.has('plural') || isOnce) && frame.groups.length > 0
  if (!isAsked && frame.groups.length > 0) return null
  if (!isOpen || (!isAsked && (frame.conditions.length === 0 || frame.conditions.some((condition) => condition.kind === 'period')))) return null
  const rows = frame.figures.flatMap(rowsOf)
  const groups = uniqueGroups(isAsked ? frame.groups : rows)
  const [asked] = groups
  if (!asked || groups.length > 3 || (!isAsked && groups.length > 1)) return null
  if (groups.some((group) => (group.kind !== 'rows' && group.kind !== 'column') || (group.kind === 'rows' && groups.length > 1))) return null
  const table = asked.kind === 'rows' ? asked.table : asked.kind === 'column' ? asked.ref.table : null
  const filters = joined(filtersOf(frame.conditions, table, state))
  const [only] = groups.length === 1 && asked.kind === 'column' ? [asked.ref] : []
  const isRepeated = only !== undefined && only.column.distinct !== null && only.table.rows !== null && only.column.distinct < only.table.rows
  return { dimensions: groups.flatMap((group) => dimensionsOf(group, table, state)), distinct: isRepeated || isOnce, ...(filters ? { filters } : {}) }
}

/** How large a part of a figure the conditions leave; periods hold for the whole as well. */
function portionQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const figure = figuresIn({ ...frame, figures: [frame.portion ?? fail()] }, state)[0] ?? fail()
  const table = tableOf(figure)
  const isWhole = (condition: Condition) => condition.kind === 'period'
  const inside = joined(
    filtersOf(
      frame.conditions.filter((condition) => !isWhole(condition)),
      table,
      state,
    ),
  )
  if (!inside) return fail()
  const filters = joined([...filtersOf(frame.conditions.filter(isWhole), table, state), ...settledOnly(frame.conditions, table, state)])
  const dimensions = uniqueGroups(frame.groups).flatMap((group) => dimensionsOf(group, table, state))
  const ratio: Figure = { kind: 'ratio', numerator: { ...figure, filters: [...(figure.filters ?? []), inside] }, denominator: figure, percent: true }
  return { measures: [measureOf(ratio, 'share')], dimensions, ...(filters ? { filters } : {}) }
}

function partQuery(frame: Frame, state: State): Partial<SemanticQuery> {
  const part = frame.part ?? fail()
  const figure = figuresIn({ ...frame, figures: [part.figure] }, state)[0] ?? fail()
  const table = tableOf(figure)
  const inside = filtersOf(part.conditions, table, state)
  const filters = joined([...filtersOf(frame.conditions, table, state), ...settledOnly(part.conditions, table, state)])
  const dimensions = uniqueGroups(frame.groups).flatMap((group) => dimensionsOf(group, table, state))
  const numerator: Figure = { ...figure, filters: [...(figure.filters ?? []), ...inside] }
  return { measures: [measureOf({ kind: 'ratio', numerator, denominator: figure, percent: true }, 'share')], dimensions, ...(filters ? { filters } : {}) }
}

import { Failure } from '#domain/failure.ts'
import { requireTable } from '../layer/members.ts'
import type { Layer, LayerTable } from '../layer.ts'
import type { Filter, SemanticQuery } from '../semantic-query.ts'
import type { Dialect } from '../sources/source.ts'
import { allOf, type Expression, type Select, selectFrom } from '../sql/sql-tree.ts'
import { compileFilter, joinOf, joinSafeSteps, type Scope, sourceOf, tablesOfFilter } from './compile-filter.ts'
import type { SubQuery } from './compile-reference.ts'
import { findJoinTree, type JoinTree } from './join-path.ts'
import type { DimensionOutput, MeasureOutput } from './query-outputs.ts'
import type { TimeShift } from './time-shift.ts'

/** A computed result before sorting and cutting: each output's value, by name. */
export type Body = { select: Select; values: Map<string, Expression>; tieBreak: Expression[] }
/** `reads` gathers the tables that are read; `subQuery` makes a query inside this one. */
export type Request = {
  layer: Layer
  query: SemanticQuery
  dialect: Dialect
  dimensions: DimensionOutput[]
  reads: Set<string>
  shift: TimeShift | null
  subQuery(query: SemanticQuery): SubQuery
}

/** The rows themselves, without measures. */
export function listBody(request: Request): Body {
  const { layer, query, dimensions } = request
  if (query.having.length > 0) throw new Failure('query_invalid', '`having` needs a measure')
  const named = dimensions.map((dimension) => dimension.table.name)
  const { root } = findJoinTree(layer, named, null, query.joins)
  const base = requireBase(layer, root)
  const { select } = joined(request, base, query.filters ? [query.filters] : [], [])
  const values = valuesOf(dimensions)
  // Pairs met through a table that is not shown would repeat once per row of that table.
  select.distinct = query.distinct || !named.includes(root)
  const key = base.primaryKey.map((column): Expression => ({ kind: 'column', source: base.name, column }))
  return { select, values, tieBreak: select.distinct ? [] : key }
}

/** Measures, each computed at the grain of its own table, side by side per group. */
export function measuresBody(request: Request, measures: MeasureOutput[]): Body {
  if (request.query.distinct) throw new Failure('query_invalid', '`distinct` is only for a query without measures')
  const groups = groupByGrain(measures)
  const [only] = groups
  if (only && groups.length === 1) return measureBody(request, only)
  const bodies = groups.map((group) => measureBody(request, group))
  return mergedBody(request, measures, bodies, null)
}

/**
 * The measures and, as `<name>_previous` of `previousName`, those of one period or year earlier: the same query with its moments shifted back,
 * whose periods are labelled by those they are compared with.
 */
export function comparedBody(request: Request, measures: MeasureOutput[], shift: TimeShift, previousName: (name: string) => string): Body {
  if (request.query.distinct) throw new Failure('query_invalid', '`distinct` is only for a query without measures')
  const shifted: DimensionOutput[] = request.dimensions.map((dimension) => {
    const { value, table, column } = dimension
    if (value.kind !== 'period' || table.name !== shift.table || column.name !== shift.column) return dimension
    return { ...dimension, value: { ...value, shift: shift.to } }
  })
  const earlier: Request = { ...request, dimensions: shifted, shift }
  const groups = groupByGrain(measures)
  const current = groups.map((group) => measureBody(request, group))
  const previous = groups.map((group) => {
    const body = measureBody(earlier, group)
    return { ...body, values: new Map([...body.values].map(([name, value]) => [group.some((item) => item.name === name) ? previousName(name) : name, value])) }
  })
  const before = measures.map((measure): MeasureOutput => ({ ...measure, name: previousName(measure.name), aggregate: 'max' }))
  return mergedBody(request, [...measures, ...before], [...current, ...previous], current.length)
}

/** Measures of one table under the same filters share a statement. */
function groupByGrain(measures: MeasureOutput[]): MeasureOutput[][] {
  const groups = new Map<string, MeasureOutput[]>()
  for (const measure of measures) {
    const key = measure.filters === null ? measure.table.name : JSON.stringify([measure.table.name, measure.filters])
    groups.set(key, [...(groups.get(key) ?? []), measure])
  }
  return [...groups.values()]
}

function measureBody(request: Request, measures: MeasureOutput[]): Body {
  const { dimensions, query } = request
  const [first] = measures
  if (!first) throw new Failure('query_invalid', 'a query needs at least one measure')
  const own = first.filters
  const filters: Filter[] = [...(query.filters ? [query.filters] : []), ...(own ? [own] : [])]
  const { select, fansOut } = joined(
    request,
    first.table,
    filters,
    measures.flatMap(({ others }) => others),
  )
  if (fansOut || measures.some(isMedian)) return onePerGrain(request, select, first.table, measures, fansOut)
  select.groupBy = dimensions.map((dimension) => dimension.value)
  const values = valuesOf(dimensions)
  for (const measure of measures) values.set(measure.name, folded(measure, measure.value, measure.paired))
  return { select, values, tieBreak: [] }
}

/** Counts each row of the measures' table once per group, however many rows it meets on the way to the dimensions. */
function onePerGrain({ dimensions }: Request, select: Select, table: LayerTable, measures: MeasureOutput[], fansOut: boolean): Body {
  const medians = measures.flatMap((measure, index) => (isMedian(measure) ? [index] : []))
  const alias = medians.length > 0 ? 'ranked' : 'grain'
  const outer = (column: string): Expression => ({ kind: 'column', source: alias, column })
  const keys = table.primaryKey.length > 0 ? table.primaryKey : [rowColumn]
  const key = keys.map((column, index) => ({ name: `key_${index}`, value: { kind: 'column', source: table.name, column } as const }))
  const grouped = dimensions.map((dimension, index) => ({ name: `dimension_${index}`, value: dimension.value }))
  const measured = measures.flatMap(({ value, paired }, index) => [
    ...(value ? [{ name: `value_${index}`, value }] : []),
    ...(paired ? [{ name: `paired_${index}`, value: paired }] : []),
  ])
  select.distinct = fansOut
  select.columns = [...grouped, ...(fansOut ? key : []), ...measured]
  const values = new Map(dimensions.map((dimension, index) => [dimension.name, outer(`dimension_${index}`)]))
  measures.forEach((measure, index) => {
    const value = measure.value && outer(`value_${index}`)
    const ofRow = value && isMedian(measure) ? inTheMiddle(value, outer(`rank_${index}`), outer(`count_${index}`)) : value
    values.set(measure.name, folded(measure, ofRow, measure.paired && outer(`paired_${index}`)))
  })
  const groupBy = dimensions.map((_, index) => outer(`dimension_${index}`))
  const rows = medians.length > 0 ? numberedRows(select, dimensions.length, medians) : select
  return { select: selectFrom({ kind: 'select', select: rows, alias }, { groupBy }), values, tieBreak: [] }
}

const isMedian = ({ aggregate }: MeasureOutput): boolean => aggregate === 'median'

/** The rows of each group numbered from the lowest value up, beside how many have one. */
function numberedRows(select: Select, dimensions: number, medians: number[]): Select {
  const inner = (column: string): Expression => ({ kind: 'column', source: 'grain', column })
  const partition = Array.from({ length: dimensions }, (_, index) => inner(`dimension_${index}`))
  const columns = medians.flatMap((index): Select['columns'] => {
    const value = inner(`value_${index}`)
    return [
      { name: `rank_${index}`, value: { kind: 'row_number', partition, order: [{ value, direction: 'asc' }] } },
      { name: `count_${index}`, value: { kind: 'window', of: { name: 'count', value }, partition, order: [] } },
    ]
  })
  return selectFrom({ kind: 'select', select, alias: 'grain' }, { all: true, columns })
}

/** The value of the one or two rows in the middle of `count`. */
function inTheMiddle(value: Expression, rank: Expression, count: Expression): Expression {
  const two: Expression = { kind: 'number', value: 2 }
  const twice: Expression = { kind: 'arithmetic', operator: '*', left: rank, right: two }
  const when: Expression = {
    kind: 'all',
    of: [
      { kind: 'compare', operator: '>=', left: twice, right: count },
      { kind: 'compare', operator: '<=', left: twice, right: { kind: 'arithmetic', operator: '+', left: count, right: two } },
    ],
  }
  return { kind: 'case', branches: [{ when, value }], otherwise: null }
}

/** A measure over the rows of its group; of a median only the rows in the middle have a value. */
function folded({ aggregate }: MeasureOutput, of: Expression | null, paired: Expression | null): Expression {
  if (aggregate === 'correlation') return of && paired ? { kind: 'correlation', of, and: paired } : { kind: 'null', type: 'number' }
  return { kind: 'aggregate', aggregate: aggregate === 'median' ? 'avg' : aggregate, of }
}

/** Lays parts of the same dimensions side by side. Only groups that the first `leading` parts know are kept; null keeps all. */
function mergedBody({ dimensions }: Request, measures: MeasureOutput[], bodies: Body[], leading: number | null): Body {
  const alias = 'parts'
  const one: Expression = { kind: 'number', value: 1 }
  const selects = bodies.map(({ select, values }, index) => ({
    ...select,
    columns: [
      ...[...dimensions, ...measures].map(({ name, type }) => ({ name, value: values.get(name) ?? ({ kind: 'null', type } as const) })),
      ...(leading === null ? [] : [{ name: leadingColumn, value: index < leading ? one : ({ kind: 'null', type: 'integer' } as const) }]),
    ],
  }))
  const outer = (column: string): Expression => ({ kind: 'column', source: alias, column })
  const values = new Map<string, Expression>(dimensions.map((dimension) => [dimension.name, outer(dimension.name)]))
  for (const { name, aggregate } of measures) {
    const value: Expression = { kind: 'aggregate', aggregate: 'max', of: outer(name) }
    values.set(name, aggregate === 'count' || aggregate === 'count_distinct' ? { kind: 'zero_if_null', of: value } : value)
  }
  const groupBy = dimensions.map((dimension) => outer(dimension.name))
  const isKnown: Expression = { kind: 'compare', operator: '=', left: { kind: 'aggregate', aggregate: 'max', of: outer(leadingColumn) }, right: one }
  const having = leading === null ? null : isKnown
  return { select: selectFrom({ kind: 'union', selects, alias }, { groupBy, having }), values, tieBreak: [] }
}

const rowColumn = 'querent_row'
const leadingColumn = 'querent_current'

function valuesOf(dimensions: DimensionOutput[]): Map<string, Expression> {
  return new Map(dimensions.map((dimension) => [dimension.name, dimension.value]))
}

/** The base table joined to every table the dimensions and calculations need, filtered; tables behind a step to many rows only serve filters. */
function joined(request: Request, base: LayerTable, filters: Filter[], calculated: string[]): { select: Select; fansOut: boolean } {
  const { layer, query, dialect, dimensions, reads, shift, subQuery } = request
  const shown = [...dimensions.map((dimension) => dimension.table.name), ...calculated]
  const tree = findJoinTree(layer, [...shown, ...filters.flatMap((filter) => tablesOfFilter(layer, filter))], base.name, query.joins)
  const needed = pathTo(tree, shown)
  const uncertain = tree.steps.find((step) => step.fansOut && pathTo(tree, calculated).has(step.child))
  if (uncertain) throw new Failure('query_invalid', `a row of "${base.name}" may have several of "${uncertain.child}": calculate from there`)
  const main = tree.steps.filter((step) => needed.has(step.child))
  const reached = new Set([base.name, ...needed])
  const steps = [...main, ...joinSafeSteps(reached, tree.steps)]
  const scope: Scope = { layer, dialect, joined: reached, outside: new Set(), steps: tree.steps, shift, subQuery }
  const fansOut = main.some((step) => step.fansOut)
  const source = sourceOf(base)
  const numbered = selectFrom(source, { all: true, columns: [{ name: rowColumn, value: { kind: 'row_number', partition: [], order: [] } }] })
  const from = fansOut && base.primaryKey.length === 0 ? ({ kind: 'select', select: numbered, alias: base.name } as const) : source
  const where = allOf(filters.map((filter) => compileFilter(filter, scope)))
  const select = selectFrom(from, { joins: steps.map((step) => joinOf(layer, step)), where })
  reads.add(base.name)
  for (const step of tree.steps) reads.add(step.child)
  return { select, fansOut }
}

function pathTo(tree: JoinTree, tables: string[]): Set<string> {
  const needed = new Set<string>()
  for (let table of tables) {
    for (let step = tree.steps.find((item) => item.child === table); step; step = tree.steps.find((item) => item.child === table)) {
      needed.add(step.child)
      table = step.parent
    }
  }
  return needed
}

function requireBase(layer: Layer, name: string): LayerTable {
  return layer.tables.find((table) => table.name === name) ?? requireTable(layer, name)
}

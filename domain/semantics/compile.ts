import { Failure } from '#domain/failure.ts'
import { holdsNumbersAsText } from './column-storage.ts'
import { compileFilter, joinOf, joinSafeSteps, type Scope, sourceOf, tablesOfFilter } from './compile-filter.ts'
import { findJoinTree, type JoinTree } from './join-path.ts'
import type { Layer, LayerTable } from './layer.ts'
import { requireTable, unknownMember } from './members.ts'
import { type DimensionOutput, type MeasureOutput, resolveOutputs } from './query-outputs.ts'
import type { Aggregate, Filter, Grain, HavingCondition, SemanticQuery } from './semantic-query.ts'
import type { ColumnType, Dialect } from './source.ts'
import { printSelect } from './sql-printer.ts'
import { allOf, type Expression, type Ordering, type Select, selectFrom } from './sql-tree.ts'

/** One visible column of the result, in the order of the rows' values. */
export type CompiledColumn = {
  name: string
  label: string
  role: 'dimension' | 'measure'
  type: ColumnType
  unit: string | null
  grain: Grain | null
  /** Null for dimensions. */
  aggregate: Aggregate | null
  table: string
  column: string | null
}

/** SQL of one statement with `?` placeholders; `tables` are the layer's tables it reads. */
export type CompiledQuery = {
  sql: string
  params: (string | number | boolean | null)[]
  dialect: Dialect
  tables: string[]
  columns: CompiledColumn[]
}

/** `defaultLimit` applies when the query names no limit. */
export type CompileOptions = { defaultLimit?: number; dialect?: Dialect }

/** A computed result before sorting and cutting: each output's value, by name. */
type Body = { select: Select; values: Map<string, Expression>; tieBreak: Expression[]; tables: string[] }
type Request = { layer: Layer; query: SemanticQuery; dialect: Dialect; dimensions: DimensionOutput[] }

/**
 * Turns a semantic query into SQL of the layer's dialect, always in the same order of rows. Measures are computed at the grain of their own table
 * before they meet another, and joins keep rows without a partner, so sums stay true and groups add up to the whole.
 * Fails with `query_invalid`, naming what is unknown or ambiguous.
 */
export function compileQuery(layer: Layer, query: SemanticQuery, options: CompileOptions = {}): CompiledQuery {
  const dialect = options.dialect ?? layer.dialect
  const { dimensions, measures } = resolveOutputs(layer, query, dialect)
  const outputs = [...dimensions, ...measures]
  const visible = outputs.filter((output) => !output.hidden)
  if (visible.length === 0) throw new Failure('query_invalid', 'a query needs at least one measure or dimension that is shown')
  const request: Request = { layer, query, dialect, dimensions }
  const groups = groupByGrain(measures)
  const [only] = groups
  const body = only === undefined ? listBody(request) : groups.length === 1 ? measureBody(request, only) : mergedBody(request, groups)
  if (query.having.length > 0) body.select.having = allOf(query.having.map((condition) => havingCondition(condition, measures, body)))
  const limit = query.limit ?? options.defaultLimit ?? null
  const { sql, params } = printSelect(sortAndCut(request, body, visible, limit), dialect)
  const columns = visible.map((output) => ({
    name: output.name,
    label: output.label,
    role: output.role,
    type: output.type,
    unit: output.unit,
    grain: output.role === 'dimension' ? output.grain : null,
    aggregate: output.role === 'measure' ? output.aggregate : null,
    table: output.table.name,
    column: output.column?.name ?? null,
  }))
  return { sql, params, dialect, tables: [...new Set(body.tables)], columns }
}

/** Measures of one table under the same filters share a statement. */
function groupByGrain(measures: MeasureOutput[]): MeasureOutput[][] {
  const groups = new Map<string, MeasureOutput[]>()
  for (const measure of measures) {
    const key = JSON.stringify([measure.table.name, measure.filters])
    groups.set(key, [...(groups.get(key) ?? []), measure])
  }
  return [...groups.values()]
}

function listBody(request: Request): Body {
  const { layer, query, dimensions } = request
  if (query.having.length > 0) throw new Failure('query_invalid', '`having` needs a measure')
  const named = dimensions.map((dimension) => dimension.table.name)
  const { root } = findJoinTree(layer, named, null, query.joins)
  const base = requireBase(layer, root)
  const { select, tables } = joined(request, base, query.filters ? [query.filters] : [])
  const values = new Map(dimensions.map((dimension) => [dimension.name, dimension.value]))
  // Pairs met through a table that is not shown would repeat once per row of that table.
  select.distinct = query.distinct || !named.includes(root)
  const key = base.primaryKey.map((column): Expression => ({ kind: 'column', source: base.name, column }))
  return { select, values, tieBreak: select.distinct ? [] : key, tables }
}

function measureBody(request: Request, measures: MeasureOutput[]): Body {
  const { dimensions, query } = request
  if (query.distinct) throw new Failure('query_invalid', '`distinct` is only for a query without measures')
  const [first] = measures
  if (!first) throw new Failure('query_invalid', 'a query needs at least one measure')
  const own = first.filters
  const filters: Filter[] = [...(query.filters ? [query.filters] : []), ...(own ? [own] : [])]
  const { select, fansOut, tables } = joined(request, first.table, filters)
  if (!fansOut) {
    select.groupBy = dimensions.map((dimension) => dimension.value)
    const values = new Map(dimensions.map((dimension) => [dimension.name, dimension.value]))
    for (const measure of measures) values.set(measure.name, aggregateOf(measure, measuredColumn(measure)))
    return { select, values, tieBreak: [], tables }
  }
  return onePerGrain(request, select, first.table, measures, tables)
}

/** Counts each row of the measures' table once per group, however many rows it meets on the way to the dimensions. */
function onePerGrain({ dimensions }: Request, select: Select, table: LayerTable, measures: MeasureOutput[], tables: string[]): Body {
  const inner = 'grain'
  const outer = (column: string): Expression => ({ kind: 'column', source: inner, column })
  const keys = table.primaryKey.length > 0 ? table.primaryKey : [rowColumn]
  const key = keys.map((column, index) => ({ name: `key_${index}`, value: { kind: 'column', source: table.name, column } as const }))
  const grouped = dimensions.map((dimension, index) => ({ name: `dimension_${index}`, value: dimension.value }))
  const measured = measures.flatMap((measure, index) => {
    const value = measuredColumn(measure)
    return value ? [{ name: `value_${index}`, value }] : []
  })
  select.distinct = true
  select.columns = [...grouped, ...key, ...measured]
  const values = new Map(dimensions.map((dimension, index) => [dimension.name, outer(`dimension_${index}`)]))
  measures.forEach((measure, index) => {
    values.set(measure.name, aggregateOf(measure, measuredColumn(measure) ? outer(`value_${index}`) : null))
  })
  const groupBy = dimensions.map((_, index) => outer(`dimension_${index}`))
  return { select: selectFrom({ kind: 'select', select, alias: inner }, { groupBy }), values, tieBreak: [], tables }
}

/** Measures of several grains: each is computed on its own, then they are laid side by side per group. */
function mergedBody(request: Request, groups: MeasureOutput[][]): Body {
  const { dimensions } = request
  const all = groups.flat()
  const alias = 'parts'
  const bodies = groups.map((group) => measureBody(request, group))
  const selects = bodies.map(({ select, values }) => ({
    ...select,
    columns: [...dimensions, ...all].map(({ name }) => ({ name, value: values.get(name) ?? ({ kind: 'null' } as const) })),
  }))
  const outer = (column: string): Expression => ({ kind: 'column', source: alias, column })
  const values = new Map<string, Expression>(dimensions.map((dimension) => [dimension.name, outer(dimension.name)]))
  for (const measure of all) {
    const value: Expression = { kind: 'aggregate', aggregate: 'max', of: outer(measure.name) }
    values.set(measure.name, measure.aggregate === 'count' || measure.aggregate === 'count_distinct' ? { kind: 'zero_if_null', of: value } : value)
  }
  const groupBy = dimensions.map((dimension) => outer(dimension.name))
  return { select: selectFrom({ kind: 'union', selects, alias }, { groupBy }), values, tieBreak: [], tables: bodies.flatMap((body) => body.tables) }
}

const rowColumn = 'querent_row'

/** The base table joined to every table the dimensions need, filtered; tables behind a step to many rows only serve filters. */
function joined({ layer, query, dialect, dimensions }: Request, base: LayerTable, filters: Filter[]): { select: Select; fansOut: boolean; tables: string[] } {
  const shown = dimensions.map((dimension) => dimension.table.name)
  const tree = findJoinTree(layer, [...shown, ...filters.flatMap((filter) => tablesOfFilter(layer, filter))], base.name, query.joins)
  const needed = pathTo(tree, shown)
  const main = tree.steps.filter((step) => needed.has(step.child))
  const reached = new Set([base.name, ...needed])
  const steps = [...main, ...joinSafeSteps(reached, tree.steps)]
  const scope: Scope = { layer, dialect, joined: reached, steps: tree.steps }
  const fansOut = main.some((step) => step.fansOut)
  const source = sourceOf(base)
  const numbered = selectFrom(source, { all: true, columns: [{ name: rowColumn, value: { kind: 'row_number', partition: [], order: [] } }] })
  const from = fansOut && base.primaryKey.length === 0 ? ({ kind: 'select', select: numbered, alias: base.name } as const) : source
  const where = allOf(filters.map((filter) => compileFilter(filter, scope)))
  const select = selectFrom(from, { joins: steps.map((step) => joinOf(layer, step)), where })
  return { select, fansOut, tables: [base.name, ...tree.steps.map((step) => step.child)] }
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

function measuredColumn({ table, column, aggregate }: MeasureOutput): Expression | null {
  if (column === null) return null
  const value: Expression = { kind: 'column', source: table.name, column: column.name }
  return holdsNumbersAsText(column) && aggregate !== 'count' && aggregate !== 'count_distinct' ? { kind: 'as_number', of: value } : value
}

function aggregateOf(measure: MeasureOutput, of: Expression | null): Expression {
  return { kind: 'aggregate', aggregate: measure.aggregate, of }
}

const havingOperators = { equals: '=', not_equals: '<>', greater_than: '>', greater_or_equal: '>=', less_than: '<', less_or_equal: '<=' } as const

function havingCondition({ by, operator, values }: HavingCondition, measures: MeasureOutput[], body: Body): Expression {
  const names = measures.map((measure) => measure.name)
  if (!names.includes(by)) throw unknownMember(`measure "${by}" in the result`, by, names)
  const [first, second] = values
  const left = outputValue(body, by)
  if (first === undefined || (operator === 'between') !== (second !== undefined))
    throw new Failure('query_invalid', `${operator} on "${by}" has the wrong number of values`)
  const compare = (sign: (typeof havingOperators)[keyof typeof havingOperators], value: number): Expression => ({
    kind: 'compare',
    operator: sign,
    left,
    right: { kind: 'value', value },
  })
  if (operator !== 'between') return compare(havingOperators[operator], first)
  return { kind: 'all', of: [compare('>=', first), compare('<=', second ?? first)] }
}

/** Sorts as asked, then by every dimension shown, so that equal questions get equal rows. */
function sortAndCut({ query, dimensions }: Request, body: Body, visible: (DimensionOutput | MeasureOutput)[], limit: number | null): Select {
  const names = [...body.values.keys()]
  const asked = query.order.map((order) => {
    if (!names.includes(order.by)) throw unknownMember(`column "${order.by}" in the result`, order.by, names)
    return order
  })
  const perValue = query.limit_per
  if (perValue && !dimensions.some((dimension) => dimension.name === perValue.dimension)) {
    throw unknownMember(
      `dimension "${perValue.dimension}" in the result`,
      perValue.dimension,
      dimensions.map((dimension) => dimension.name),
    )
  }
  const isShown = (name: string) => visible.some((output) => output.name === name)
  const rest = dimensions.filter((dimension) => isShown(dimension.name) && !asked.some((order) => order.by === dimension.name))
  const tieBreak = body.tieBreak.length > 0 ? body.tieBreak : rest.map((dimension) => outputValue(body, dimension.name))
  const byValue: Ordering[] = [
    ...asked.map((order) => ({ value: outputValue(body, order.by), direction: order.direction })),
    ...tieBreak.map((value) => ({ value, direction: 'asc' as const })),
  ]
  const columnsOf = (shown: string[]) => shown.map((name) => ({ name, value: outputValue(body, name) }))
  const shownNames = visible.map((output) => output.name)
  const isSingleRow = dimensions.length === 0
  if (!perValue && (!body.select.distinct || asked.every((order) => isShown(order.by)))) {
    return { ...body.select, columns: columnsOf(shownNames), orderBy: isSingleRow ? [] : byValue, limit: isSingleRow ? null : limit }
  }
  const alias = 'result'
  const outer = (column: string): Expression => ({ kind: 'column', source: alias, column })
  const columns = columnsOf(names)
  if (perValue) columns.push({ name: rankColumn, value: { kind: 'row_number', partition: [outputValue(body, perValue.dimension)], order: byValue } })
  const wrapped = selectFrom({ kind: 'select', select: { ...body.select, columns }, alias })
  const order: Ordering[] = perValue
    ? [outer(perValue.dimension), outer(rankColumn)].map((value) => ({ value, direction: 'asc' }))
    : [...asked, ...rest.map((dimension) => ({ by: dimension.name, direction: 'asc' as const }))].map(({ by, direction }) => ({ value: outer(by), direction }))
  const where: Expression | null = perValue
    ? { kind: 'compare', operator: '<=', left: outer(rankColumn), right: { kind: 'value', value: perValue.limit } }
    : null
  return { ...wrapped, columns: shownNames.map((name) => ({ name, value: outer(name) })), where, orderBy: order, limit }
}

const rankColumn = 'querent_rank'

function outputValue(body: Body, name: string): Expression {
  return body.values.get(name) ?? { kind: 'null' }
}

function requireBase(layer: Layer, name: string): LayerTable {
  return layer.tables.find((table) => table.name === name) ?? requireTable(layer, name)
}

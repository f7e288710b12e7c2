import { Failure } from '#domain/failure.ts'
import type { Layer } from '../layer.ts'
import type { Aggregate, Grain, SemanticQuery } from '../semantic-query.ts'
import type { ColumnType, Dialect } from '../sources/source.ts'
import { printSelect } from '../sql/sql-printer.ts'
import type { Select } from '../sql/sql-tree.ts'
import { comparedBody, listBody, measuresBody, type Request } from './compile-body.ts'
import { addComputed, derivedBody, previousOf } from './compile-computed.ts'
import { kindOfType } from './compile-reference.ts'
import { addHaving, combined, sortAndCut } from './compile-result.ts'
import { withComposedDates } from './composed-dates.ts'
import { type DerivedOutput, type MeasureOutput, type QueryOutput, resolveOutputs } from './query-outputs.ts'
import type { TimeShift } from './time-shift.ts'

/** One visible column of the result, in the order of the rows' values. */
export type CompiledColumn = {
  name: string
  label: string
  role: 'dimension' | 'measure'
  type: ColumnType
  unit: string | null
  grain: Grain | null
  /** Null for dimensions, and for measures computed from others. */
  aggregate: Aggregate | null
  table: string
  column: string | null
}

/** SQL of one statement with the dialect's placeholders; `tables` are the layer's tables it reads. */
export type CompiledQuery = {
  sql: string
  params: (string | number | boolean | null)[]
  dialect: Dialect
  tables: string[]
  columns: CompiledColumn[]
}

/** `defaultLimit` applies when the query names no limit. */
export type CompileOptions = { defaultLimit?: number; dialect?: Dialect }

/**
 * Turns a semantic query into SQL of the layer's dialect, always in the same order of rows. Measures are computed at the grain of their own table
 * before they meet another, and joins keep rows without a partner, so sums stay true and groups add up to the whole.
 * Fails with `query_invalid`, naming what is unknown or ambiguous.
 */
export function compileQuery(told: Layer, query: SemanticQuery, options: CompileOptions = {}): CompiledQuery {
  const layer = withComposedDates(told)
  const dialect = options.dialect ?? layer.dialect
  const reads = new Set<string>()
  const { select, visible } = selectOf(layer, query, { dialect, reads, depth: 1, defaultLimit: options.defaultLimit ?? null })
  const { sql, params } = printSelect(select, dialect)
  return { sql, params, dialect, tables: [...reads], columns: visible.map(columnOf) }
}

type Options = { dialect: Dialect; reads: Set<string>; depth: number; defaultLimit: number | null }
const deepest = 4

function selectOf(layer: Layer, query: SemanticQuery, options: Options): { select: Select; visible: QueryOutput[] } {
  const { dialect, reads, depth } = options
  if (depth > deepest) throw new Failure('query_invalid', `queries may be ${deepest} deep inside each other`)
  const within = (inner: SemanticQuery) => selectOf(layer, inner, { dialect, reads, depth: depth + 1, defaultLimit: null })
  const { dimensions, measures } = resolveOutputs(layer, query, dialect)
  const visible: QueryOutput[] = [...dimensions, ...measures].filter((output) => !output.hidden)
  if (visible.length === 0) throw new Failure('query_invalid', 'a query needs at least one measure or dimension that is shown')
  const request: Request = {
    layer,
    query,
    dialect,
    dimensions,
    reads,
    shift: null,
    subQuery: (inner) => {
      const { select, visible: shown } = within(inner)
      const [only, ...more] = shown
      if (!only || more.length > 0) throw new Failure('query_invalid', 'a query in `values_from` shows exactly one column')
      return { select, type: only.type, grain: only.role === 'dimension' ? only.grain : null }
    },
  }
  const aggregates = measures.filter((measure): measure is MeasureOutput => measure.kind === 'aggregate')
  const derived = measures.filter((measure): measure is DerivedOutput => measure.kind === 'derived')
  const shift = shiftOf(query, request)
  let body =
    aggregates.length === 0 ? listBody(request) : shift === null ? measuresBody(request, aggregates) : comparedBody(request, aggregates, shift, previousOf)
  addComputed(body.values, measures)
  body = addHaving(request, body, measures, false)
  if (derived.length > 0) body = addHaving(request, derivedBody(query, body, dimensions, derived), measures, true)
  const limit = query.limit ?? options.defaultLimit
  if (query.combine === undefined) return { select: sortAndCut(request, body, visible, limit), visible }
  if (query.limit_per) throw new Failure('query_invalid', '`limit_per` and `combine` do not go together')
  const columns = visible.map(({ name }) => ({ name, value: body.values.get(name) ?? ({ kind: 'null', type: 'other' } as const) }))
  const other = within(query.combine.query)
  requireSameColumns(visible, other.visible)
  const [left, right] = [{ ...body.select, columns }, other.select].map((select) => withAnyNumbers(select, visible, other.visible)) as [Select, Select]
  return { select: combined(request, left, right, visible, limit), visible }
}

function withAnyNumbers(select: Select, left: QueryOutput[], right: QueryOutput[]): Select {
  const columns = select.columns.map((column, index) => {
    const sides = [left[index], right[index]]
    const isMixed = sides.some((side) => side?.role === 'measure') || sides[0]?.type !== sides[1]?.type
    return isMixed && sides.every((side) => side && kindOfType(side.type) === 'number')
      ? { ...column, value: { kind: 'as_any_number', of: column.value } as const }
      : column
  })
  return { ...select, columns }
}

function shiftOf({ compare }: SemanticQuery, { dimensions }: Request): TimeShift | null {
  const dimension = compare && dimensions.find((item) => item.name === compare.dimension)
  if (!compare || !dimension || dimension.grain === null) return null
  return { table: dimension.table.name, column: dimension.column.name, grain: dimension.grain, to: compare.to }
}

function requireSameColumns(left: QueryOutput[], right: QueryOutput[]): void {
  if (left.length !== right.length)
    throw new Failure('query_invalid', `combined queries show as many columns: one shows ${left.length}, the other ${right.length}`)
  left.forEach((output, index) => {
    const other = right[index]
    if (!other || kindOfType(output.type) === kindOfType(other.type)) return
    throw new Failure(
      'query_invalid',
      `columns of combined queries are of one kind: "${output.name}" is ${kindOfType(output.type)}, "${other.name}" ${kindOfType(other.type)}`,
    )
  })
}

function columnOf(output: QueryOutput): CompiledColumn {
  return {
    name: output.name,
    label: output.label,
    role: output.role,
    type: output.type,
    unit: output.unit,
    grain: output.role === 'dimension' ? output.grain : null,
    aggregate: output.role === 'measure' && output.aggregate !== 'correlation' ? output.aggregate : null,
    table: output.table.name,
    column: output.column?.name ?? null,
  }
}

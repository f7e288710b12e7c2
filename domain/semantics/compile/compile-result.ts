import { Failure } from '#domain/failure.ts'
import { unknownMember } from '../layer/members.ts'
import type { HavingCondition } from '../semantic-query.ts'
import { allOf, type Expression, type Ordering, type Select, selectFrom } from '../sql/sql-tree.ts'
import { asNumber } from './column-storage.ts'
import type { Body, Request } from './compile-body.ts'
import { comparisons } from './compile-condition.ts'
import { kindOfType, singleRow } from './compile-reference.ts'
import type { AnyMeasure, QueryOutput } from './query-outputs.ts'

/** Keeps the groups whose measures fit; what is derived from other rows is judged after it is computed. */
export function addHaving(request: Request, body: Body, measures: AnyMeasure[], isDerived: boolean): Body {
  const asked = request.query.having.map((condition) => ({ condition, measure: requireMeasureOutput(measures, condition.by) }))
  const due = asked.filter(({ measure }) => (measure.kind === 'derived') === isDerived)
  if (due.length === 0) return body
  const conditionsOn = (on: Body) => due.map(({ condition, measure }) => havingCondition(request, condition, measure, on))
  if (!isDerived) {
    body.select.having = allOf([...(body.select.having ? [body.select.having] : []), ...conditionsOn(body)])
    return body
  }
  // A window function may not stand in a condition: its value becomes a column first.
  const alias = 'derived'
  const columns = [...body.values].map(([name, value]) => ({ name, value }))
  const values = new Map(columns.map(({ name }): [string, Expression] => [name, { kind: 'column', source: alias, column: name }]))
  const wrapped: Body = { select: selectFrom({ kind: 'select', select: { ...body.select, columns }, alias }), values, tieBreak: [] }
  wrapped.select.where = allOf(conditionsOn(wrapped))
  return wrapped
}

function requireMeasureOutput(measures: AnyMeasure[], name: string): AnyMeasure {
  const known = measures.filter((measure) => !measure.name.startsWith('querent_'))
  const found = known.find((measure) => measure.name === name)
  if (found) return found
  const names = known.map((measure) => measure.name)
  throw unknownMember(`measure "${name}" in the result`, name, names)
}

function havingCondition(request: Request, condition: HavingCondition, measure: AnyMeasure, body: Body): Expression {
  const { by, operator, values, values_from: from } = condition
  const left = outputValue(body, by)
  const [first, second] = values
  if (from !== undefined) {
    const operation = comparisons[operator]
    if (operation === undefined || values.length > 0)
      throw new Failure('query_invalid', `"values_from" on "${by}" takes no values, and an operator that compares`)
    const { select, type } = request.subQuery(from.query)
    if (kindOfType(type) !== kindOfType(measure.type))
      throw new Failure('query_invalid', `"${by}" cannot be compared with what is no ${kindOfType(measure.type)}`)
    return { kind: 'compare', operator: operation, left, right: { kind: 'scalar', select: singleRow(select) } }
  }
  if (first === undefined || (operator === 'between') !== (second !== undefined))
    throw new Failure('query_invalid', `${operator} on "${by}" has the wrong number of values`)
  const compare = (sign: '=' | '<>' | '>' | '>=' | '<' | '<=', value: number): Expression => ({
    kind: 'compare',
    operator: sign,
    left,
    right: { kind: 'value', value },
  })
  if (operator !== 'between') return compare(comparisons[operator] ?? '=', first)
  return { kind: 'all', of: [compare('>=', first), compare('<=', second ?? first)] }
}

/** Sorts as asked, then by every dimension shown, so that equal questions get equal rows. */
export function sortAndCut({ query, dimensions }: Request, body: Body, visible: QueryOutput[], limit: number | null): Select {
  const names = [...body.values.keys()].filter((name) => !name.startsWith('querent_'))
  for (const { by } of query.order) if (!names.includes(by)) throw unknownMember(`column "${by}" in the result`, by, names)
  const perValue = query.limit_per
  if (perValue && !dimensions.some((dimension) => dimension.name === perValue.dimension)) {
    const dimensionNames = dimensions.map((dimension) => dimension.name)
    throw unknownMember(`dimension "${perValue.dimension}" in the result`, perValue.dimension, dimensionNames)
  }
  const offset = query.offset ?? null
  const shownNames = visible.map((output) => output.name)
  const isShown = (name: string) => shownNames.includes(name)
  const rest = dimensions.filter((dimension) => isShown(dimension.name) && !query.order.some((order) => order.by === dimension.name))
  const columnsOf = (shown: string[]) => shown.map((name) => ({ name, value: outputValue(body, name) }))
  const isSingleRow = dimensions.length === 0
  if (!perValue && (!body.select.distinct || query.order.every((order) => isShown(order.by)))) {
    // Amounts that are kept as text are sorted as the numbers they are.
    const amountOf = (by: string): Expression | null => {
      const dimension = body.select.distinct ? undefined : dimensions.find((item) => item.name === by && item.value.kind === 'column')
      const isAmount = dimension?.column.semanticType === 'measure' && dimension.column.type === 'text'
      return isAmount ? asNumber(dimension.column, outputValue(body, by)) : null
    }
    const shownOrder = (by: string, direction: 'asc' | 'desc'): Ordering => ({
      value: amountOf(by) ?? (isShown(by) ? { kind: 'output', name: by } : outputValue(body, by)),
      direction,
    })
    const last: Ordering[] =
      body.tieBreak.length > 0
        ? body.tieBreak.map((value) => ({ value, direction: 'asc' }))
        : rest.map((dimension) => ({ value: { kind: 'output', name: dimension.name }, direction: 'asc' }))
    const orderBy = [...query.order.map(({ by, direction }) => shownOrder(by, direction)), ...last]
    return { ...body.select, columns: columnsOf(shownNames), orderBy: isSingleRow ? [] : orderBy, limit: isSingleRow && !offset ? null : limit, offset }
  }
  const alias = 'result'
  const outer = (column: string): Expression => ({ kind: 'column', source: alias, column })
  const columns = columnsOf(names)
  if (perValue) {
    const last = body.tieBreak.length > 0 ? body.tieBreak : rest.map((dimension) => outputValue(body, dimension.name))
    const order: Ordering[] = [
      ...query.order.map(({ by, direction }) => ({ value: outputValue(body, by), direction })),
      ...last.map((value) => ({ value, direction: 'asc' as const })),
    ]
    columns.push({ name: rankColumn, value: { kind: 'row_number', partition: [outputValue(body, perValue.dimension)], order } })
  }
  const wrapped = selectFrom({ kind: 'select', select: { ...body.select, columns }, alias })
  const orderBy: Ordering[] = perValue
    ? [outer(perValue.dimension), outer(rankColumn)].map((value) => ({ value, direction: 'asc' }))
    : [...query.order, ...rest.map((dimension) => ({ by: dimension.name, direction: 'asc' as const }))].map(({ by, direction }) => ({
        value: outer(by),
        direction,
      }))
  const where: Expression | null = perValue
    ? { kind: 'compare', operator: '<=', left: outer(rankColumn), right: { kind: 'number', value: perValue.limit } }
    : null
  return { ...wrapped, columns: shownNames.map((name) => ({ name, value: outer(name) })), where, orderBy, limit, offset }
}

const rankColumn = 'querent_rank'

function outputValue(body: Body, name: string): Expression {
  return body.values.get(name) ?? { kind: 'null', type: 'other' }
}

/** The rows of two queries put together, sorted and cut as the first one asks. */
export function combined({ query }: Request, left: Select, right: Select, visible: QueryOutput[], limit: number | null): Select {
  const alias = 'combined'
  const names = visible.map((output) => output.name)
  for (const { by } of query.order) if (!names.includes(by)) throw unknownMember(`column "${by}" shown`, by, names)
  const columns = names.map((name): { name: string; value: Expression } => ({ name, value: { kind: 'column', source: alias, column: name } }))
  const rest = names.filter((name) => !query.order.some((order) => order.by === name)).map((by) => ({ by, direction: 'asc' as const }))
  const orderBy = [...query.order, ...rest].map(({ by, direction }): Ordering => ({ value: { kind: 'output', name: by }, direction }))
  const operator = query.combine?.operator ?? 'union'
  return selectFrom({ kind: 'set', operator, left, right, alias }, { columns, orderBy, limit, offset: query.offset ?? null })
}

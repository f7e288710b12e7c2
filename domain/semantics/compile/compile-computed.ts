import { isCyclic, type SemanticQuery } from '../semantic-query.ts'
import { type Expression, type Ordering, selectFrom } from '../sql/sql-tree.ts'
import type { Body } from './compile-body.ts'
import type { AnyMeasure, DerivedOutput, DimensionOutput } from './query-outputs.ts'

const hundred: Expression = { kind: 'number', value: 100 }

/** Adds the values of ratios and of comparisons with an earlier period, made of values of the same row. */
export function addComputed(values: Map<string, Expression>, measures: AnyMeasure[]): void {
  const at = (name: string): Expression => values.get(name) ?? { kind: 'null', type: 'number' }
  for (const measure of measures) {
    if (measure.kind !== 'ratio') continue
    const { name, numerator, denominator, percent } = measure
    values.set(name, quotient(at(numerator), at(denominator), percent))
    if (values.has(previousOf(numerator))) values.set(previousOf(name), quotient(at(previousOf(numerator)), at(previousOf(denominator)), percent))
  }
  for (const measure of measures) {
    if (measure.kind !== 'compared') continue
    const [now, before] = [at(measure.of), at(previousOf(measure.of))]
    const value = measure.as === 'previous' ? before : measure.as === 'change' ? difference(now, before) : relative(now, before)
    values.set(measure.name, value)
  }
}

/** Under this name the body holds what a measure was one period or year earlier. */
export function previousOf(name: string): string {
  return `querent_previous_${name}`
}

/** Puts what is derived from other rows around a body: its values become columns, and windows run over them. */
export function derivedBody(query: SemanticQuery, body: Body, dimensions: DimensionOutput[], derived: DerivedOutput[]): Body {
  const alias = 'computed'
  const outer = (column: string): Expression => ({ kind: 'column', source: alias, column })
  const columns = [...body.values].map(([name, value]) => ({ name, value }))
  const values = new Map<string, Expression>(columns.map(({ name }) => [name, outer(name)]))
  for (const output of derived) values.set(output.name, derivedValue(query, output, dimensions, outer))
  return { select: selectFrom({ kind: 'select', select: { ...body.select, columns }, alias }), values, tieBreak: [] }
}

function derivedValue(query: SemanticQuery, output: DerivedOutput, dimensions: DimensionOutput[], outer: (column: string) => Expression): Expression {
  const value = outer(output.of)
  const { along, partition } = runOf(query, output, dimensions)
  const per = partition.map(outer)
  const order = along.map((item): Ordering => ({ value: outer(item.by), direction: item.direction }))
  const before = (): Expression => ({ kind: 'window', of: { name: 'before', value, rows: output.rows ?? 1 }, partition: per, order })
  switch (output.derive) {
    case 'share_of_total':
      return quotient(value, { kind: 'window', of: { name: 'total', value }, partition: per, order: [] }, output.percent)
    case 'rank':
      return { kind: 'window', of: { name: 'rank' }, partition: per, order: [{ value, direction: 'desc' }] }
    case 'running_total':
      return { kind: 'window', of: { name: 'running', value }, partition: per, order }
    case 'moving_average':
      return { kind: 'window', of: { name: 'average', value, rows: output.rows ?? 3 }, partition: per, order }
    case 'previous':
      return before()
    case 'change':
      return difference(value, before())
    case 'percent_change':
      return relative(value, before())
  }
}

type Along = { by: string; direction: 'asc' | 'desc' }

/** What a derived measure runs along (time, else the order asked for), and within what it begins anew. */
function runOf(query: SemanticQuery, output: DerivedOutput, dimensions: DimensionOutput[]): { along: Along[]; partition: string[] } {
  if (output.derive === 'share_of_total' || output.derive === 'rank') return { along: [], partition: output.per ?? [] }
  const open = dimensions.filter((dimension) => !output.per?.includes(dimension.name))
  const time = open.find(isTime)
  const others = dimensions.filter((dimension) => dimension !== time).map((dimension) => dimension.name)
  const partition = output.per ?? (time ? others : [])
  const first: Along[] = time
    ? [{ by: time.name, direction: 'asc' }]
    : query.order.filter((order) => dimensions.some((item) => item.name === order.by) || order.by === output.of || isHiddenOf(query, order.by))
  const rest = open.filter((dimension) => !partition.includes(dimension.name) && !first.some((item) => item.by === dimension.name))
  return { along: [...first, ...rest.map((dimension): Along => ({ by: dimension.name, direction: 'asc' }))], partition }
}

/** What the rows are put in order by without being shown. */
const isHiddenOf = ({ measures }: SemanticQuery, name: string): boolean => measures.some((item) => item.name === name && item.hidden === true)

function isTime({ grain, column, type }: DimensionOutput): boolean {
  return grain === null ? type === 'date' || type === 'timestamp' || column.semanticType === 'time' : !isCyclic(grain) || column.semanticType === 'time'
}

function quotient(left: Expression, right: Expression, percent: boolean): Expression {
  const value: Expression = { kind: 'arithmetic', operator: '/', left, right }
  return percent ? { kind: 'arithmetic', operator: '*', left: value, right: hundred } : value
}

function difference(left: Expression, right: Expression): Expression {
  return { kind: 'arithmetic', operator: '-', left, right }
}

/** In percent of the earlier value's size, so that a rise from below zero is a rise. */
function relative(now: Expression, before: Expression): Expression {
  return quotient(difference(now, before), { kind: 'absolute', of: before }, true)
}

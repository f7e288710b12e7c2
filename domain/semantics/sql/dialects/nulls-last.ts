import { type Expression, type Ordering, type Select, selectFrom } from '../sql-tree.ts'

/**
 * For engines that know no NULLS LAST and sort by `x IS NULL, x` instead: there a column's alias is not understood inside an expression, so what it stands
 * for is written, and a calculated group, which `ONLY_FULL_GROUP_BY` does not recognise inside an expression either, is sorted from outside.
 */
export function withoutNullsLast(select: Select): Select {
  if (!select.orderBy.some((item) => item.value.kind === 'output' && item.direction === 'asc')) return select
  const behind = (name: string) => select.columns.find((column) => column.name === name)?.value
  const isGrouped = select.distinct || select.groupBy.length > 0
  const isHard = (value: Expression | undefined) => value === undefined || value.kind === 'period' || value.kind === 'bin'
  if (!isGrouped || !select.orderBy.some((item) => item.value.kind === 'output' && isHard(behind(item.value.name)))) {
    return { ...select, orderBy: select.orderBy.map((item) => ({ ...item, value: (item.value.kind === 'output' && behind(item.value.name)) || item.value })) }
  }
  const alias = 'sorted'
  const outer = (column: string): Expression => ({ kind: 'column', source: alias, column })
  const columns = [...select.columns]
  const orderBy = select.orderBy.map(({ value, direction }, index): Ordering => {
    if (value.kind === 'output') return { value: outer(value.name), direction }
    const name = `querent_order_${index}`
    columns.push({ name, value })
    return { value: outer(name), direction }
  })
  const inner = { ...select, columns, orderBy: [], limit: null, offset: null }
  const shown = select.columns.map(({ name }) => ({ name, value: outer(name) }))
  return selectFrom({ kind: 'select', select: inner, alias }, { columns: shown, orderBy, limit: select.limit, offset: select.offset })
}

import type { Dialect } from '../sources/source.ts'

const everyRow = '9223372036854775807'

/**
 * What ends the sub-select that cuts a table's rows, so that no planner merges it into the statement around it, nor moves a condition of that statement into it:
 * a condition that fails or is slow on some rows would tell of rows the filter hides, were it tried on them first. Each engine evaluates what stands outside a
 * sub-select with a limit only on the rows that come out of it; the plans are held to it by `test/row-filters/barrier.test.ts`.
 */
export function rowBarrier(dialect: Dialect): string {
  if (dialect === 'postgres') return ' OFFSET 0'
  return dialect === 'sqlite' ? ' LIMIT -1' : ` LIMIT ${everyRow}`
}

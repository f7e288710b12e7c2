import type { FilterOperator, FilterValue } from '../semantic-query.ts'

/** One comparison of a clause. `table` is what stands before the column's dot, `null` where nothing does; names are in the grammar's own case. */
export type ReadCondition = { table: string | null; column: string; operator: FilterOperator; values: FilterValue[] }

/**
 * The port to a grammar of SQL: reads a clause, as `region = 'EU' AND id IN (1, 2)`, into comparisons of which all hold.
 * Fails with `invalid`, naming what is not allowed in one.
 */
export type ConditionReader = (clause: string) => Promise<ReadCondition[]>

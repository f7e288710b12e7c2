import type { Arithmetic } from '../semantic-query.ts'

/**
 * The port to a grammar of SQL: reads a calculation over the columns of `table`, as `price * quantity`, into a tree of the few things that are allowed in one.
 * Fails with `invalid`, naming what is not.
 */
export type ArithmeticReader = (text: string, table: string) => Promise<Arithmetic>

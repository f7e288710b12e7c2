import type { Aggregate, Grain } from './semantic-query.ts'

export type SqlValue = string | number | boolean | null

/** How a column keeps moments: engine type or ISO text, year alone, or seconds or milliseconds since 1970. */
export type TimeStorage = 'native' | 'iso_text' | 'year_number' | 'year_text' | 'unix_seconds' | 'unix_milliseconds'

/** The part of SQL that the compiler needs, free of any dialect; `sql-printer.ts` writes it out. */
export type Expression =
  | { kind: 'column'; source: string; column: string }
  | { kind: 'value'; value: SqlValue; as?: 'timestamp' }
  | { kind: 'as_number'; of: Expression }
  | { kind: 'as_text'; of: Expression }
  | { kind: 'moment'; of: Expression; storage: TimeStorage }
  | { kind: 'period'; of: Expression; storage: TimeStorage; grain: Grain }
  | { kind: 'aggregate'; aggregate: Aggregate; of: Expression | null }
  | { kind: 'zero_if_null'; of: Expression }
  | { kind: 'null' }
  | { kind: 'compare'; operator: '=' | '<>' | '>' | '>=' | '<' | '<='; left: Expression; right: Expression }
  | { kind: 'any_of'; of: Expression; values: Expression[]; negated: boolean }
  | { kind: 'like'; of: Expression; pattern: string }
  | { kind: 'is_null'; of: Expression }
  | { kind: 'all'; of: Expression[] }
  | { kind: 'any'; of: Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'exists'; select: Select }
  | { kind: 'scalar'; select: Select }
  | { kind: 'row_number'; partition: Expression[]; order: Ordering[] }

export type Ordering = { value: Expression | { kind: 'output'; name: string }; direction: 'asc' | 'desc' }

export type Source =
  | { kind: 'table'; schema: string | null; table: string; alias: string }
  | { kind: 'select'; select: Select; alias: string }
  | { kind: 'union'; selects: Select[]; alias: string }

export type Join = { source: Source; on: Expression }

export type Select = {
  distinct: boolean
  /** `all` adds every column of the source. */
  all: boolean
  columns: { name: string; value: Expression }[]
  from: Source
  /** Every join keeps rows without a partner. */
  joins: Join[]
  where: Expression | null
  groupBy: Expression[]
  having: Expression | null
  orderBy: Ordering[]
  limit: number | null
}

export function selectFrom(from: Source, parts: Partial<Omit<Select, 'from'>> = {}): Select {
  return { distinct: false, all: false, columns: [], joins: [], where: null, groupBy: [], having: null, orderBy: [], limit: null, ...parts, from }
}

/** Joins conditions by `and`; null when there are none. */
export function allOf(conditions: Expression[]): Expression | null {
  const [first] = conditions
  return conditions.length > 1 ? { kind: 'all', of: conditions } : (first ?? null)
}

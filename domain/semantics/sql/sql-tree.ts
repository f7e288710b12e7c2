import type { QueryComparison } from '../compile/query-comparison.ts'
import type { WrittenDay } from '../compile/written-days.ts'
import type { WrittenNumber } from '../compile/written-values.ts'
import type { Aggregate, Grain } from '../semantic-query.ts'
import type { ColumnType } from '../sources/source.ts'

export type SqlValue = string | number | boolean | null

/** How a column keeps moments: engine type or ISO text, year alone, or seconds or milliseconds since 1970. */
export type TimeStorage = 'native' | 'iso_text' | WrittenDay | 'year_number' | 'year_text' | 'unix_seconds' | 'unix_milliseconds'

/** A moment's period one step later: the label under which an earlier value is compared. */
export type PeriodShift = QueryComparison['to']

/** What every engine folds rows with; a median is made of numbered rows. */
export type PlainAggregate = Exclude<Aggregate, 'median'>

/** The part of SQL that the compiler needs, free of any dialect; `sql-printer.ts` writes it out. */
export type Expression =
  | { kind: 'column'; source: string; column: string }
  | { kind: 'value'; value: SqlValue; as?: 'timestamp' }
  /** Written into the statement: never a value that changes from question to question. */
  | { kind: 'number'; value: number }
  | { kind: 'as_number'; of: Expression; written?: WrittenNumber }
  | { kind: 'as_text'; of: Expression }
  | { kind: 'as_flag'; of: Expression }
  /** A number of a type that all number types of the engine can be put together with. */
  | { kind: 'as_any_number'; of: Expression }
  /** The first day of the stretch that columns of its parts tell. */
  | { kind: 'date_of_parts'; year: Expression; quarter?: Expression; month?: Expression; isNamed?: boolean; day?: Expression }
  | { kind: 'moment'; of: Expression; storage: TimeStorage }
  | { kind: 'period'; of: Expression; storage: TimeStorage; grain: Grain; shift?: PeriodShift }
  /** Whole seconds from one moment to another; a day alone is its midnight. */
  | { kind: 'seconds_between'; from: Expression; to: Expression }
  | { kind: 'bin'; of: Expression; width: number }
  | { kind: 'aggregate'; aggregate: PlainAggregate; of: Expression | null }
  /** Pearson's coefficient of two numbers of a row. */
  | { kind: 'correlation'; of: Expression; and: Expression }
  | { kind: 'zero_if_null'; of: Expression }
  | { kind: 'null'; type: ColumnType }
  /** A division is never one of whole numbers, and by 0 gives NULL. */
  | { kind: 'arithmetic'; operator: '+' | '-' | '*' | '/'; left: Expression; right: Expression }
  | { kind: 'absolute'; of: Expression }
  | { kind: 'case'; branches: { when: Expression; value: Expression }[]; otherwise: Expression | null }
  | { kind: 'compare'; operator: '=' | '<>' | '>' | '>=' | '<' | '<='; left: Expression; right: Expression }
  | { kind: 'any_of'; of: Expression; values: Expression[]; negated: boolean }
  | { kind: 'any_row'; of: Expression; select: Select; negated: boolean }
  /** Several values that are compared as one. */
  | { kind: 'row'; of: Expression[] }
  /** Ignores case; `text` stands for itself. */
  | { kind: 'like'; of: Expression; text: string; at: 'anywhere' | 'start' | 'end' }
  | { kind: 'is_null'; of: Expression }
  | { kind: 'all'; of: Expression[] }
  | { kind: 'any'; of: Expression[] }
  | { kind: 'not'; of: Expression }
  /** `keys` bind the rows of `select` to those outside; `isCorrelated` when its conditions do so too. */
  | { kind: 'exists'; keys: { outer: Expression; inner: Expression }[]; select: Select; isCorrelated: boolean }
  | { kind: 'scalar'; select: Select }
  | { kind: 'row_number'; partition: Expression[]; order: Ordering[] }
  | { kind: 'window'; of: WindowFunction; partition: Expression[]; order: Ordering[] }

/** Over the rows of its partition: `total` of all, `running` up to this one, `average` of this and those before, `before` the value some rows earlier, `count` how many rows have a value. */
export type WindowFunction =
  | { name: 'rank' }
  | { name: 'total'; value: Expression }
  | { name: 'count'; value: Expression }
  | { name: 'running'; value: Expression }
  | { name: 'average'; value: Expression; rows: number }
  | { name: 'before'; value: Expression; rows: number }

export type Ordering = { value: Expression | { kind: 'output'; name: string }; direction: 'asc' | 'desc' }

export type SetOperator = 'union' | 'intersect' | 'except'

export type Source =
  | { kind: 'table'; schema: string | null; table: string; alias: string }
  | { kind: 'select'; select: Select; alias: string }
  | { kind: 'union'; selects: Select[]; alias: string }
  | { kind: 'set'; operator: SetOperator; left: Select; right: Select; alias: string }

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
  offset: number | null
  /** Cuts the rows that may be seen: nothing of the statement around it is tried on the others. */
  isBarrier?: true
}

export function selectFrom(from: Source, parts: Partial<Omit<Select, 'from'>> = {}): Select {
  return {
    distinct: false,
    all: false,
    columns: [],
    joins: [],
    where: null,
    groupBy: [],
    having: null,
    orderBy: [],
    limit: null,
    offset: null,
    ...parts,
    from,
  }
}

/** Joins conditions by `and`; null when there are none. */
export function allOf(conditions: Expression[]): Expression | null {
  const [first] = conditions
  return conditions.length > 1 ? { kind: 'all', of: conditions } : (first ?? null)
}

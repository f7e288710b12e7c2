import type { Grain } from '../../semantic-query.ts'
import type { ColumnType } from '../../sources/source.ts'
import type { SetOperator, SqlValue, TimeStorage } from '../sql-tree.ts'
import type { TextRules } from './written-iso.ts'

/** What the dialects do not share. Every text is a finished SQL expression; one given to `number`, `floor`, `moment` and `period` holds no placeholder and may be written twice. */
export type DialectRules = TextRules & {
  quoted(name: string): string
  /** Whether `NULLS LAST` is understood. */
  sortsNullsLast: boolean
  text(value: string): string
  /** The number that a text holds; NULL when it holds none. */
  number(value: string): string
  double(value: string): string
  /** A boolean as 1 or 0. */
  flag(value: string): string
  /** Where the number types of two queries put together do not meet by themselves, one that holds both. */
  anyNumber(value: string): string
  floor(value: string): string
  missing(type: ColumnType): string
  /** `pattern` binds the text; all but letters and digits in it is escaped with `escape`. */
  like(value: string, pattern: string): string
  likeEscape: string
  aggregate(name: 'SUM' | 'AVG' | 'MIN' | 'MAX', value: string): string
  /** Pearson's coefficient of two numbers over the rows that have both; NULL where one of them does not vary. Each is written several times. */
  correlation(left: string, right: string): string
  /** A moment given as text, of which a day alone is its midnight. */
  timestamp(value: string): string
  moment(value: string, storage: TimeStorage): string
  period(moment: string, grain: Grain): string
  /** A later moment, whose period is the one after that of `moment`. */
  later(moment: string, count: number, unit: 'hour' | 'day' | 'month' | 'year'): string
  /** Whole seconds from one moment to another. */
  secondsBetween(from: string, to: string): string
  /** The label one year later than a label that begins with its year. */
  nextYear(label: string): string
  setOperator: Record<SetOperator, string>
  /** Binds a value to its placeholder. */
  bound(placeholder: string, value: SqlValue): string
  parameter(value: SqlValue): SqlValue
  /** Conditions on rows that refer to those outside are understood in sub-queries. */
  correlates: boolean
  /** Stands at the end of every statement. */
  settings: string
}

/** What most dialects write alike. */
export const standardRules = {
  quoted: (name: string) => `"${name.replaceAll('"', '""')}"`,
  sortsNullsLast: true,
  double: (value: string) => `CAST(${value} AS DOUBLE PRECISION)`,
  flag: (value: string) => value,
  place: (text: string, of: string) => `INSTR(${text}, ${of})`,
  last: (text: string, count: number) => `RIGHT(${text}, ${count})`,
  joined: (...parts: string[]) => parts.join(' || '),
  anyNumber: (value: string) => value,
  floor: (value: string) => `FLOOR(${value})`,
  missing: () => 'NULL',
  likeEscape: '\\',
  aggregate: (name: string, value: string) => `${name}(${value})`,
  setOperator: { union: 'UNION', intersect: 'INTERSECT', except: 'EXCEPT' },
  bound: (placeholder: string) => placeholder,
  parameter: (value: SqlValue) => value,
  correlates: true,
  settings: '',
} as const satisfies Partial<DialectRules>

/** Pearson's coefficient as means of products, for engines that have no function of it. */
export function correlationOfMeans(left: string, right: string, double: (value: string) => string): string {
  const both = (value: string, other: string) => double(`CASE WHEN ${other} IS NOT NULL THEN ${value} END`)
  const [one, two] = [both(left, right), both(right, left)]
  const covariance = (a: string, b: string) => `(AVG(${a} * ${b}) - AVG(${a}) * AVG(${b}))`
  return `${covariance(one, two)} / NULLIF(SQRT(${covariance(one, one)} * ${covariance(two, two)}), 0)`
}

import type { Dialect, SourceParam } from '../sources/source.ts'

/** How a statement of a dialect refers to its value number `index`, counted from 1. */
export function placeholder(dialect: Dialect, index: number, value: SourceParam): string {
  if (dialect === 'postgres') return `$${index}`
  if (dialect === 'clickhouse') return `{p${index}:${clickhouseType(value)}}`
  return '?'
}

function clickhouseType(value: SourceParam): string {
  if (typeof value === 'boolean') return 'Bool'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'Int64' : 'Float64'
  return value === null ? 'Nullable(String)' : 'String'
}

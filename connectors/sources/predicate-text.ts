import { isTableName, type RowPredicate, type SourceParam, type TableName } from '#domain/semantics/sources/source.ts'
import { literal } from './quote.ts'

/**
 * Predicates as one condition with their values written out, for a view, which holds no placeholders. Neither engine reads backslashes in a literal.
 * `nameOf` names a table that a predicate reads in a way that no other view can take.
 */
export function predicateText(predicates: readonly RowPredicate[], nameOf: (table: string) => string): string {
  return predicates.map((predicate) => `(${withValues(predicate, nameOf)})`).join(' and ')
}

function withValues({ parts, params }: RowPredicate, nameOf: (table: string) => string): string {
  return parts.map((part, index) => (index === 0 ? part : `${written(params[index - 1] ?? null, nameOf)}${part}`)).join('')
}

const written = (param: SourceParam | TableName, nameOf: (table: string) => string): string => (isTableName(param) ? nameOf(param.table) : valueText(param))

function valueText(value: SourceParam): string {
  if (typeof value === 'boolean') return value ? '(1 = 1)' : '(1 = 0)'
  if (typeof value === 'number') return Number.isFinite(value) ? `(${value})` : 'null'
  // Parsers take a NUL for the end of a statement.
  return value === null || value.includes('\0') ? 'null' : literal(value)
}

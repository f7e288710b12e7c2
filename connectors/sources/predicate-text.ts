import type { RowPredicate, SourceParam } from '#domain/semantics/source.ts'
import { literal } from './quote.ts'

/** Predicates as one condition with their values written out, for a view, which holds no placeholders. Neither engine reads backslashes in a literal. */
export function predicateText(predicates: readonly RowPredicate[]): string {
  return predicates.map((predicate) => `(${withValues(predicate)})`).join(' and ')
}

function withValues({ parts, params }: RowPredicate): string {
  return parts.map((part, index) => (index === 0 ? part : `${valueText(params[index - 1] ?? null)}${part}`)).join('')
}

function valueText(value: SourceParam): string {
  if (typeof value === 'boolean') return value ? '(1 = 1)' : '(1 = 0)'
  if (typeof value === 'number') return Number.isFinite(value) ? `(${value})` : 'null'
  // Parsers take a NUL for the end of a statement.
  return value === null || value.includes('\0') ? 'null' : literal(value)
}

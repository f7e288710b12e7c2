import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Tables that a query reads. */
export function tablesOf(query: SemanticQuery): Set<string> {
  return new Set([...JSON.stringify(query).matchAll(/"(?:table|from_table)":"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name ?? ''))
}

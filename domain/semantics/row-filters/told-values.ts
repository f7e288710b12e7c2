import type { SemanticQuery } from '../semantic-query.ts'

/** Whether a stored query holds values that may be those of rows a filter hides: any text of its own, and any number but those that count rows. */
export function tellsValues({ sql, query }: { sql: string | null; query: SemanticQuery | null }): boolean {
  if (sql !== null) return /'|\d{3,}|\$\$/.test(sql)
  return query !== null && holdsValues(query)
}

function holdsValues(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(holdsValues)
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => (name === 'values' && Array.isArray(value) ? value.length > 0 : holdsValues(value)))
}

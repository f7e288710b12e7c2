/** A compiled statement as a person can run it: each `?` outside of quotes replaced by its value. For reading only; what runs has its values bound. */
export function writtenOut(sql: string, params: (string | number | boolean | null)[]): string {
  let next = 0
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (part) => (part === '?' ? literal(params[next++] ?? null) : part))
}

function literal(value: string | number | boolean | null): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  return value === null ? 'NULL' : String(value)
}

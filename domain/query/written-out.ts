/** A compiled statement as a person can run it: each placeholder outside of quotes replaced by its value. For reading only; what runs has its values bound. */
export function writtenOut(sql: string, params: (string | number | boolean | null)[]): string {
  let next = 0
  return sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?|\$(\d+)|\{p(\d+):[^}]*\}/g, (part, numbered?: string, named?: string) => {
    const number = numbered ?? named
    if (number !== undefined) return literal(params[Number(number) - 1] ?? null)
    return part === '?' ? literal(params[next++] ?? null) : part
  })
}

function literal(value: string | number | boolean | null): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  return value === null ? 'NULL' : String(value)
}

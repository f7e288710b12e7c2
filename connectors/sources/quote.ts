/** A name as an SQL identifier; both engines double the inner quote. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as an SQL string literal; neither engine reads backslashes in it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

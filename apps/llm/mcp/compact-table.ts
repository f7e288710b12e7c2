/** Characters of a table in a text; a model reads no more of one with profit. */
const MOST_CHARACTERS = 40_000
const MOST_CELL = 300

/** Rows as few tokens: a line of names, then a line for each row, cells parted by ` | `. What does not fit is counted below. */
export function compactTable(names: readonly string[], rows: readonly (readonly unknown[])[], { total = rows.length, isCut = false } = {}): string {
  const lines = [names.map(cell).join(' | ')]
  let length = lines[0]?.length ?? 0
  let shown = 0
  for (const row of rows) {
    const line = row.map(cell).join(' | ')
    length += line.length + 1
    if (length > MOST_CHARACTERS) break
    lines.push(line)
    shown += 1
  }
  const left = Math.max(total, rows.length) - shown
  if (rows.length === 0) lines.push('(no rows)')
  if (left > 0) lines.push(`(${left} more ${left === 1 ? 'row' : 'rows'} not shown${isCut ? ', and there are more' : ''})`)
  else if (isCut) lines.push('(there are more rows)')
  return lines.join('\n')
}

/** A cell stays on its line and in its column, whatever somebody wrote into it. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text =
    typeof value === 'string' ? value : Array.isArray(value) ? value.map(String).join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
  return plain.length > MOST_CELL ? `${plain.slice(0, MOST_CELL)}…` : plain
}

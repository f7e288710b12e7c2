import type { Cell, TileData } from './service.ts'

/** What a spreadsheet would take for a formula begins with a quote instead; numbers stay numbers. */
const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text)

const cellText = (cell: Cell | undefined): string => {
  const text = cell === null || cell === undefined ? '' : typeof cell === 'string' ? defused(cell) : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The rows of a tile as CSV (RFC 4180), as the filters leave them. */
export const csvOf = ({ columns, rows }: NonNullable<TileData['data']>): string =>
  `${[columns.map(({ name }) => name), ...rows].map((row) => row.map((cell) => cellText(cell)).join(',')).join('\r\n')}\r\n`

/** Hands a text over as a file to save. */
export function save(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = `${name.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'rows'}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

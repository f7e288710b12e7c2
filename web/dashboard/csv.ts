import { fileName, saveFile } from '#web/ui/save-file.ts'

type Cell = string | number | boolean | null | object
type Rows = { columns: readonly { name: string }[]; rows: readonly (readonly (Cell | undefined)[])[] }

/** What a spreadsheet would take for a formula begins with a quote instead; numbers stay numbers. */
const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text)

const cellText = (cell: Cell | undefined): string => {
  const text =
    cell === null || cell === undefined ? '' : typeof cell === 'string' ? defused(cell) : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The rows of a tile as CSV (RFC 4180), as the filters leave them. */
export const csvOf = ({ columns, rows }: Rows): string =>
  `${[columns.map(({ name }) => name), ...rows].map((row) => row.map((cell) => cellText(cell)).join(',')).join('\r\n')}\r\n`

export const saveCsv = (rows: Rows, title: string): void => saveFile(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), fileName(title, 'csv'))

import { open } from '#web/api/client.ts'
import { currentLocale } from '#web/ui/formats.ts'
import type { Column } from '../shapes.ts'
import { cellText, cellValue } from './cell-text.ts'

const MARKDOWN_ROWS = 50

/** Rows as CSV, as spreadsheets read it: a text that would be taken for a formula is kept a text. */
export function csvOf(columns: Column[], rows: unknown[][]): string {
  const quoted = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const cell = (value: unknown) => {
    const written = cellValue(value)
    return quoted(typeof value === 'string' && /^[=+@\t\r-]/.test(written) && !/^-?\d/.test(written) ? `'${written}` : written)
  }
  return [columns.map(({ label }) => quoted(label)), ...rows.map((row) => row.map(cell))].map((line) => line.join(',')).join('\r\n')
}

/** An answer as Markdown: its words, and its first rows as a table. */
export function markdownOf(words: string, columns: Column[], rows: unknown[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`
  const shown = rows.slice(0, MARKDOWN_ROWS).map((row) => line(columns.map((column, at) => cellText(row[at], column) ?? '')))
  return [words, ...(words ? [''] : []), line(columns.map(({ label }) => label)), line(columns.map(() => '---')), ...shown].join('\n')
}

/** A stored chart as a picture. */
export async function picture(chartId: string, format: 'png' | 'svg', theme: 'light' | 'dark'): Promise<Blob> {
  const query = { format, theme, width: 720, height: 400, scale: format === 'png' ? 2 : 1, title: true, locale: currentLocale() }
  return (await open('GET /analytics/charts/{chart_id}/render', { path: { chart_id: chartId }, query })).blob()
}

/** All rows of a stored chart as a file. */
export const exported = async (chartId: string, format: 'csv' | 'xlsx'): Promise<Blob> =>
  (await open('GET /analytics/charts/{chart_id}/export', { path: { chart_id: chartId }, query: { format } })).blob()

/** The picture of a chart that is not stored. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image()
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth * 2
    canvas.height = image.naturalHeight * 2
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
  } finally {
    URL.revokeObjectURL(address)
  }
}

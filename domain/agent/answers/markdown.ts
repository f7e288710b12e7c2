import type { QueryColumn } from '../../query/query-outcome.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { writeCell } from '../loop/cite-cells.ts'
import type { Attachment, QueryAttachment } from '../sessions/attachments.ts'

const ROWS_SHOWN = 20
const COLUMNS_SHOWN = 12
const CELL_CHARACTERS = 120

/**
 * What stands behind an answer's sentence for a client that shows only text: each result that is more than one figure as a table, and its statement, folded.
 * Empty for an answer that asked no data. `pictures`: the addresses of charts, by the attachments' ids.
 */
export const behindAnswer = (attachments: readonly Attachment[], pictures: ReadonlyMap<string, string> = new Map()): string =>
  attachments
    .flatMap((attachment) => (attachment.type === 'query' && !attachment.withheld ? [resultInMarkdown(attachment)] : pictureOf(attachment, pictures)))
    .map((part) => `\n\n${part}`)
    .join('')

function pictureOf(attachment: Attachment, pictures: ReadonlyMap<string, string>): string[] {
  const address = pictures.get(attachment.id)
  return address && attachment.type === 'chart' ? [`![${cell(attachment.title)}](${address})`] : []
}

function resultInMarkdown({ columns, rows, row_count, truncated, sql }: QueryAttachment): string {
  const isTable = rows.length > 1 || columns.length > 1
  const parts = [
    ...(isTable && rows.length ? [tableOf(columns, rows, { row_count, truncated })] : []),
    `<details><summary>SQL</summary>\n\n${fence(sql)}\n\n</details>`,
  ]
  return parts.join('\n\n')
}

function tableOf(columns: QueryColumn[], rows: JsonValue[][], { row_count, truncated }: Pick<QueryAttachment, 'row_count' | 'truncated'>): string {
  const shown = columns.slice(0, COLUMNS_SHOWN)
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  const isFigure = ({ type, role }: QueryColumn): boolean => role !== 'dimension' && (type === 'integer' || type === 'number' || type === 'decimal')
  const head = [line(shown.map(({ label }) => cell(label))), line(shown.map((column) => (isFigure(column) ? '---:' : '---')))]
  const body = rows
    .slice(0, ROWS_SHOWN)
    .map((row) => line(shown.map((column, index) => cell(row[index] === null ? '' : writeCell(row[index] ?? null, column)))))
  const left = row_count - Math.min(rows.length, ROWS_SHOWN)
  const notes = [
    ...(left > 0 ? [truncated ? 'and more rows' : `and ${left} more ${left === 1 ? 'row' : 'rows'}`] : []),
    ...(columns.length > COLUMNS_SHOWN ? [`${columns.length - COLUMNS_SHOWN} more columns`] : []),
  ]
  return [...head, ...body, ...(notes.length ? ['', `*${notes.join(', ')}*`] : [])].join('\n')
}

/** A cell holds what somebody else wrote: none of it is Markdown or HTML to whoever renders it. */
const cell = (text: string): string =>
  text
    .slice(0, CELL_CHARACTERS)
    .replaceAll(/[\\`*_{}[\]<>|!#~$]/g, (mark) => (mark === '<' ? '&lt;' : mark === '>' ? '&gt;' : `\\${mark}`))
    .replaceAll(/\s+/g, ' ')

/** A fence longer than any run of backticks inside. */
function fence(sql: string): string {
  const longest = Math.max(2, ...[...sql.matchAll(/`+/g)].map(([run]) => run.length))
  const marks = '`'.repeat(longest + 1)
  return `${marks}sql\n${sql}\n${marks}`
}

import type { QueryAttachment } from '#web/api/llm.gen.ts'
import { text } from '#web/text/sessions.ts'
import { number } from '#web/ui/formats.ts'

type Column = QueryAttachment['columns'][number]
/** What scrolls is reached by keyboard too. */
const SCROLLED = { tabIndex: 0 }
const mostShown = 100

const isNumber = ({ type }: Column): boolean => type === 'integer' || type === 'number' || type === 'decimal'

function cell(value: unknown, column: Column): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' && column.role === 'measure' ? number(value) : String(value)
}

/** The rows of an answer, figures to the right with the same digits. */
export function ResultTable({ columns, rows }: { columns: Column[]; rows: unknown[][] }) {
  // Two rows may be equal, and those of a stored answer do not move.
  const shown = rows.slice(0, mostShown).map((row, at) => ({ key: `row ${at}`, row }))
  return (
    <section aria-label={text.table} {...SCROLLED} className="max-h-80 overflow-auto">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface text-xs text-muted">
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`border-b border-line px-3 py-2 font-medium whitespace-nowrap ${isNumber(column) ? 'text-right' : 'text-left'}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, row }) => (
            <tr key={key} className="border-b border-line last:border-0">
              {columns.map((column, index) => (
                <td key={column.name} className={isNumber(column) ? 'px-3 py-2 text-right tabular-nums' : 'px-3 py-2'}>
                  {cell(row[index], column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

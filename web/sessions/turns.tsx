import type { Message } from '#web/api/llm.gen.ts'
import { text } from '#web/text/sessions.ts'
import { count } from '#web/ui/formats.ts'
import { Card } from '#web/ui/page.tsx'

export const Question = ({ children }: { children: string }) => (
  <p className="max-w-[85%] justify-self-end rounded-xl bg-accent-soft px-3.5 py-2 break-words whitespace-pre-wrap">{children}</p>
)
export const Words = ({ children }: { children: string }) => <div className="leading-6 break-words whitespace-pre-wrap">{children}</div>

/** One message of a session: a question, or an answer with the rows it rests on. */
export function Turn({ message }: { message: Message }) {
  if (message.role === 'user') return <Question>{message.content}</Question>
  return (
    <div className="grid min-w-0 gap-3">
      <Words>{message.content}</Words>
      {message.attachments.map((attachment) => (attachment.type === 'query' ? <Result key={attachment.id} {...attachment} /> : null))}
    </div>
  )
}

type ResultProps = { columns: { name: string }[]; rows: unknown[][]; row_count: number; sql: string }
function Result({ columns, rows, row_count, sql }: ResultProps) {
  return (
    <Card className="min-w-0">
      <section aria-label={text.table} className="max-h-80 overflow-auto">
        <table className="w-full text-sm">
          <thead className="sticky top-0 bg-surface text-xs text-muted">
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="border-b border-line px-3 py-2 text-left font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 100).map((row) => (
              <tr key={JSON.stringify(row)} className="border-b border-line last:border-0">
                {columns.map(({ name }, at) => (
                  <td key={name} className={typeof row[at] === 'number' ? 'num px-3 py-2 text-right' : 'px-3 py-2'}>
                    {typeof row[at] === 'number' ? count(row[at]) : String(row[at] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <details className="border-t border-line px-3 py-2 text-xs text-muted">
        <summary className="num">
          {text.showSql} · {text.rows(count(row_count))}
        </summary>
        <pre className="mt-2 overflow-auto font-mono text-text">{sql}</pre>
      </details>
    </Card>
  )
}

import type { ReactNode } from 'react'

/** What scrolls is reached by keyboard too. */
const SCROLLED = { tabIndex: 0 }

/** The name of a column, or the box that chooses all of its rows. */
type Head = { text: string; right?: boolean; hidden?: boolean; box?: ReactNode }

/** A table that scrolls by itself where it is too wide. Names of columns are told to those who hear it, also where none is shown. */
export function Table({ label, head, children }: { label: string; head: Head[]; children: ReactNode }) {
  return (
    <section aria-label={label} {...SCROLLED} className="relative overflow-x-auto rounded-[10px] border border-line bg-surface">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-muted">
            {head.map(({ text, right, hidden, box }) => (
              <th key={text} scope="col" className={`px-3 py-2 font-medium whitespace-nowrap ${right ? 'text-right' : ''}`}>
                {box ?? <span className={hidden ? 'sr-only' : ''}>{text}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  )
}

export const Cell = ({ right = false, children, className = '' }: { right?: boolean; children?: ReactNode; className?: string }) => (
  <td className={`h-11 px-3 py-1.5 ${right ? 'text-right tabular-nums whitespace-nowrap' : ''} ${className}`}>{children}</td>
)

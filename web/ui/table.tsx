import type { ReactNode } from 'react'

/** What scrolls is reached by keyboard too. */
const SCROLLED = { tabIndex: 0 }

const SHADED = 'scroll-shades relative overflow-x-auto rounded-[10px] border border-line'
const PINNED = `[&_tr>:last-child]:sticky [&_tr>:last-child]:right-0 [&_tr>:last-child]:bg-surface
  max-md:[&_tr>:last-child]:shadow-[-8px_0_8px_-6px_var(--line-strong)]`

/** The name of a column, or the box that chooses all of its rows. */
type Head = { text: string; right?: boolean; hidden?: boolean; box?: ReactNode }

/**
 * A table that scrolls by itself where it is too wide, and then shows by a shade that there is more; what can be done with a row, in a last column without a
 * name, stays in sight. Names of columns are told to those who hear it, also where none is shown.
 */
export function Table({ label, head, children }: { label: string; head: Head[]; children: ReactNode }) {
  return (
    <section aria-label={label} {...SCROLLED} className={`${SHADED} ${head.at(-1)?.hidden ? PINNED : ''}`}>
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

import { MoreHorizontal } from 'lucide-react'
import { Menu, MenuItem } from './menu.tsx'

export type RowAction = { text: string; run: () => void; danger?: boolean; disabled?: boolean }

/** What can be done with one row of a list. */
export const RowMenu = ({ label, items }: { label: string; items: RowAction[] }) => (
  <Menu
    align="end"
    label={label}
    trigger={
      <button type="button" aria-label={label} className="inline-grid size-7 place-items-center rounded-md text-muted hover:bg-selected hover:text-text">
        <MoreHorizontal size={16} />
      </button>
    }
  >
    {items.map(({ text, run, danger, disabled }) => (
      <MenuItem key={text} onSelect={run} disabled={disabled ?? false} {...(danger ? { tone: 'bad' as const } : {})}>
        {text}
      </MenuItem>
    ))}
  </Menu>
)

import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { StepChoices } from '#web/api/llm.gen.ts'
import { text } from '#web/text/work.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ToolButton } from './tool.tsx'
import type { ToolProps } from './toolbar.tsx'

type Chosen = { table: string; column: string; grain?: Grain }
export const GRAINS = ['year', 'quarter', 'month', 'week', 'day'] as const
export type Grain = (typeof GRAINS)[number]
const MOST = 3

/** Groups by another column, or by one more; dates by a period. */
export function GroupTool({ work, choices, onOpen }: ToolProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const groups: Chosen[] = (choices?.groups ?? []).map(({ table, column, grain }) => ({ table, column, ...(grain ? { grain: grain as Grain } : {}) }))
  const ways = (choices?.dimensions ?? []).flatMap(waysOf).filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  const isGrouped = (one: Chosen) => groups.some(({ table, column, grain }) => table === one.table && column === one.column && grain === one.grain)
  function group(dimensions: Chosen[]) {
    setOpen(false)
    void work.take({ action: 'group', dimensions })
  }
  function opened(next: boolean) {
    setOpen(next)
    setTyped('')
    onOpen(next)
  }
  return (
    <Popover label={text.group} isOpen={isOpen} onOpen={opened} className="!p-2" trigger={<ToolButton>{text.group}</ToolButton>}>
      <Input type="search" aria-label={text.findColumn} placeholder={text.findColumn} value={typed} onChange={({ target }) => setTyped(target.value)} />
      {!choices && <p className="p-2 text-muted">{text.reading}</p>}
      <ul className="mt-1.5 max-h-72 overflow-auto">
        {groups.length > 0 && typed === '' && (
          <li>
            <button type="button" onClick={() => group([])} className={ROW}>
              {text.inAll}
            </button>
          </li>
        )}
        {ways.map(({ label, chosen }) => (
          <li key={label} className="flex items-center">
            <button
              type="button"
              onClick={() => group([chosen])}
              aria-pressed={isGrouped(chosen)}
              className={classNames(ROW, isGrouped(chosen) && 'font-medium text-accent')}
            >
              <span className="truncate">{label}</span>
            </button>
            {groups.length > 0 && groups.length < MOST && !isGrouped(chosen) && (
              <IconButton label={text.alsoBy(label)} onClick={() => group([...groups, chosen])} className="size-6">
                <Plus size={13} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  )
}

const ROW = 'flex h-8 min-w-0 flex-1 items-center rounded-md px-2 text-left text-sm hover:bg-selected w-full'

const waysOf = ({ table, column, label, is_time }: StepChoices['dimensions'][number]): { label: string; chosen: Chosen }[] =>
  is_time
    ? GRAINS.slice(0, 4).map((grain) => ({ label: text.byGrain(label, text.grains[grain]), chosen: { table, column, grain } }))
    : [{ label, chosen: { table, column } }]

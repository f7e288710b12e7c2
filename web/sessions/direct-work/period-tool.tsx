import { type FormEvent, useState } from 'react'
import { text } from '#web/text/work.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { GRAINS, type Grain } from './group-tool.tsx'
import { ToolButton } from './tool.tsx'
import type { ToolProps } from './toolbar.tsx'

type Compare = 'previous_period' | 'previous_year'

/** Which time is looked at, in which steps, beside which time before. Absent where no date is near. */
export function PeriodTool({ work, choices, onOpen }: ToolProps) {
  const [isOpen, setOpen] = useState(false)
  if (choices && !choices.dimensions.some(({ is_time }) => is_time)) return null
  return (
    <Popover
      label={text.period}
      isOpen={isOpen}
      onOpen={(next) => {
        setOpen(next)
        onOpen(next)
      }}
      trigger={<ToolButton>{text.period}</ToolButton>}
    >
      {choices ? (
        <PeriodForm key={work.state.query.id} work={work} choices={choices} onDone={() => setOpen(false)} />
      ) : (
        <p className="text-muted">{text.reading}</p>
      )}
    </Popover>
  )
}

function PeriodForm({ work, choices, onDone }: { work: ToolProps['work']; choices: NonNullable<ToolProps['choices']>; onDone: () => void }) {
  const times = choices.dimensions.filter(({ is_time }) => is_time)
  const grouped = choices.groups.find(({ grain }) => grain !== null)
  const known = times.findIndex(({ table, column }) => table === grouped?.table && column === grouped.column)
  const [at, setAt] = useState(Math.max(0, known))
  const chosen = times[at]
  const before = rangeOf(work, chosen)
  const [from, setFrom] = useState(before.from)
  const [to, setTo] = useState(before.to)
  const [grain, setGrain] = useState(grouped?.grain ?? '')
  const [compare, setCompare] = useState<string>(choices.compare ?? '')
  function apply(event: FormEvent) {
    event.preventDefault()
    if (!chosen) return
    onDone()
    void work.take({
      action: 'period',
      table: chosen.table,
      column: chosen.column,
      ...(from !== before.from || to !== before.to ? { from: from || null, to: to || null } : {}),
      ...(grain && grain !== grouped?.grain ? { grain: grain as Grain } : {}),
      ...(compare !== (choices.compare ?? '') ? { compare: (compare || null) as Compare | null } : {}),
    })
  }
  return (
    <form onSubmit={apply} className="grid gap-3">
      {times.length > 1 && (
        <SelectField label={text.date} value={at} onChange={({ target }) => setAt(Number(target.value))}>
          {times.map(({ table, column, label }, index) => (
            <option key={`${table}.${column}`} value={index}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid grid-cols-2 gap-2">
        <TextField label={text.from} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField label={text.to} type="date" value={to} min={from} onChange={({ target }) => setTo(target.value)} />
      </div>
      <SelectField label={text.steppedBy} value={grain} onChange={({ target }) => setGrain(target.value)}>
        <option value="">{text.noSteps}</option>
        {GRAINS.map((one) => (
          <option key={one} value={one}>
            {text.grains[one]}
          </option>
        ))}
      </SelectField>
      <SelectField label={text.compare} value={compare} onChange={({ target }) => setCompare(target.value)}>
        <option value="">{text.noComparison}</option>
        <option value="previous_year">{text.yearBefore}</option>
        <option value="previous_period">{text.periodBefore}</option>
      </SelectField>
      <Button type="submit" variant="primary" size="small" className="justify-self-end">
        {text.apply}
      </Button>
    </form>
  )
}

/** The days a date is bounded by in the query. */
function rangeOf({ state }: ToolProps['work'], place: { table: string; column: string } | undefined): { from: string; to: string } {
  const filters = state.query.semantic_query?.filters
  const list = !filters ? [] : 'and' in filters ? filters.and : [filters]
  for (const filter of list) {
    if (!('column' in filter) || filter.table !== place?.table || filter.column !== place.column || filter.grain) continue
    const [one = '', other = ''] = (filter.values ?? []).map(String)
    if (filter.operator === 'between') return { from: one, to: other }
    if (filter.operator === 'greater_or_equal') return { from: one, to: '' }
    if (filter.operator === 'less_or_equal') return { from: '', to: one }
  }
  return { from: '', to: '' }
}

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { call } from '#web/api/client.ts'
import type { StepChoices } from '#web/api/llm.gen.ts'
import { text } from '#web/text/work.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Check, Input, SelectField } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { ToolButton } from './tool.tsx'
import type { ToolProps } from './toolbar.tsx'

type Dimension = StepChoices['dimensions'][number]
const MOST_VALUES = 60

/** Keeps only some rows, by the values of a column; takes conditions back. */
export function FilterTool({ work, choices, onOpen }: ToolProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={text.filter}
      isOpen={isOpen}
      onOpen={(next) => {
        setOpen(next)
        onOpen(next)
      }}
      trigger={<ToolButton>{choices && choices.filters.length > 0 ? text.filters(choices.filters.length) : text.filter}</ToolButton>}
    >
      {choices ? (
        <div className="grid gap-3">
          {choices.filters.length > 0 && (
            <ul className="grid gap-1">
              {choices.filters.map(({ table, column, words }) => (
                <li key={words} className="flex items-center gap-1 rounded-md bg-sunken pl-2">
                  <span className="min-w-0 flex-1 truncate">{words}</span>
                  <IconButton
                    label={text.takeBack(words)}
                    onClick={() => {
                      setOpen(false)
                      void work.take({ action: 'unfilter', table, column })
                    }}
                  >
                    <X size={13} />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          <FilterForm work={work} dimensions={choices.dimensions.filter(({ is_time }) => !is_time)} onDone={() => setOpen(false)} />
        </div>
      ) : (
        <p className="text-muted">{text.reading}</p>
      )}
    </Popover>
  )
}

function FilterForm({ work, dimensions, onDone }: { work: ToolProps['work']; dimensions: Dimension[]; onDone: () => void }) {
  const grouped = work.state.query.columns.find(({ role, column }) => role === 'dimension' && column !== null)
  const first = dimensions.findIndex(({ table, column }) => table === grouped?.table && column === grouped.column)
  const [at, setAt] = useState(Math.max(0, first))
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const dimension = dimensions[at]
  const { data: values, isLoading } = useValues(work.state.query.datasource_id, dimension, useDeferredValue(typed.trim()))
  if (!dimension) return <p className="text-muted">{text.nothingToFilter}</p>
  function apply(event: FormEvent) {
    event.preventDefault()
    if (!dimension || chosen.length === 0) return
    onDone()
    const typedValues = (values ?? []).filter((value) => chosen.includes(String(value)))
    const kept = chosen.map((value) => typedValues.find((one) => String(one) === value) ?? value)
    void work.take({ action: 'filter', table: dimension.table, column: dimension.column, operator: 'equals', values: kept })
  }
  const toggle = (value: string) => setChosen((before) => (before.includes(value) ? before.filter((one) => one !== value) : [...before, value]))
  const shown = [...new Set([...chosen, ...(values ?? []).map(String)])]
  return (
    <form onSubmit={apply} className="grid gap-2.5">
      <SelectField
        label={text.column}
        value={at}
        onChange={({ target }) => {
          setAt(Number(target.value))
          setChosen([])
          setTyped('')
        }}
      >
        {dimensions.map(({ table, column, label }, index) => (
          <option key={`${table}.${column}`} value={index}>
            {label}
          </option>
        ))}
      </SelectField>
      <Input type="search" aria-label={text.findValue} placeholder={text.findValue} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <div className="grid h-44 content-start gap-1.5 overflow-auto">
        {isLoading && <p className="text-muted">{text.reading}</p>}
        {shown.map((value) => (
          <Check key={value} label={value} checked={chosen.includes(value)} onChange={() => toggle(value)} />
        ))}
      </div>
      <Button type="submit" variant="primary" size="small" disabled={chosen.length === 0} className="justify-self-end">
        {text.apply}
      </Button>
    </form>
  )
}

/** Values of a column that fit what is typed, as many as are shown. */
const useValues = (datasourceId: string, dimension: Dimension | undefined, typed: string) =>
  useQuery({
    queryKey: ['description', 'values', datasourceId, dimension?.table, dimension?.column, typed],
    queryFn: async ({ signal }) => {
      const { table = '', column = '', type } = dimension ?? {}
      const isText = type === 'text'
      const kept =
        typed === ''
          ? { operator: 'is_not_empty' as const, values: [] }
          : isText
            ? { operator: 'contains' as const, values: [typed] }
            : { operator: 'equals' as const, values: [typed] }
      const { rows } = await call('POST /semantic/datasources/{datasource_id}/query', {
        path: { datasource_id: datasourceId },
        body: {
          semantic_query: {
            dimensions: [{ table, column, name: 'value' }],
            distinct: true,
            filters: { table, column, ...kept },
            order: [{ by: 'value' }],
            limit: MOST_VALUES,
          },
        },
        signal,
      })
      return rows.map(([value]) => value as string | number | boolean)
    },
    enabled: dimension !== undefined,
    staleTime: 300_000,
    retry: false,
    placeholderData: (before) => before,
  })

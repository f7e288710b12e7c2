import { type KeyboardEvent, useId } from 'react'
import { type Chosen, type ChosenValues, RELATIVE_DATES, type Value, valuesIn } from '#web/dashboard/choices.ts'
import { text } from '#web/text/dashboards.ts'
import { Input, Select } from '#web/ui/field.tsx'
import { type Filter, labelOf } from './board.ts'
import { FilterList } from './filter-list.tsx'

export type FilterControlProps = { dashboardId: string; filter: Filter; chosen: Chosen[]; onChoose: (values: ChosenValues) => void }

/** One filter of a dashboard, with its name above. */
export function FilterControl(props: FilterControlProps) {
  const { filter, chosen } = props
  const values = valuesIn(chosen, filter.id) ?? filter.values
  const label = labelOf(filter)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs text-muted">
        {label}
        {filter.required && (
          <span className="text-bad" title={text.required}>
            {' '}
            *
          </span>
        )}
      </legend>
      {filter.type === 'list' ? (
        <FilterList {...props} values={values} label={label} />
      ) : filter.type === 'text' ? (
        <Typed {...props} values={values} label={label} />
      ) : filter.type === 'date' ? (
        <Dates {...props} values={values} />
      ) : (
        <Ends {...props} values={values} type="number" />
      )}
    </fieldset>
  )
}

type Shown = FilterControlProps & { values: Value[] }

function Typed({ filter, values, label, onChoose }: Shown & { label: string }) {
  const value = String(values[0] ?? '')
  const commit = (typed: string) => typed !== value && onChoose({ filter: filter.id, values: typed === '' ? [] : [typed] })
  return (
    <Input
      key={value}
      aria-label={label}
      defaultValue={value}
      placeholder={text.operatorTyped[filter.operator as 'contains'] ?? ''}
      onBlur={({ target }) => commit(target.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value.trim())}
      className="!w-40"
    />
  )
}

const isRelative = (value: Value | undefined): boolean => (RELATIVE_DATES as readonly unknown[]).includes(value)

function Dates(props: Shown) {
  const { filter, values, onChoose } = props
  const [first] = values
  const kind = values.length === 0 ? '' : values.length === 1 && isRelative(first) ? String(first) : 'own'
  const others = kind === 'own' && values.length === 1 && typeof first === 'string' && !/^\d{4}-\d\d-\d\d$/.test(first) ? [first] : []
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Select
        aria-label={text.period}
        value={others[0] ?? kind}
        onChange={({ target }) => {
          if (target.value === 'own') onChoose({ filter: filter.id, values: [today(), today()] })
          else onChoose({ filter: filter.id, values: target.value === '' ? [] : [target.value] })
        }}
      >
        <option value="">{text.anyTime}</option>
        {RELATIVE_DATES.map((words) => (
          <option key={words} value={words}>
            {text.relative[words]}
          </option>
        ))}
        {others.map((words) => (
          <option key={words}>{words}</option>
        ))}
        <option value="own">{text.fromTo}</option>
      </Select>
      {kind === 'own' && others.length === 0 && <Ends {...props} type="date" />}
    </div>
  )
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** The two ends of a range; either may be open. */
function Ends({ filter, chosen, values, type, onChoose }: Shown & { type: 'date' | 'number' }) {
  const id = useId()
  const operator = chosen.findLast((one): one is ChosenValues => 'filter' in one && one.filter === filter.id)?.operator ?? filter.operator
  const low = operator === 'less_or_equal' || operator === 'less_than' ? '' : String(values[0] ?? '')
  const high = operator === 'less_or_equal' || operator === 'less_than' ? String(values[0] ?? '') : String(values[1] ?? '')
  const read = (typed: string): Value => (type === 'number' ? Number(typed) : typed)
  function change(from: string, to: string) {
    if (from === low && to === high) return
    if (from !== '' && to !== '') onChoose({ filter: filter.id, operator: 'between', values: [read(from), read(to)] })
    else if (from !== '') onChoose({ filter: filter.id, operator: 'greater_or_equal', values: [read(from)] })
    else if (to !== '') onChoose({ filter: filter.id, operator: 'less_or_equal', values: [read(to)] })
    else onChoose({ filter: filter.id, values: [] })
  }
  const shared = { type, step: 'any', className: type === 'date' ? '!w-36' : '!w-24 num' }
  const enter = (event: KeyboardEvent<HTMLInputElement>) => event.key === 'Enter' && event.currentTarget.blur()
  return (
    <span className="flex items-center gap-1.5">
      <Input
        {...shared}
        key={`${id} low ${low}`}
        aria-label={text.from}
        placeholder={text.from}
        defaultValue={low}
        onKeyDown={enter}
        onBlur={({ target }) => change(target.value, high)}
      />
      <span className="text-muted">–</span>
      <Input
        {...shared}
        key={`${id} high ${high}`}
        aria-label={text.to}
        placeholder={text.to}
        defaultValue={high}
        onKeyDown={enter}
        onBlur={({ target }) => change(low, target.value)}
      />
    </span>
  )
}

import { Plus, X } from 'lucide-react'
import type { FilterOperator } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/charts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Input, Select } from '#web/ui/field.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { type Field, isDate, isNumber, memberOf, optionsOf } from '../fields.ts'
import { Well } from './well.tsx'
import type { Condition } from './wells.ts'

type FilterWellsProps = { filters: Condition[]; fields: Field[]; onChange: (filters: Condition[]) => void }

/** Which rows count: all conditions have to hold. */
export function FilterWells({ filters, fields, onChange }: FilterWellsProps) {
  const options = optionsOf(fields)
  const fieldOf = (condition: Condition) => fields.find((one) => memberOf(one) === memberOf(condition))
  const replace = (at: number, next: Condition) => onChange(filters.map((one, index) => (index === at ? next : one)))
  const begin = (member: string): Condition | null => {
    const field = fields.find((one) => memberOf(one) === member)
    return field ? { table: field.table, column: field.column, operator: 'equals', values: [] } : null
  }
  return (
    <Well label={text.filters}>
      {filters.map((condition, at) => {
        const field = fieldOf(condition)
        const label = field?.label ?? condition.column
        return (
          <div key={`condition ${at.toString()}`} className="grid gap-1.5 rounded-md border border-line p-2">
            <div className="flex items-center gap-1.5">
              <div className="min-w-0 flex-1">
                <Picker
                  label={text.field}
                  options={options}
                  value={memberOf(condition)}
                  none={text.noFields}
                  onPick={(member) => {
                    const next = begin(member)
                    if (next) replace(at, next)
                  }}
                />
              </div>
              <IconButton label={text.remove(label)} onClick={() => onChange(filters.filter((_, index) => index !== at))}>
                <X size={14} />
              </IconButton>
            </div>
            <div className="flex gap-1.5">
              <Select
                aria-label={text.operator}
                value={condition.operator}
                onChange={({ target }) =>
                  replace(at, { ...condition, operator: target.value as FilterOperator, ...(NO_VALUES.has(target.value) ? { values: [] } : {}) })
                }
              >
                {operatorsFor(field).map((operator) => (
                  <option key={operator} value={operator}>
                    {text.operators[operator]}
                  </option>
                ))}
              </Select>
              {!NO_VALUES.has(condition.operator) && (
                <Input
                  key={JSON.stringify(condition.values)}
                  aria-label={text.values}
                  placeholder={text.values}
                  title={text.valuesHint}
                  defaultValue={(condition.values ?? []).join(', ')}
                  onBlur={({ target }) => replace(at, { ...condition, values: valuesOf(target.value, field) })}
                  onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
                />
              )}
            </div>
          </div>
        )
      })}
      <Picker
        label={text.addFilter}
        options={options}
        value={null}
        none={text.noFields}
        onPick={(member) => {
          const next = begin(member)
          if (next) onChange([...filters, next])
        }}
        trigger={
          <Button size="small" className="justify-self-start">
            <Plus size={14} />
            {text.addFilter}
          </Button>
        }
      />
    </Well>
  )
}

const NO_VALUES: ReadonlySet<string> = new Set(['is_empty', 'is_not_empty'])
const ORDERED: FilterOperator[] = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_or_equal',
  'less_than',
  'less_or_equal',
  'between',
  'is_empty',
  'is_not_empty',
]
const WORDS: FilterOperator[] = ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'is_empty', 'is_not_empty']
const operatorsFor = (field: Field | undefined): FilterOperator[] =>
  !field ? (Object.keys(text.operators) as FilterOperator[]) : isNumber(field) || isDate(field) ? ORDERED : WORDS

function valuesOf(typed: string, field: Field | undefined): (string | number | boolean)[] {
  const parts = typed
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (field && isNumber(field)) return parts.map((part) => (Number.isFinite(Number(part)) ? Number(part) : part))
  return field?.type === 'boolean' ? parts.map((part) => (part === 'true' ? true : part === 'false' ? false : part)) : parts
}

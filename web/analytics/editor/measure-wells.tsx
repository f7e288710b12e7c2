import { Plus, X } from 'lucide-react'
import type { Aggregate, QueryMeasure } from '#web/api/analytics.gen.ts'
import type { Measure } from '#web/api/semantic.gen.ts'
import { text } from '#web/text/charts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { type Option, Picker } from '#web/ui/picker.tsx'
import { type Field, isNumber, memberOf, optionsOf } from '../fields.ts'
import { Well } from './well.tsx'
import { isNamed, isPlain, nameOf } from './wells.ts'

type MeasureWellsProps = { measures: QueryMeasure[]; fields: Field[]; named: Measure[]; onChange: (measures: QueryMeasure[]) => void }

/** The figures of a chart: measures of the layer, aggregates of columns, and counts of rows. */
export function MeasureWells({ measures, fields, named, onChange }: MeasureWellsProps) {
  const tables = [...new Map(fields.map(({ table, tableLabel }) => [table, tableLabel]))]
  const options: Option[] = [
    ...named.filter(({ is_orphaned }) => !is_orphaned).map(({ name, title }) => ({ id: `measure ${name}`, label: title || name, group: text.named })),
    ...tables.map(([table, label]) => ({ id: `rows ${table}`, label: text.countOf(label), group: text.aggregates.count })),
    ...optionsOf(fields).map((option) => ({ ...option, id: `column ${option.id}` })),
  ]
  const replace = (at: number, measure: QueryMeasure) => onChange(measures.map((one, index) => (index === at ? measure : one)))
  return (
    <Well label={text.measures}>
      {measures.map((measure, at) => (
        // Two figures may be alike, and they stay in their places.
        <div key={`figure ${at.toString()}`} className="flex items-center gap-1.5">
          {isPlain(measure) && measure.column !== undefined && (
            <Select
              aria-label={text.aggregate}
              className="w-32"
              value={measure.aggregate}
              onChange={({ target }) => replace(at, { ...measure, aggregate: target.value as Aggregate })}
            >
              {aggregatesFor(fields.find((one) => memberOf(one) === `${measure.table}.${measure.column}`)).map((aggregate) => (
                <option key={aggregate} value={aggregate}>
                  {text.aggregates[aggregate]}
                </option>
              ))}
            </Select>
          )}
          <div className="min-w-0 flex-1">
            {isNamed(measure) || isPlain(measure) ? (
              <Picker
                label={text.measures}
                options={options}
                value={idOf(measure)}
                none={text.noFields}
                onPick={(id) => {
                  const picked = measureOf(id, fields)
                  if (picked) replace(at, picked)
                }}
              />
            ) : (
              <span className="control flex items-center truncate text-muted">{nameOf(measure) ?? ('derive' in measure ? measure.derive : text.ratio)}</span>
            )}
          </div>
          <IconButton label={text.remove(nameOf(measure) ?? text.measures)} onClick={() => onChange(measures.filter((_, index) => index !== at))}>
            <X size={14} />
          </IconButton>
        </div>
      ))}
      <Picker
        label={text.addMeasure}
        options={options}
        value={null}
        none={text.noFields}
        onPick={(id) => {
          const picked = measureOf(id, fields)
          if (picked) onChange([...measures, picked])
        }}
        trigger={
          <Button size="small" className="justify-self-start">
            <Plus size={14} />
            {text.addMeasure}
          </Button>
        }
      />
    </Well>
  )
}

const aggregatesFor = (field: Field | undefined): Aggregate[] =>
  field && !isNumber(field) ? ['count_distinct', 'count', 'min', 'max'] : ['sum', 'avg', 'median', 'min', 'max', 'count', 'count_distinct']

function idOf(measure: QueryMeasure): string | null {
  if (isNamed(measure)) return `measure ${measure.measure}`
  if (!isPlain(measure)) return null
  return measure.column === undefined ? `rows ${measure.table}` : `column ${measure.table}.${measure.column}`
}

/** The figure an option stands for: numbers are added up, of anything else it is counted how many there are. */
function measureOf(id: string, fields: readonly Field[]): QueryMeasure | null {
  const [kind = '', ...rest] = id.split(' ')
  const name = rest.join(' ')
  if (kind === 'measure') return { measure: name }
  if (kind === 'rows') return { aggregate: 'count', table: name }
  const field = fields.find((one) => memberOf(one) === name)
  return field ? { aggregate: isNumber(field) && !field.isKey ? 'sum' : 'count_distinct', table: field.table, column: field.column } : null
}

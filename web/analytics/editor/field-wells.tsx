import { Plus, X } from 'lucide-react'
import type { QueryDimension } from '#web/api/analytics.gen.ts'
import type { Measure } from '#web/api/semantic.gen.ts'
import { text } from '#web/text/charts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Input, Select } from '#web/ui/field.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { type Field, isDate, memberOf, optionsOf } from '../fields.ts'
import { FilterWells } from './filter-wells.tsx'
import { MeasureWells } from './measure-wells.tsx'
import { Well } from './well.tsx'
import type { Order, Wells } from './wells.ts'

type FieldWellsProps = { wells: Wells; fields: Field[]; measures: Measure[]; onChange: (wells: Wells) => void }

/** What a chart shows, chosen from the semantic layer: its figures, what they stand along and are split by, and which rows count. */
export function FieldWells({ wells, fields, measures, onChange }: FieldWellsProps) {
  const set = (next: Partial<Wells>) => onChange({ ...wells, ...next })
  const hasMore =
    wells.kept.dimensions.length + wells.kept.filters.length > 0 || wells.kept.query.compare !== undefined || wells.kept.query.combine !== undefined
  return (
    <div className="grid gap-5">
      <MeasureWells measures={wells.measures} fields={fields} named={measures} onChange={(next) => set({ measures: next })} />
      <DimensionWell label={text.x} hint={text.xHint} value={wells.x} fields={fields} onChange={(x) => set(x ? { x } : { x: wells.series, series: null })} />
      {wells.x && <DimensionWell label={text.series} value={wells.series} fields={fields} onChange={(series) => set({ series })} />}
      <FilterWells filters={wells.filters} fields={fields} onChange={(filters) => set({ filters })} />
      <div className="grid grid-cols-2 gap-2">
        <Well label={text.order}>
          <Select aria-label={text.order} value={wells.order} onChange={({ target }) => set({ order: target.value as Order })} className="w-full">
            <option value="none">{text.orders.none}</option>
            <option value="desc">{text.orders.desc}</option>
            <option value="asc">{text.orders.asc}</option>
            {wells.order === 'other' && <option value="other">{text.orders.other}</option>}
          </Select>
        </Well>
        <Well label={text.limit}>
          <Input
            type="number"
            min={1}
            max={100_000}
            aria-label={text.limit}
            value={wells.limit ?? ''}
            onChange={({ target }) => set({ limit: Number(target.value) >= 1 ? Math.floor(Number(target.value)) : null })}
            className="num"
          />
        </Well>
      </div>
      {hasMore && <p className="text-xs text-muted">{text.moreKept}</p>}
    </div>
  )
}

type DimensionWellProps = { label: string; hint?: string; value: QueryDimension | null; fields: Field[]; onChange: (value: QueryDimension | null) => void }

function DimensionWell({ label, hint, value, fields, onChange }: DimensionWellProps) {
  const options = optionsOf(fields)
  const field = value && fields.find((one) => memberOf(one) === memberOf(value))
  const pick = (member: string) => {
    const picked = fields.find((one) => memberOf(one) === member)
    if (picked) onChange({ table: picked.table, column: picked.column, ...(isDate(picked) ? { grain: 'month' as const } : {}) })
  }
  if (!value)
    return (
      <Well label={label} hint={hint}>
        <Picker
          label={label}
          options={options}
          value={null}
          onPick={pick}
          none={text.noFields}
          trigger={
            <Button size="small" className="justify-self-start">
              <Plus size={14} />
              {text.chooseField}
            </Button>
          }
        />
      </Well>
    )
  return (
    <Well label={label}>
      <div className="flex items-center gap-1.5">
        <div className="min-w-0 flex-1">
          <Picker label={label} options={options} value={memberOf(value)} onPick={pick} none={text.noFields} />
        </div>
        {(value.grain || (field && isDate(field))) && (
          <Select
            aria-label={text.grain}
            value={value.grain ?? ''}
            onChange={({ target }) => {
              const { grain: _, ...plain } = value
              onChange(target.value === '' ? plain : { ...plain, grain: target.value as NonNullable<QueryDimension['grain']> })
            }}
          >
            <option value="">{text.grains.none}</option>
            {GRAINS.map((grain) => (
              <option key={grain} value={grain}>
                {text.grains[grain]}
              </option>
            ))}
            {value.grain && !(GRAINS as readonly string[]).includes(value.grain) && <option value={value.grain}>{value.grain.replaceAll('_', ' ')}</option>}
          </Select>
        )}
        <IconButton label={text.remove(label)} onClick={() => onChange(null)}>
          <X size={14} />
        </IconButton>
      </div>
    </Well>
  )
}

const GRAINS = ['day', 'week', 'month', 'quarter', 'year'] as const

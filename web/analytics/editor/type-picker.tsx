import type { ChartType } from '#web/api/analytics.gen.ts'
import { text as shared } from '#web/text/analytics.ts'
import { text } from '#web/text/charts.ts'
import { SelectField } from '#web/ui/field.tsx'
import { CHART_TYPES } from '../search.ts'

type TypePickerProps = {
  type: ChartType | null
  shown: ChartType | undefined
  suggested: ChartType[]
  error: string | null
  onChange: (type: ChartType | null) => void
}

/** How the result is drawn: the types that suit it first. */
export function TypePicker({ type, shown, suggested, error, onChange }: TypePickerProps) {
  const others = CHART_TYPES.filter((one) => !suggested.includes(one))
  return (
    <SelectField label={text.chartType} value={type ?? ''} error={error} onChange={({ target }) => onChange((target.value || null) as ChartType | null)}>
      <option value="">{shown && type === null ? `${text.auto}: ${shared.types[shown]}` : text.auto}</option>
      <optgroup label={text.suggested}>
        {suggested.map((one) => (
          <option key={one} value={one}>
            {shared.types[one]}
          </option>
        ))}
      </optgroup>
      <optgroup label={text.others}>
        {others.map((one) => (
          <option key={one} value={one}>
            {shared.types[one]}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}

import { useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { useRead } from '#web/api/paths.ts'
import type { Description, TermFix } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { useSource } from './use-source.ts'

const AGGREGATIONS = ['sum', 'avg', 'median', 'count', 'count_distinct', 'min', 'max'] as const

type Props = { term: string; busy: boolean; error: ApiFailure | null; onClose: () => void; onSubmit: (fix: TermFix) => void }

/** A word as the name of a measure that is defined here. */
export function MeasureFromTerm({ term, busy, error, onClose, onSubmit }: Props) {
  const { source } = useSource()
  const { data: tables = [] } = useRead<Description[]>(`/semantic/descriptions?datasource_id=${source.id}&object_type=table&page_size=500`)
  const [chosen, setTable] = useState('')
  const [aggregation, setAggregation] = useState<(typeof AGGREGATIONS)[number]>('sum')
  const [expression, setExpression] = useState('')
  const table = chosen || (tables[0]?.table_name ?? '')
  return (
    <FormDialog
      title={words.defineTerm(term)}
      open
      onClose={onClose}
      busy={busy}
      error={error}
      disabled={table === '' || (expression === '' && aggregation !== 'count')}
      onSubmit={() => onSubmit({ kind: 'formula', table, aggregation, expression: expression || null })}
    >
      <SelectField label={words.table} value={table} onChange={({ target }) => setTable(target.value)}>
        {tables.map(({ id, table_name, label }) => (
          <option key={id} value={table_name}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.aggregation}
        value={aggregation}
        onChange={({ target }) => setAggregation(AGGREGATIONS.find((one) => one === target.value) ?? 'sum')}
      >
        {AGGREGATIONS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.expression}
        className="font-mono text-xs"
        spellCheck={false}
        value={expression}
        onChange={({ target }) => setExpression(target.value)}
      />
    </FormDialog>
  )
}

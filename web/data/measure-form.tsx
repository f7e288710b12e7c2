import { useState } from 'react'
import { post, put, useChange } from '#web/api/paths.ts'
import type { Measure } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { useTables } from './columns.ts'
import { useSource } from './use-source.ts'

const AGGREGATIONS = ['sum', 'avg', 'median', 'min', 'max', 'count', 'count_distinct']

export function MeasureForm({ measure, onClose }: { measure: Measure | null; onClose: () => void }) {
  const { source } = useSource()
  const tables = useTables()
  const [name, setName] = useState(measure?.name ?? '')
  const [title, setTitle] = useState(measure?.title ?? '')
  const [table, setTable] = useState(measure?.table_name ?? '')
  const [aggregation, setAggregation] = useState<string>(measure?.aggregation ?? 'sum')
  const [expression, setExpression] = useState(measure?.expression ?? '')
  const [unit, setUnit] = useState(measure?.unit ?? '')
  const [synonyms, setSynonyms] = useState(measure?.synonyms.join(', ') ?? '')
  const save = useChange(() => {
    const facts = {
      name,
      ...(title ? { title } : {}),
      table_name: table,
      aggregation,
      expression: expression.trim() || null,
      unit: unit.trim() || null,
      synonyms: synonyms
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    }
    return measure ? put(`/semantic/measures/${measure.id}`, facts, measure.revision) : post('/semantic/measures', { datasource_id: source.id, ...facts })
  }, ['/semantic/measures'])
  const { error } = save
  const at = (param: string) => (error?.param === param ? error.message : null)
  return (
    <FormDialog
      title={measure ? measure.title : words.addMeasure}
      open
      onClose={onClose}
      busy={save.isPending}
      error={error}
      disabled={!name || !table}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.name} required value={name} error={at('name')} onChange={({ target }) => setName(target.value)} placeholder="revenue" />
        <TextField label={words.label} value={title} onChange={({ target }) => setTitle(target.value)} placeholder="Revenue" />
        <SelectField label={words.table} value={table} onChange={({ target }) => setTable(target.value)}>
          <option value="" />
          {tables.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </SelectField>
        <SelectField label={words.aggregation} value={aggregation} onChange={({ target }) => setAggregation(target.value)}>
          {AGGREGATIONS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={words.expression}
        hint={words.expressionHint}
        className="font-mono"
        value={expression}
        error={at('expression')}
        onChange={({ target }) => setExpression(target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.unit} value={unit} onChange={({ target }) => setUnit(target.value)} />
        <TextField label={words.synonyms} value={synonyms} onChange={({ target }) => setSynonyms(target.value)} />
      </div>
    </FormDialog>
  )
}

import { useState } from 'react'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import type { Cardinality, Measure, Relationship } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { useTables } from './columns.ts'
import { MeasureForm } from './measure-form.tsx'
import { useSource } from './use-source.ts'

export function Model() {
  return (
    <div className="grid gap-4">
      <Measures />
      <Joins />
    </div>
  )
}

function Measures() {
  const { source, mayEdit } = useSource()
  const { data: measures, error } = useRead<Measure[]>(`/semantic/measures?datasource_id=${source.id}&page_size=500`)
  const [editing, setEditing] = useState<Measure | 'new' | null>(null)
  const end = useChange((id: string) => remove(`/semantic/measures/${id}`), ['/semantic/measures'])
  const accept = useChange((id: string) => post(`/semantic/measures/${id}/accept`), ['/semantic/measures'])
  const action = mayEdit && (
    <Button size="small" onClick={() => setEditing('new')}>
      {words.addMeasure}
    </Button>
  )
  return (
    <Section title={words.measures} actions={action}>
      {error && <FailureNote error={error} />}
      {measures?.length === 0 && <p className="text-sm text-muted">{words.noMeasures}</p>}
      {measures && measures.length > 0 && (
        <Table
          label={words.measures}
          head={[{ text: words.name }, { text: words.expression }, { text: words.synonyms }, { text: words.unit }, { text: common.more, hidden: true }]}
        >
          {measures.map((measure) => (
            <tr key={measure.id}>
              <Cell>
                {measure.title}
                <span className="block font-mono text-xs text-muted">{measure.name}</span>
                {measure.is_suggested && <Badge tone="accent">{words.suggested}</Badge>}
                {measure.is_suggested && measure.description && <span className="block max-w-md text-xs text-muted">{measure.description}</span>}
                {measure.is_orphaned && <Badge tone="bad">{words.orphaned}</Badge>}
              </Cell>
              <Cell className="font-mono text-xs">
                {measure.aggregation ?? ''}({measure.expression ?? '*'}) · {measure.table_name}
              </Cell>
              <Cell className="text-muted">{measure.synonyms.join(', ')}</Cell>
              <Cell>{measure.unit}</Cell>
              <Cell right>
                {mayEdit && measure.is_suggested && (
                  <Button size="small" onClick={() => accept.mutate(measure.id)}>
                    {words.accept}
                  </Button>
                )}
                {mayEdit && (
                  <RowMenu
                    label={common.more}
                    items={[
                      { text: common.edit, run: () => setEditing(measure) },
                      { text: common.delete, danger: true, run: () => end.mutate(measure.id) },
                    ]}
                  />
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {(accept.error ?? end.error) && <FailureNote error={(accept.error ?? end.error) as Error} />}
      {editing && <MeasureForm measure={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}

function Joins() {
  const { source, mayEdit } = useSource()
  const { data: joins, error } = useRead<Relationship[]>(`/semantic/relationships?datasource_id=${source.id}&page_size=500`)
  const [adding, setAdding] = useState(false)
  const end = useChange((id: string) => remove(`/semantic/relationships/${id}`), ['/semantic/relationships'])
  const action = mayEdit && (
    <Button size="small" onClick={() => setAdding(true)}>
      {words.addRelationship}
    </Button>
  )
  const side = (table: string, columns: string[]) => `${table}.${columns.join(', ')}`
  return (
    <Section title={words.relationships} actions={action}>
      {error && <FailureNote error={error} />}
      {joins?.length === 0 && <p className="text-sm text-muted">{words.noRelationships}</p>}
      {joins && joins.length > 0 && (
        <Table
          label={words.relationships}
          head={[{ text: words.from }, { text: words.to }, { text: words.cardinality }, { text: words.state }, { text: common.more, hidden: true }]}
        >
          {joins.map((join) => (
            <tr key={join.id}>
              <Cell className="font-mono text-xs">{side(join.from_table, join.from_columns)}</Cell>
              <Cell className="font-mono text-xs">{side(join.to_table, join.to_columns)}</Cell>
              <Cell className="whitespace-nowrap">{words.cardinalities[join.cardinality]}</Cell>
              <Cell>
                <span title={join.evidence ?? ''}>
                  <Badge tone={join.is_orphaned ? 'bad' : join.source === 'inferred' ? 'warn' : 'neutral'}>
                    {join.is_orphaned ? words.orphaned : words.sourceOfJoin[join.source]}
                    {join.confidence !== null && ` ${Math.round(join.confidence * 100)} %`}
                  </Badge>
                </span>
              </Cell>
              <Cell right>{mayEdit && <RowMenu label={common.more} items={[{ text: common.delete, danger: true, run: () => end.mutate(join.id) }]} />}</Cell>
            </tr>
          ))}
        </Table>
      )}
      {end.error && <FailureNote error={end.error} />}
      {adding && <NewJoin onClose={() => setAdding(false)} />}
    </Section>
  )
}

function NewJoin({ onClose }: { onClose: () => void }) {
  const { source } = useSource()
  const tables = useTables()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [cardinality, setCardinality] = useState<Cardinality>('many_to_one')
  const create = useChange(() => {
    const [from_table, from_column] = from.split('\u0000')
    const [to_table, to_column] = to.split('\u0000')
    return post('/semantic/relationships', {
      datasource_id: source.id,
      from_table,
      from_columns: [from_column],
      to_table,
      to_columns: [to_column],
      cardinality,
    })
  }, ['/semantic/relationships'])
  const choices = tables.map(({ name, columns }) => (
    <optgroup key={name} label={name}>
      {columns.map((column) => (
        <option key={column} value={`${name}\u0000${column}`}>
          {name}.{column}
        </option>
      ))}
    </optgroup>
  ))
  return (
    <FormDialog
      title={words.addRelationship}
      open
      onClose={onClose}
      busy={create.isPending}
      error={create.error}
      disabled={!from || !to}
      onSubmit={() => create.mutate(undefined, { onSuccess: onClose })}
    >
      <SelectField label={words.from} value={from} onChange={({ target }) => setFrom(target.value)}>
        <option value="" />
        {choices}
      </SelectField>
      <SelectField label={words.to} value={to} onChange={({ target }) => setTo(target.value)}>
        <option value="" />
        {choices}
      </SelectField>
      <SelectField label={words.cardinality} value={cardinality} onChange={({ target }) => setCardinality(target.value as Cardinality)}>
        {Object.entries(words.cardinalities).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

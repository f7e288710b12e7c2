import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text as charts } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { Button } from '#web/ui/button.tsx'
import { Check, Field, SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { isDate, isNumber, memberOf, optionsOf, useFields } from '../fields.ts'
import { type Board, type Filter, hasChart, labelOf } from './board.ts'
import { freshId } from './layout.ts'

type FilterDialogProps = {
  board: Board
  filter: Filter | undefined
  onSave: (filter: Filter, hasTile: boolean) => void
  onRemove: (id: string) => void
  onClose: () => void
}

const TYPES = ['list', 'range', 'date', 'text'] as const
const FIRST = { list: 'equals', range: 'between', date: 'between', text: 'contains' } as const

/** What a filter offers, what it holds at first, and which tiles it cuts. */
export function FilterDialog({ board, filter, onSave, onRemove, onClose }: FilterDialogProps) {
  const tiles = board.layout.filter(hasChart)
  const sources = useSources([...new Set(tiles.map(({ chart_id }) => chart_id))])
  const { fields } = useFields(sources)
  const [draft, setDraft] = useState<Filter>(filter ?? blank(board))
  const set = (next: Partial<Filter>) => setDraft((before) => ({ ...before, ...next }))
  const [values, setValues] = useState(draft.values.join(', '))
  const [hasTile, setHasTile] = useState(filter ? board.layout.some((tile) => tile.filter === filter.id) : false)
  const except = new Set(draft.scope.tiles?.length ? tiles.map(({ id }) => id).filter((id) => !draft.scope.tiles?.includes(id)) : draft.scope.except)
  const others = board.filters.filter(({ id }) => id !== draft.id)
  function pick(member: string) {
    const field = fields.find((one) => memberOf(one) === member)
    const type = field && isDate(field) ? 'date' : field && isNumber(field) && !field.isKey ? 'range' : 'list'
    set({ member, type, operator: FIRST[type], ...(draft.label === '' && field ? { label: capitalised(field.label || field.column) } : {}) })
  }
  function submit() {
    onSave({ ...draft, values: valuesOf(values, draft.type), scope: except.size > 0 ? { except: [...except] } : {} }, hasTile)
    onClose()
  }
  return (
    <FormDialog
      title={filter ? labelOf(filter) : text.newFilter}
      open
      onClose={onClose}
      onSubmit={submit}
      busy={false}
      error={null}
      action={common.done}
      disabled={draft.member === ''}
    >
      <Field label={charts.field}>
        {() => (
          <Picker
            label={charts.field}
            options={optionsOf(fields)}
            value={draft.member || null}
            onPick={pick}
            placeholder={charts.chooseField}
            none={charts.noFields}
          />
        )}
      </Field>
      <TextField label={text.label} maxLength={200} value={draft.label} onChange={({ target }) => set({ label: target.value })} />
      <SelectField
        label={text.filterType}
        value={draft.type}
        onChange={({ target }) => {
          const type = target.value as Filter['type']
          set({ type, operator: FIRST[type] })
        }}
      >
        {TYPES.map((type) => (
          <option key={type} value={type}>
            {text.filterTypes[type]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={text.firstValues}
        hint={draft.type === 'date' ? text.firstDatesHint : charts.valuesHint}
        value={values}
        onChange={({ target }) => setValues(target.value)}
      />
      <Check label={text.isRequired} hint={text.isRequiredHint} checked={draft.required} onChange={({ target }) => set({ required: target.checked })} />
      <Check label={text.ownTile} hint={text.ownTileHint} checked={hasTile} onChange={({ target }) => setHasTile(target.checked)} />
      {others.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 text-sm font-medium">{text.dependsOn}</legend>
          {others.map((other) => (
            <Check
              key={other.id}
              label={labelOf(other)}
              checked={draft.depends_on.includes(other.id)}
              onChange={({ target }) =>
                set({ depends_on: target.checked ? [...draft.depends_on, other.id] : draft.depends_on.filter((id) => id !== other.id) })
              }
            />
          ))}
        </fieldset>
      )}
      {tiles.length > 0 && (
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 text-sm font-medium">{text.scope}</legend>
          {tiles.map((tile) => (
            <TileCheck
              key={tile.id}
              chartId={tile.chart_id}
              title={tile.title}
              isIn={!except.has(tile.id)}
              onChange={(isIn) => set({ scope: { except: isIn ? [...except].filter((id) => id !== tile.id) : [...except, tile.id] } })}
            />
          ))}
        </fieldset>
      )}
      {filter && (
        <Button
          variant="danger"
          className="justify-self-start"
          onClick={() => {
            onRemove(filter.id)
            onClose()
          }}
        >
          {text.removeFilter}
        </Button>
      )}
    </FormDialog>
  )
}

function TileCheck({ chartId, title, isIn, onChange }: { chartId: string; title: string | undefined; isIn: boolean; onChange: (isIn: boolean) => void }) {
  const [chart] = useQueries({ queries: [queryOf('chart', 'GET /analytics/charts/{chart_id}', { path: { chart_id: chartId } })] })
  return <Check label={title ?? chart.data?.title ?? chartId} checked={isIn} onChange={({ target }) => onChange(target.checked)} />
}

/** The data sources of charts. */
const useSources = (chartIds: string[]): string[] =>
  useQueries({
    queries: chartIds.map((id) => queryOf('chart', 'GET /analytics/charts/{chart_id}', { path: { chart_id: id } })),
    combine: (read) => [...new Set(read.flatMap(({ data }) => data?.datasource_id ?? []))],
  })

const blank = ({ filters }: Board): Filter => ({
  id: freshId(
    'filter',
    filters.map(({ id }) => id),
  ),
  type: 'list',
  datasource_id: null,
  member: '',
  operator: 'equals',
  values: [],
  label: '',
  required: false,
  depends_on: [],
  scope: {},
})

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

const valuesOf = (typed: string, type: Filter['type']): Filter['values'] =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => (type === 'range' && Number.isFinite(Number(part)) ? Number(part) : part))

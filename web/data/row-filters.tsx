import { useState } from 'react'
import type { Group, User } from '#web/api/core.gen.ts'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import type { FilterOperator, RowFilter, RowFilterReach, RowFilterRelatedTable } from '#web/api/semantic.gen.ts'
import { text as comparisons } from '#web/text/charts.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { useTables } from './columns.ts'
import { RelatedTables } from './related-tables.tsx'
import { useSource } from './use-source.ts'

const OPERATORS: FilterOperator[] = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_or_equal',
  'less_than',
  'less_or_equal',
  'between',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'is_empty',
  'is_not_empty',
]
const WITHOUT_VALUES = new Set<FilterOperator>(['is_empty', 'is_not_empty'])
const STALE = ['/semantic/filters', '/semantic/datasources']

const conditionText = ({ table_name, condition }: RowFilter): string =>
  `${table_name}.${condition.member} ${comparisons.operators[condition.operator]} ${(condition.values ?? []).join(', ')}`

export function RowFilters() {
  const { source } = useSource()
  const { data: filters, error } = useRead<RowFilter[]>(`/semantic/filters?datasource_id=${source.id}&page_size=500`)
  const { data: groups } = useRead<Group[]>('/core/groups?page_size=500')
  const { data: users } = useRead<User[]>('/core/users?page_size=500')
  const [editing, setEditing] = useState(false)
  const turn = useChange((filter: RowFilter) => put(`/semantic/filters/${filter.id}`, { is_enabled: !filter.is_enabled }, filter.revision), STALE)
  const widen = useChange(
    (filter: RowFilter) => put(`/semantic/filters/${filter.id}`, { reach: filter.reach === 'related' ? 'table' : 'related' }, filter.revision),
    STALE,
  )
  const end = useChange((id: string) => remove(`/semantic/filters/${id}`), STALE)
  const who = ({ applies_to }: RowFilter): string =>
    applies_to.everyone
      ? words.everyone
      : [
          ...(applies_to.groups ?? []).map((id) => groups?.find((group) => group.id === id)?.name ?? id),
          ...(applies_to.users ?? []).map((id) => users?.find((user) => user.id === id)?.name ?? id),
        ].join(', ')
  return (
    <Section
      title={words.rowFilters}
      actions={
        <Button size="small" onClick={() => setEditing(true)}>
          {words.addFilter}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="max-w-3xl text-sm text-muted">{words.rowFiltersText}</p>
        {error && <FailureNote error={error} />}
        {filters?.length === 0 && <p className="text-sm">{words.noFilters}</p>}
        {filters && filters.length > 0 && (
          <Table
            label={words.rowFilters}
            head={[{ text: words.rowFilters }, { text: words.appliesTo }, { text: words.state }, { text: common.more, hidden: true }]}
          >
            {filters.map((filter) => (
              <tr key={filter.id}>
                <Cell className="font-mono text-xs">
                  {conditionText(filter)}
                  {filter.is_orphaned && <span className="block font-sans text-bad">{words.orphaned}</span>}
                </Cell>
                <Cell>
                  {who(filter)}
                  <RelatedTables reach={filter.reach} tables={filter.related_tables} isStored />
                </Cell>
                <Cell>
                  <Badge tone={filter.is_enabled ? 'ok' : 'neutral'}>{filter.is_enabled ? words.enabled : words.off}</Badge>
                </Cell>
                <Cell right>
                  <RowMenu
                    label={common.more}
                    items={[
                      { text: filter.is_enabled ? words.disable : words.enable, run: () => turn.mutate(filter) },
                      { text: filter.reach === 'related' ? words.reachTable : words.reachRelated, run: () => widen.mutate(filter) },
                      { text: common.delete, danger: true, run: () => end.mutate(filter.id) },
                    ]}
                  />
                </Cell>
              </tr>
            ))}
          </Table>
        )}
        {(turn.error ?? widen.error ?? end.error) && <FailureNote error={(turn.error ?? widen.error ?? end.error) as Error} />}
      </div>
      {editing && <NewFilter onClose={() => setEditing(false)} groups={groups ?? []} users={users ?? []} />}
    </Section>
  )
}

function NewFilter({ onClose, groups, users }: { onClose: () => void; groups: Group[]; users: User[] }) {
  const { source } = useSource()
  const tables = useTables()
  const [table, setTable] = useState('')
  const [column, setColumn] = useState('')
  const [operator, setOperator] = useState<FilterOperator>('equals')
  const [values, setValues] = useState('')
  const [who, setWho] = useState('everyone')
  const [reach, setReach] = useState<RowFilterReach>('table')
  const { data: related } = useRead<RowFilterRelatedTable[]>(table ? `/semantic/datasources/${source.id}/tables/${encodeURIComponent(table)}/related` : null)
  const create = useChange(() => {
    const [kind, id] = who.split(' ')
    const applies_to = kind === 'everyone' ? { everyone: true } : { [`${kind}s`]: [id] }
    const list = values
      .split(',')
      .map((value) => value.trim())
      .filter(Boolean)
    const condition = { member: column, operator, ...(WITHOUT_VALUES.has(operator) ? {} : { values: list }) }
    return post('/semantic/filters', { datasource_id: source.id, table_name: table, condition, applies_to, reach })
  }, STALE)
  return (
    <FormDialog
      title={words.addFilter}
      open
      onClose={onClose}
      busy={create.isPending}
      error={create.error}
      disabled={!table || !column}
      onSubmit={() => create.mutate(undefined, { onSuccess: onClose })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={words.table} value={table} onChange={({ target }) => setTable(target.value)}>
          <option value="" />
          {tables.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField label={words.column} value={column} onChange={({ target }) => setColumn(target.value)}>
          <option value="" />
          {tables
            .find(({ name }) => name === table)
            ?.columns.map((name) => (
              <option key={name}>{name}</option>
            ))}
        </SelectField>
      </div>
      <SelectField label={words.operator} value={operator} onChange={({ target }) => setOperator(target.value as FilterOperator)}>
        {OPERATORS.map((name) => (
          <option key={name} value={name}>
            {comparisons.operators[name]}
          </option>
        ))}
      </SelectField>
      {!WITHOUT_VALUES.has(operator) && (
        <TextField label={words.values} hint={words.valuesHint} required value={values} onChange={({ target }) => setValues(target.value)} />
      )}
      <SelectField label={words.appliesTo} value={who} onChange={({ target }) => setWho(target.value)}>
        <option value="everyone">{words.everyone}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={`group ${id}`}>
            {words.group}: {name}
          </option>
        ))}
        {users.map(({ id, name }) => (
          <option key={id} value={`user ${id}`}>
            {words.person}: {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.reach} hint={words.reachHint} value={reach} onChange={({ target }) => setReach(target.value as RowFilterReach)}>
        <option value="table">{words.reachTable}</option>
        <option value="related">{words.reachRelated}</option>
      </SelectField>
      <div aria-live="polite">{table && related && <RelatedTables reach={reach} tables={related} isStored={false} />}</div>
    </FormDialog>
  )
}

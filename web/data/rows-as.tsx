import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text as words } from '#web/text/data.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Section } from '#web/ui/page.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { useTables } from './columns.ts'
import { TableRows } from './table-rows.tsx'
import { useSource } from './use-source.ts'

/** A table through the eyes of a person or a group, with the rows that row filters leave them. */
export function RowsAs() {
  const { source } = useSource()
  const tables = useTables()
  const { data: ways } = useQuery(
    queryOf('datasource', 'GET /semantic/datasources/{datasource_id}/access', { path: { datasource_id: source.id }, query: { page_size: 500 } }),
  )
  const [viewer, setViewer] = useState<string | null>(null)
  const [chosen, setTable] = useState('')
  const table = chosen || tables[0]?.name
  const [kind, id] = viewer?.split(' ') ?? []
  // Somebody may have access in several ways.
  const people = new Map(
    (ways ?? []).flatMap(({ principal_type: type, principal_id: of, name, through }) =>
      type !== 'everyone' && through !== 'chart' && through !== 'dashboard' ? [[`${type} ${of}`, { name, type }]] : [],
    ),
  )
  const options = [...people].map(([key, { name, type }]) => ({ id: key, label: name, group: type === 'group' ? words.groups : words.people }))
  return (
    <Section title={words.rowsAs}>
      <div className="grid gap-4">
        <p className="max-w-3xl text-sm text-muted">{words.rowsAsText}</p>
        <div className="grid max-w-2xl items-end gap-4 sm:grid-cols-2">
          <div className="grid gap-1">
            <span className="text-sm font-medium">{words.lookAs}</span>
            <Picker
              label={words.lookAs}
              options={options.toSorted((one, other) => one.group.localeCompare(other.group))}
              value={viewer}
              onPick={setViewer}
              placeholder={words.personOrGroup}
              none={words.nobodyFound}
            />
          </div>
          <SelectField label={words.table} value={table ?? ''} onChange={({ target }) => setTable(target.value)}>
            {tables.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
        {id && table && <TableRows sourceId={source.id} table={table} viewer={kind === 'user' ? { user_id: id } : { group_id: id }} />}
      </div>
    </Section>
  )
}

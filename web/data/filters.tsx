import { type FormEvent, useState } from 'react'
import { put, useChange, useRead } from '#web/api/paths.ts'
import type { TableSchema } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { Section } from '#web/ui/page.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { RowFilters } from './row-filters.tsx'
import { RowsAs } from './rows-as.tsx'
import { useSource } from './use-source.ts'

export function Filters() {
  const { source, mayEdit, owns } = useSource()
  return (
    <div className="grid gap-4">
      <Tables key={source.revision} />
      {mayEdit && <RowFilters />}
      {owns && source.last_extraction_at !== null && <RowsAs />}
    </div>
  )
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const matches = (pattern: string, name: string): boolean =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(name)

/** Which tables are served, with how many that leaves while one types. */
function Tables() {
  const { source, mayEdit } = useSource()
  const { data: tables } = useRead<TableSchema[]>(mayEdit ? `/semantic/datasources/${source.id}/tables` : null)
  const [include, setInclude] = useState((source.tables.include ?? []).join('\n'))
  const [exclude, setExclude] = useState((source.tables.exclude ?? []).join('\n'))
  const choice = { include: lines(include), exclude: lines(exclude) }
  const kept = tables?.filter(
    ({ name }) =>
      (choice.include.length === 0 || choice.include.some((pattern) => matches(pattern, name))) && !choice.exclude.some((pattern) => matches(pattern, name)),
  )
  const save = useChange(() => put(`/semantic/datasources/${source.id}`, { tables: choice }, source.revision), ['/semantic'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined, { onSuccess: () => tell(common.saved) })
  }
  return (
    <Section title={words.tableChoice}>
      <form className="grid gap-3" onSubmit={submit}>
        <p className="text-sm text-muted">{words.tableChoiceText}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextAreaField label={words.include} rows={3} disabled={!mayEdit} value={include} onChange={({ target }) => setInclude(target.value)} />
          <TextAreaField label={words.exclude} rows={3} disabled={!mayEdit} value={exclude} onChange={({ target }) => setExclude(target.value)} />
        </div>
        {save.error && <FailureNote error={save.error} />}
        {mayEdit && (
          <div className="flex items-center gap-3">
            <Button type="submit" variant="primary" disabled={save.isPending}>
              {common.save}
            </Button>
            {tables && kept && <span className="text-sm tabular-nums text-muted">{words.chosen(kept.length, tables.length)}</span>}
          </div>
        )}
      </form>
    </Section>
  )
}

import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import type { Hierarchy, HierarchyLevel } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Empty, Loading } from '#web/ui/page.tsx'
import { useTables } from './columns.ts'
import { useSource } from './use-source.ts'

const STALE = ['/semantic/hierarchies']
const nameOf = ({ table_name, column_name }: HierarchyLevel) => `${table_name}.${column_name}`

export function Hierarchies() {
  const { source, mayEdit } = useSource()
  const { data: hierarchies, error } = useRead<Hierarchy[]>(`/semantic/hierarchies?datasource_id=${source.id}&page_size=500`)
  const [editing, setEditing] = useState<Hierarchy | 'new' | null>(null)
  const accept = useChange((id: string) => post(`/semantic/hierarchies/${id}/accept`), STALE)
  const end = useChange((id: string) => remove(`/semantic/hierarchies/${id}`), STALE)
  const add = mayEdit && (
    <Button variant="primary" onClick={() => setEditing('new')}>
      {words.addHierarchy}
    </Button>
  )
  return (
    <div className="grid max-w-3xl gap-4">
      {error && <FailureNote error={error} />}
      {!hierarchies && !error && <Loading />}
      {hierarchies?.length === 0 && (
        <Empty title={words.noHierarchies} text={words.noHierarchiesText}>
          {add}
        </Empty>
      )}
      {hierarchies && hierarchies.length > 0 && <div>{add}</div>}
      <ul className="grid gap-3">
        {hierarchies?.map((hierarchy) => (
          <li key={hierarchy.id} className="rounded-[10px] border border-line bg-surface p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="flex items-center gap-2 font-medium">
                {hierarchy.title}
                {hierarchy.is_suggested && <Badge tone="accent">{words.suggested}</Badge>}
                {hierarchy.is_orphaned && <Badge tone="bad">{words.orphaned}</Badge>}
              </h2>
              {mayEdit && (
                <div className="flex gap-2">
                  {hierarchy.is_suggested && (
                    <Button size="small" onClick={() => accept.mutate(hierarchy.id)}>
                      {words.accept}
                    </Button>
                  )}
                  <Button size="small" onClick={() => setEditing(hierarchy)}>
                    {common.edit}
                  </Button>
                  <Button size="small" variant="ghost" onClick={() => end.mutate(hierarchy.id)}>
                    {common.delete}
                  </Button>
                </div>
              )}
            </div>
            <ol className="mt-2 text-sm">
              {hierarchy.levels.map((level, depth) => (
                <li key={nameOf(level)} className="flex items-center gap-2 py-0.5" style={{ paddingLeft: depth * 18 }}>
                  <span className="text-faint" aria-hidden="true">
                    {depth === 0 ? '' : '└'}
                  </span>
                  <span className="font-mono text-xs">{nameOf(level)}</span>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      {(accept.error ?? end.error) && <FailureNote error={(accept.error ?? end.error) as Error} />}
      {editing && <Editor hierarchy={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

function Editor({ hierarchy, onClose }: { hierarchy: Hierarchy | null; onClose: () => void }) {
  const { source } = useSource()
  const tables = useTables()
  const [title, setTitle] = useState(hierarchy?.title ?? '')
  const [levels, setLevels] = useState<HierarchyLevel[]>(hierarchy?.levels ?? [])
  const [next, setNext] = useState('')
  const save = useChange(() => {
    if (hierarchy) return put(`/semantic/hierarchies/${hierarchy.id}`, { title, levels }, hierarchy.revision)
    const name = title
      .trim()
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
    return post('/semantic/hierarchies', { datasource_id: source.id, name: name || 'hierarchy', title, levels })
  }, STALE)
  const move = (index: number, by: number) => {
    const moved = [...levels]
    const [level] = moved.splice(index, 1)
    if (level) moved.splice(index + by, 0, level)
    setLevels(moved)
  }
  const add = (text: string) => {
    setNext('')
    const [table_name = '', column_name = ''] = text.split('\u0000')
    if (column_name) setLevels([...levels, { table_name, column_name }])
  }
  return (
    <FormDialog
      title={hierarchy ? hierarchy.title : words.addHierarchy}
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={levels.length < 2 || !title.trim()}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      <TextField label={words.name} required value={title} onChange={({ target }) => setTitle(target.value)} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-sm font-medium">{words.levelsTitle}</legend>
        <ol className="grid gap-1">
          {levels.map((level, index) => (
            <li key={nameOf(level)} className="flex items-center justify-between gap-2 rounded-md bg-sunken px-2 py-1">
              <span className="truncate font-mono text-xs">{nameOf(level)}</span>
              <span className="flex">
                <IconButton label={words.up(nameOf(level))} disabled={index === 0} onClick={() => move(index, -1)}>
                  <ArrowUp size={14} />
                </IconButton>
                <IconButton label={words.down(nameOf(level))} disabled={index === levels.length - 1} onClick={() => move(index, 1)}>
                  <ArrowDown size={14} />
                </IconButton>
                <IconButton label={words.removeLevel(nameOf(level))} onClick={() => setLevels(levels.filter((one) => one !== level))}>
                  <X size={14} />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
        <SelectField label={words.addLevel} value={next} onChange={({ target }) => add(target.value)}>
          <option value="" />
          {tables.map(({ name, columns }) => (
            <optgroup key={name} label={name}>
              {columns
                .filter((column) => !levels.some(({ table_name, column_name }) => table_name === name && column_name === column))
                .map((column) => (
                  <option key={column} value={`${name}\u0000${column}`}>
                    {column}
                  </option>
                ))}
            </optgroup>
          ))}
        </SelectField>
      </fieldset>
    </FormDialog>
  )
}

import { type FormEvent, useState } from 'react'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField } from '#web/ui/field.tsx'

type Named = { id: string; name?: string; title?: string }
type AssignedProps = {
  group: string
  /** Where the pairs stand, and the member that names the other half. */
  path: string
  member: 'user_id' | 'model_id' | 'prompt_id' | 'datasource_id'
  /** What there is to choose from, or where it is read. */
  choices?: Named[] | undefined
  read?: string
  /** They are only shown. */
  isFixed?: boolean
}

/** What a group has of one kind, with a way to add and to take. */
export function Assigned({ group, path, member, choices, read, isFixed = false }: AssignedProps) {
  const { data: pairs } = useRead<({ id: string } & Record<string, string>)[]>(`${path}?group_id=${group}&page_size=500`)
  const { data: found } = useRead<Named[]>(read ?? null)
  const [chosen, setChosen] = useState('')
  const stale = [path, '/core/groups', '/core/users']
  const give = useChange(() => post(path, { group_id: group, [member]: chosen }), stale)
  const take = useChange((id: string) => remove(`${path}/${id}`), stale)
  const all = choices ?? found ?? []
  const nameOf = (id: string | undefined) => {
    const one = all.find((choice) => choice.id === id)
    return one?.name ?? one?.title ?? id
  }
  const free = all.filter(({ id }) => !pairs?.some((pair) => pair[member] === id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give.mutate(undefined, { onSuccess: () => setChosen('') })
  }
  return (
    <div className="grid gap-2">
      {pairs?.length === 0 && <p className="text-sm text-muted">{common.none}</p>}
      <ul className="divide-y divide-line text-sm">
        {pairs?.map((pair) => (
          <li key={pair.id} className="flex items-center justify-between gap-2 py-1">
            <span className="min-w-0 truncate">{nameOf(pair[member])}</span>
            {!isFixed && (
              <Button size="small" variant="ghost" onClick={() => take.mutate(pair.id)}>
                {common.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {free.length > 0 && !isFixed && (
        <form className="flex items-end gap-2" onSubmit={submit}>
          <div className="min-w-0 flex-1">
            <SelectField label={common.add} value={chosen} onChange={({ target }) => setChosen(target.value)}>
              <option value="" />
              {free.map(({ id, name, title }) => (
                <option key={id} value={id}>
                  {name ?? title}
                </option>
              ))}
            </SelectField>
          </div>
          <Button type="submit" disabled={!chosen || give.isPending}>
            {words.give}
          </Button>
        </form>
      )}
      {(give.error ?? take.error) && <FailureNote error={(give.error ?? take.error) as Error} />}
    </div>
  )
}

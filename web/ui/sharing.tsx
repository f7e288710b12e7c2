import { type FormEvent, useState } from 'react'
import type { Group, User } from '#web/api/core.gen.ts'
import { post, query, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from './button.tsx'
import { FailureNote } from './failure-note.tsx'
import { SelectField } from './field.tsx'

type Held = { id: string; level: string; user_id?: string; group_id?: string }
type SharingProps = {
  /** The object's own path, below which it is shared. */
  path: string
  /** Where its grants are listed, to users and to groups. */
  lists: { users: string; groups: string }
  owns: boolean
}

/** Who has access to an object, and a form to give it. */
export function Sharing({ path, lists, owns }: SharingProps) {
  const { data: toUsers } = useRead<Held[]>(lists.users)
  const { data: toGroups } = useRead<Held[]>(lists.groups)
  const { data: users } = useRead<User[]>('/core/users?page_size=500')
  const { data: groups } = useRead<Group[]>('/core/groups?page_size=500')
  const [who, setWho] = useState('')
  const [level, setLevel] = useState('view')
  const stale = [lists.users.split('?')[0] ?? '', lists.groups.split('?')[0] ?? '']
  const give = useChange(async () => {
    const [kind, id] = who.split(' ')
    await post(`${path}/share/${kind}`, { [`${kind}_id`]: id, level })
    setWho('')
  }, stale)
  const take = useChange(({ kind, id }: { kind: 'user' | 'group'; id: string }) => remove(`${path}/share/${kind}${query({ [`${kind}_id`]: id })}`), stale)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    give.mutate(undefined)
  }
  const nameOf = (held: Held): string =>
    held.group_id
      ? (groups?.find(({ id }) => id === held.group_id)?.name ?? held.group_id)
      : (users?.find(({ id }) => id === held.user_id)?.name ?? held.user_id ?? '')
  const held = [...(toGroups ?? []), ...(toUsers ?? [])]
  return (
    <div className="grid gap-3">
      {held.length === 0 && <p className="text-sm text-muted">{owns ? words.noShares : words.noSharesOther}</p>}
      <ul className="divide-y divide-line text-sm">
        {held.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 truncate">
              {nameOf(one)}
              <span className="ml-2 text-xs text-muted">{one.group_id ? words.group : words.person}</span>
            </span>
            <span className="flex items-center gap-2 text-muted">
              {words.levels[one.level as 'view']}
              {owns && (
                <Button
                  size="small"
                  variant="ghost"
                  onClick={() => take.mutate(one.group_id ? { kind: 'group', id: one.group_id } : { kind: 'user', id: one.user_id ?? '' })}
                >
                  {common.remove}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {owns && (
        <form className="flex flex-wrap items-end gap-2" onSubmit={submit}>
          <div className="min-w-44 flex-1">
            <SelectField label={words.shareWith} value={who} required onChange={({ target }) => setWho(target.value)}>
              <option value="" />
              {groups && groups.length > 0 && (
                <optgroup label={words.group}>
                  {groups.map(({ id, name }) => (
                    <option key={id} value={`group ${id}`}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              )}
              {users && users.length > 0 && (
                <optgroup label={words.person}>
                  {users.map(({ id, name, email }) => (
                    <option key={id} value={`user ${id}`}>
                      {name} · {email}
                    </option>
                  ))}
                </optgroup>
              )}
            </SelectField>
          </div>
          <SelectField label={words.access} value={level} onChange={({ target }) => setLevel(target.value)}>
            {Object.entries(words.levels).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          <Button type="submit" disabled={!who || give.isPending}>
            {common.add}
          </Button>
        </form>
      )}
      {(give.error ?? take.error) && <FailureNote error={(give.error ?? take.error) as Error} />}
    </div>
  )
}

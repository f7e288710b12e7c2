import { useState } from 'react'
import type { Group, User } from '#web/api/core.gen.ts'
import type { ApiFailure } from '#web/api/failure.ts'
import { useMe } from '#web/api/me.ts'
import { open, type Page, post, put, query, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as accountWords } from '#web/text/account.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { text as signing } from '#web/text/signing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { toEach } from '#web/ui/each.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Input } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { fileName, saveFile } from '#web/ui/save-file.ts'
import { BulkBar, SelectAll, SelectOne, useSelection } from '#web/ui/selection.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { EraseUser } from './erase-user.tsx'
import { PasswordLink } from './password-link.tsx'
import { UserForm } from './user-form.tsx'

const TONES = { active: 'ok', invited: 'accent', disabled: 'neutral' } as const
const STALE = ['/core/users', '/core/groups']

/** Who is a member already stays one. */
function unlessThere(error: ApiFailure): void {
  if (error.status !== 409) throw error
}

export function Users() {
  const self = useMe()
  const [sought, setSought] = useState('')
  const [page, setPage] = useState(1)
  const [editing, setEditing] = useState<User | 'new' | null>(null)
  const [linking, setLinking] = useState<User | null>(null)
  const [erasing, setErasing] = useState<User | null>(null)
  const [ending, setEnding] = useState<User | null>(null)
  const [resetting, setResetting] = useState<User | null>(null)
  const { data, error } = useRead<Page<User>>(`/core/users/paginated${query({ page, page_size: 50, q: sought, sort: 'name', order: 'asc' })}`)
  const change = useChange(({ user, status }: { user: User; status: 'active' | 'disabled' }) => put(`/core/users/${user.id}`, { status }, user.revision), STALE)
  const end = useChange((id: string) => remove(`/core/users/${id}`), STALE)
  const save = useChange(async ({ id, name }: User) => {
    const response = await open('GET', `/core/users/${id}/export`)
    saveFile(await response.blob(), fileName(name, 'json'))
  }, [])
  const reset = useChange((id: string) => remove(`/core/users/${id}/second-factor`), STALE)
  const me = self?.id ?? ''
  const { data: groups } = useRead<Group[]>('/core/groups?page_size=500')
  const selection = useSelection(data?.items.flatMap(({ id }) => (id === me ? [] : [id])) ?? [])
  const to = (status: 'active' | 'disabled') => (ids: string[]) => void toEach('user', ids, (id) => put(`/core/users/${id}`, { status }))
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Input
          type="search"
          aria-label={words.searchUsers}
          placeholder={words.searchUsers}
          value={sought}
          onChange={({ target }) => {
            setSought(target.value)
            setPage(1)
          }}
          className="max-w-72"
        />
        <Button variant="primary" onClick={() => setEditing('new')}>
          {words.addUser}
        </Button>
      </div>
      {(error ?? change.error ?? save.error ?? reset.error) && <FailureNote error={(error ?? change.error ?? save.error ?? reset.error) as Error} />}
      {!data && !error && <Loading />}
      {data && (
        <Table
          label={words.tabs.users}
          head={[
            { text: common.selectAll, box: <SelectAll selection={selection} /> },
            { text: words.name },
            { text: words.role },
            { text: words.state },
            { text: words.lastSeen },
            { text: common.more, hidden: true },
          ]}
        >
          {data.items.map((user) => (
            <tr key={user.id}>
              <Cell className="w-10">{user.id !== me && <SelectOne selection={selection} id={user.id} name={user.name} />}</Cell>
              <Cell>
                <span className="font-medium">{user.name}</span>
                <span className="block text-xs text-muted">{user.email}</span>
              </Cell>
              <Cell>{accountWords.roles[user.role]}</Cell>
              <Cell>
                <Badge tone={TONES[user.status]}>{words.states[user.status]}</Badge>
              </Cell>
              <Cell>
                <Time at={user.last_active_at} />
              </Cell>
              <Cell right>
                <RowMenu
                  label={`${common.more}: ${user.name}`}
                  items={[
                    { text: common.edit, run: () => setEditing(user) },
                    { text: words.saveData, run: () => save.mutate(user) },
                    ...(user.id === me
                      ? []
                      : [
                          user.status === 'disabled'
                            ? { text: words.enable, run: () => change.mutate({ user, status: 'active' }) }
                            : { text: words.disable, run: () => change.mutate({ user, status: 'disabled' }) },
                          ...(user.status === 'disabled' ? [] : [{ text: words.passwordLink, run: () => setLinking(user) }]),
                          ...(user.status === 'active' ? [{ text: signing.reset, run: () => setResetting(user) }] : []),
                          { text: words.deleteUser, danger: true, run: () => setEnding(user) },
                          { text: words.erase, danger: true, run: () => setErasing(user) },
                        ]),
                  ]}
                />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <BulkBar
        selection={selection}
        actions={[
          { text: words.enable, run: to('active') },
          { text: words.disable, run: to('disabled') },
          ...(groups?.length
            ? [
                {
                  text: words.addToGroup,
                  options: groups.map(({ id, name }) => ({ id, label: name })),
                  run: (ids: string[], group_id: string) =>
                    void toEach('user', ids, (user_id) => post('/core/usergroups', { user_id, group_id }).catch(unlessThere)),
                },
              ]
            : []),
        ]}
      />
      {data && <Pager page={page} pages={data.total_pages} total={data.total} go={setPage} />}
      {editing && <UserForm user={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {erasing && <EraseUser user={erasing} onClose={() => setErasing(null)} />}
      {linking && <PasswordLink user={linking} onClose={() => setLinking(null)} />}
      <Confirm
        open={resetting !== null}
        onClose={() => setResetting(null)}
        title={signing.reset}
        text={signing.resetText(resetting?.name ?? '')}
        action={signing.reset}
        busy={reset.isPending}
        onConfirm={() => resetting && reset.mutate(resetting.id, { onSuccess: () => tell(signing.resetDone), onSettled: () => setResetting(null) })}
      />
      <Confirm
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={words.deleteUser}
        text={words.deleteUserText(ending?.name ?? '')}
        action={common.delete}
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending.id, { onSuccess: () => setEnding(null) })}
      >
        {end.error && <FailureNote error={end.error} />}
      </Confirm>
    </div>
  )
}

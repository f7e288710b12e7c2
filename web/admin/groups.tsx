import { useState } from 'react'
import type { Directory, Group, User } from '#web/api/core.gen.ts'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { text as directoryWords } from '#web/text/directories.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, TextField } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Empty, Loading, Section } from '#web/ui/page.tsx'
import { Assigned } from './assigned.tsx'

const STALE = ['/core/groups', '/core/usergroups', '/core/users']

export function Groups() {
  const { data: groups, error } = useRead<Group[]>('/core/groups?page_size=500&sort=name')
  const [chosen, setChosen] = useState('')
  const [adding, setAdding] = useState(false)
  const group = groups?.find(({ id }) => id === chosen) ?? groups?.[0]
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {words.addGroup}
    </Button>
  )
  return (
    <div className="grid gap-4">
      {error && <FailureNote error={error} />}
      {!groups && !error && <Loading />}
      {groups?.length === 0 && (
        <Empty title={words.noGroups} text={words.noGroupsText}>
          {add}
        </Empty>
      )}
      {groups && group && (
        <div className="grid items-start gap-5 lg:grid-cols-[240px_1fr]">
          <div className="grid gap-2">
            <nav aria-label={words.groups} className="grid gap-0.5">
              {groups.map(({ id, name, member_count }) => (
                <button
                  key={id}
                  type="button"
                  aria-current={id === group.id ? 'true' : undefined}
                  onClick={() => setChosen(id)}
                  className={`flex h-8 items-center justify-between gap-2 rounded-md px-2 text-left text-sm ${id === group.id ? 'bg-accent-soft font-medium text-accent' : 'hover:bg-sunken'}`}
                >
                  <span className="truncate">{name}</span>
                  <span className="text-xs tabular-nums text-muted">{count(member_count)}</span>
                </button>
              ))}
            </nav>
            {add}
          </div>
          <Shown key={group.id} group={group} />
        </div>
      )}
      {adding && <NewGroup onClose={() => setAdding(false)} onMade={setChosen} />}
    </div>
  )
}

function NewGroup({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useChange(() => post<Group>('/core/groups', { name, description }), STALE)
  const made = (group: Group) => {
    onMade(group.id)
    onClose()
  }
  return (
    <FormDialog
      title={words.addGroup}
      open
      onClose={onClose}
      busy={create.isPending}
      error={create.error}
      disabled={!name}
      onSubmit={() => create.mutate(undefined, { onSuccess: made })}
    >
      <TextField label={words.name} required value={name} onChange={({ target }) => setName(target.value)} />
      <TextField label={words.description} value={description} onChange={({ target }) => setDescription(target.value)} />
    </FormDialog>
  )
}

/** One group: its members, what they may do, and what they are given. */
function Shown({ group }: { group: Group }) {
  const { data: users } = useRead<User[]>('/core/users?page_size=500')
  const { data: directory } = useRead<Directory>(group.directory_id ? `/core/directories/${group.directory_id}` : null)
  const [ending, setEnding] = useState(false)
  const permit = useChange((permissions: Record<string, boolean>) => put(`/core/groups/${group.id}`, { permissions }, group.revision), STALE)
  const end = useChange(() => remove(`/core/groups/${group.id}`), STALE)
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h2 className="text-lg font-semibold">{group.name}</h2>
          {group.description && <p className="text-sm text-muted">{group.description}</p>}
        </div>
        {!group.directory_id && (
          <Button variant="danger" onClick={() => setEnding(true)}>
            {common.delete}
          </Button>
        )}
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <Section title={words.members}>
            {group.directory_id && <p className="mb-2 text-sm text-muted">{directoryWords.keptGroup(directory?.name ?? directoryWords.someDirectory)}</p>}
            <Assigned
              group={group.id}
              isFixed={group.directory_id !== null}
              path="/core/usergroups"
              member="user_id"
              choices={users?.map(({ id, name, email }) => ({ id, name: `${name} · ${email}` }))}
            />
          </Section>
          <Section title={words.hasModels}>
            <Assigned group={group.id} path="/core/modelgroups" member="model_id" read="/core/models?page_size=500" />
          </Section>
          <Section title={words.permissions}>
            <div className="grid gap-2">
              {Object.entries(words.permissionNames).map(([name, text]) => (
                <Check
                  key={name}
                  label={text}
                  checked={group.permissions[name] === true}
                  disabled={permit.isPending}
                  onChange={({ target }) => permit.mutate({ ...group.permissions, [name]: target.checked })}
                />
              ))}
              {permit.error && <FailureNote error={permit.error} />}
            </div>
          </Section>
        </div>
        <div className="grid gap-4">
          <Section title={words.sources}>
            <Assigned group={group.id} path="/semantic/datasourcegroups" member="datasource_id" read="/semantic/datasources?page_size=500" />
          </Section>
          <Section title={words.hasPrompts}>
            <Assigned group={group.id} path="/core/promptgroups" member="prompt_id" read="/core/prompts?page_size=500" />
          </Section>
        </div>
      </div>
      <Confirm
        open={ending}
        onClose={() => setEnding(false)}
        title={group.name}
        text={words.deleteGroupText(group.name)}
        action={common.delete}
        busy={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSuccess: () => setEnding(false) })}
      />
    </div>
  )
}

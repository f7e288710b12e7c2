import { useState } from 'react'
import type { CreatedDirectory, Directory } from '#web/api/core.gen.ts'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/directories.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'

const PATH = '/core/directories'
const STALE = [PATH, '/core/users', '/core/groups']

/** A directory whose address is shown, with its token where that was just made. */
type Told = Directory & Partial<Pick<CreatedDirectory, 'token'>>
type Ending = { directory: Directory; how: 'disconnect' | 'newToken' }

export function Directories() {
  const { data: directories, error } = useRead<Directory[]>(`${PATH}?page_size=500&sort=name&order=asc`)
  const [editing, setEditing] = useState<Directory | 'new' | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [ending, setEnding] = useState<Ending | null>(null)
  const end = useChange(async ({ directory: { id }, how }: Ending) => {
    if (how === 'disconnect') await remove(`${PATH}/${id}`)
    else setTold(await post<CreatedDirectory>(`${PATH}/${id}/token`))
  }, STALE)
  const failure = error ?? end.error
  return (
    <Section
      title={words.title}
      actions={
        <Button size="small" onClick={() => setEditing('new')}>
          {words.connect}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-muted">{words.about}</p>
      {failure && <FailureNote error={failure} />}
      {!directories && !error && <Loading rows={2} />}
      {directories?.length === 0 && <p className="text-sm text-muted">{words.none}</p>}
      {directories && directories.length > 0 && (
        <Table
          label={words.title}
          head={[{ text: words.name }, { text: words.keeps }, { text: words.role }, { text: words.lastUsed }, { text: common.more, hidden: true }]}
        >
          {directories.map((directory) => (
            <tr key={directory.id}>
              <Cell>
                <span className="font-medium">{directory.name}</span>
                <span className="block font-mono text-xs text-muted">…{directory.last4}</span>
              </Cell>
              <Cell>{words.kept(count(directory.user_count), count(directory.group_count))}</Cell>
              <Cell>{words.roles[directory.default_role]}</Cell>
              <Cell>{directory.last_used_at ? <Time at={directory.last_used_at} /> : <span className="text-muted">{words.never}</span>}</Cell>
              <Cell right>
                <RowMenu
                  label={`${common.more}: ${directory.name}`}
                  items={[
                    { text: common.edit, run: () => setEditing(directory) },
                    { text: words.address, run: () => setTold(directory) },
                    { text: words.newToken, run: () => setEnding({ directory, how: 'newToken' }) },
                    { text: words.disconnect, danger: true, run: () => setEnding({ directory, how: 'disconnect' }) },
                  ]}
                />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {editing && (
        <DirectoryForm
          directory={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={(saved) => {
            setEditing(null)
            if (saved.token) setTold(saved)
          }}
        />
      )}
      {told && <Addresses told={told} onClose={() => setTold(null)} />}
      <Confirm
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={words[ending?.how ?? 'disconnect']}
        text={ending ? (ending.how === 'disconnect' ? words.disconnectText : words.newTokenText)(ending.directory.name) : ''}
        action={words[ending?.how ?? 'disconnect']}
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending, { onSettled: () => setEnding(null) })}
      />
    </Section>
  )
}

function DirectoryForm({ directory, onClose, onDone }: { directory: Directory | null; onClose: () => void; onDone: (saved: Told) => void }) {
  const [name, setName] = useState(directory?.name ?? '')
  const [role, setRole] = useState<Directory['default_role']>(directory?.default_role ?? 'user')
  const save = useChange(() => {
    const facts = { name, default_role: role }
    return directory ? put<Told>(`${PATH}/${directory.id}`, facts, directory.revision) : post<Told>(PATH, facts)
  }, STALE)
  return (
    <FormDialog
      title={directory?.name ?? words.connect}
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!name.trim()}
      onSubmit={() => save.mutate(undefined, { onSuccess: onDone })}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        required
        error={save.error?.param === 'name' ? save.error.message : null}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField label={words.role} value={role} onChange={({ target }) => setRole(target.value as Directory['default_role'])}>
        {Object.entries(words.roles).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

/** What the directory has to be told of this deployment; its token this once. */
const Addresses = ({ told, onClose }: { told: Told; onClose: () => void }) => (
  <Dialog isOpen onClose={onClose} title={told.name} {...(told.token ? { about: words.shownOnce } : {})} width="medium">
    <div className="grid gap-3">
      <div className="grid gap-1">
        <p className="text-sm font-medium">{words.baseUrl}</p>
        <CodeLine text={told.base_url} />
      </div>
      {told.token && (
        <div className="grid gap-1">
          <p className="text-sm font-medium">{words.token}</p>
          <CodeLine text={told.token} />
        </div>
      )}
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  </Dialog>
)

import { useState } from 'react'
import type { Erased, User } from '#web/api/core.gen.ts'
import { post, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { FormDialog } from '#web/ui/list-editor.tsx'

/** Erases a person once his address was typed, and tells what is gone. */
export function EraseUser({ user, onClose }: { user: User; onClose: () => void }) {
  const { data: users } = useRead<User[]>('/core/users?page_size=500&sort=name')
  const [confirm, setConfirm] = useState('')
  const [heir, setHeir] = useState('')
  const erase = useChange(
    () => post<Erased>(`/core/users/${user.id}/erasure`, { confirm, ...(heir ? { reassign_to: heir } : {}) }),
    ['/core/users', '/core/groups', '/core/audit-logs'],
  )
  if (erase.data) {
    return (
      <Dialog isOpen onClose={onClose} title={words.erased}>
        <p className="text-sm">{words.erasedText(count(erase.data.sessions), count(erase.data.audit_entries))}</p>
        <div className="mt-4 flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {common.close}
          </Button>
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={`${words.erase}: ${user.name}`}
      open
      onClose={onClose}
      busy={erase.isPending}
      error={erase.error}
      disabled={confirm.trim().toLowerCase() !== user.email}
      action={words.erase}
      onSubmit={() => erase.mutate(undefined)}
    >
      <p className="text-sm">{words.eraseText}</p>
      <SelectField label={words.heir} value={heir} onChange={({ target }) => setHeir(target.value)}>
        <option value="">{words.heirIsMe}</option>
        {users
          ?.filter(({ id, status }) => id !== user.id && status === 'active')
          .map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name} ({email})
            </option>
          ))}
      </SelectField>
      <TextField label={words.eraseConfirm} hint={user.email} autoComplete="off" value={confirm} onChange={({ target }) => setConfirm(target.value)} />
    </FormDialog>
  )
}

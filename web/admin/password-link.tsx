import { useState } from 'react'
import type { Invitation, User } from '#web/api/core.gen.ts'
import { post, useChange } from '#web/api/paths.ts'
import { useSignInWays } from '#web/shell/password/sign-in-ways.ts'
import { text as words } from '#web/text/admin.ts'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Check } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'

/** A one-time link, shown once. */
export const LinkDialog = ({ title, about, token, onClose }: { title: string; about: string; token: string; onClose: () => void }) => (
  <Dialog isOpen onClose={onClose} title={title} about={about}>
    <div className="pt-2">
      <CodeLine text={`${location.origin}/password#${token}`} />
    </div>
  </Dialog>
)

/** Makes a link by which a user who was invited, or forgot the password, chooses one. */
export function PasswordLink({ user, onClose }: { user: User; onClose: () => void }) {
  const ways = useSignInWays()
  const [isMailed, setMailed] = useState(false)
  const make = useChange(() => post<Invitation>(`/core/users/${user.id}/invitation`, { send_mail: isMailed }), ['/core/users'])
  if (make.data)
    return (
      <LinkDialog
        title={words.passwordLink}
        about={isMailed ? words.invitedMailed(user.email) : words.invitedText(user.email)}
        token={make.data.token}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={words.passwordLink}
      action={words.makeLink}
      open
      onClose={onClose}
      busy={make.isPending}
      error={make.error}
      onSubmit={() => make.mutate(undefined)}
    >
      <p className="text-sm text-muted">{words.passwordLinkText(user.name)}</p>
      {ways?.password_reset && <Check label={words.mailLink} checked={isMailed} onChange={({ target }) => setMailed(target.checked)} />}
    </FormDialog>
  )
}

import { useState } from 'react'
import { Identities } from '#web/account/identities.tsx'
import type { CreatedUser, User } from '#web/api/core.gen.ts'
import { post, put, useChange } from '#web/api/paths.ts'
import { useSignInWays } from '#web/shell/password/sign-in-ways.ts'
import { text as accountWords } from '#web/text/account.ts'
import { text as words } from '#web/text/admin.ts'
import { text as directoryWords } from '#web/text/directories.ts'
import { Check, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { LinkDialog } from './password-link.tsx'

const textOf = (attributes: User['attributes']): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name} = ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('\n')

/** `name = value`, one a line; several values with commas are a list. */
function attributesOf(text: string): User['attributes'] {
  const pairs = text.split('\n').flatMap((line) => {
    const [name, value] = [line.slice(0, line.indexOf('=')).trim(), line.slice(line.indexOf('=') + 1).trim()]
    return name ? [[name, value.includes(',') ? value.split(',').map((part) => part.trim()) : value] as const] : []
  })
  return Object.fromEntries(pairs)
}

/** A new user, invited or with a password, or one that is there. */
export function UserForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const [name, setName] = useState(user?.name ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [role, setRole] = useState<User['role']>(user?.role ?? 'user')
  const [attributes, setAttributes] = useState(textOf(user?.attributes ?? {}))
  const [password, setPassword] = useState('')
  const ways = useSignInWays()
  const [isMailed, setMailed] = useState(false)
  const [made, setMade] = useState<CreatedUser | null>(null)
  const isKept = typeof user?.directory_id === 'string'
  const save = useChange(() => {
    const facts = { ...(isKept ? {} : { name, email }), role, attributes: attributesOf(attributes) }
    return user
      ? put<CreatedUser>(`/core/users/${user.id}`, facts, user.revision)
      : post<CreatedUser>('/core/users', { ...facts, ...(password ? { password } : { invite: true, send_mail: isMailed }) })
  }, ['/core/users'])
  const at = (param: string) => (save.error?.param === param ? save.error.message : null)
  if (made?.invitation)
    return (
      <LinkDialog
        title={words.invited}
        about={isMailed ? words.invitedMailed(made.email) : words.invitedText(made.email)}
        token={made.invitation.token}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={user?.name ?? words.addUser}
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!name || !email}
      onSubmit={() => save.mutate(undefined, { onSuccess: (answer) => (!user && answer.invitation ? setMade(answer) : onClose()) })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.name} required disabled={isKept} value={name} onChange={({ target }) => setName(target.value)} />
        <TextField
          label={words.email}
          type="email"
          required
          disabled={isKept}
          value={email}
          error={at('email')}
          onChange={({ target }) => setEmail(target.value)}
        />
      </div>
      {isKept && <p className="text-sm text-muted">{directoryWords.keptUser(directoryWords.someDirectory)}</p>}
      <SelectField label={words.role} value={role} onChange={({ target }) => setRole(target.value as User['role'])}>
        {Object.entries(accountWords.roles).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {!user && (
        <TextField
          label={words.password}
          type="password"
          autoComplete="new-password"
          hint={words.passwordHint}
          error={at('password')}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {!user && ways?.password_reset && !password && <Check label={words.sendMail} checked={isMailed} onChange={({ target }) => setMailed(target.checked)} />}
      <TextAreaField
        label={words.attributes}
        hint={words.attributesHint}
        rows={2}
        className="font-mono text-xs"
        value={attributes}
        onChange={({ target }) => setAttributes(target.value)}
      />
      {user && <Identities path={`/core/users/${user.id}/identities`} />}
    </FormDialog>
  )
}

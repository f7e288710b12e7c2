import { type FormEvent, useState } from 'react'
import type { Group, User } from '#web/api/core.gen.ts'
import { put, useChange, useRead } from '#web/api/paths.ts'
import { takeUser } from '#web/api/signed-in.ts'
import { text as words } from '#web/text/account.ts'
import { text as common } from '#web/text/controls.ts'
import { text as directoryWords } from '#web/text/directories.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { tell } from '#web/ui/toasts.tsx'

export function Profile() {
  const { data: me, error } = useRead<User>('/core/users/me')
  if (!me) return error ? <FailureNote error={error} /> : <Loading />
  return <Form key={me.revision} me={me} />
}

function Form({ me }: { me: User }) {
  const [name, setName] = useState(me.name)
  const { data: groups } = useRead<Group[]>('/core/groups?page_size=500')
  const save = useChange(async () => takeUser(await put<User>(`/core/users/${me.id}`, { name }, me.revision)), ['/core/users'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined, { onSuccess: () => tell(common.saved) })
  }
  return (
    <Section title={words.tabs.profile}>
      <form className="grid max-w-md gap-4" onSubmit={submit}>
        <p className="text-sm text-muted">{words.profileText}</p>
        <TextField
          label={words.name}
          required
          disabled={me.directory_id !== null}
          {...(me.directory_id ? { hint: directoryWords.keptUser(directoryWords.someDirectory) } : {})}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField label={words.email} value={me.email} disabled hint={words.emailHint} />
        <dl className="grid grid-cols-[120px_1fr] gap-y-1 text-sm">
          <dt className="text-muted">{words.role}</dt>
          <dd>{words.roles[me.role]}</dd>
          <dt className="text-muted">{words.groups}</dt>
          <dd>{me.group_ids.map((id) => groups?.find((group) => group.id === id)?.name ?? id).join(', ') || common.none}</dd>
        </dl>
        {save.error && <FailureNote error={save.error} />}
        <div>
          <Button type="submit" variant="primary" disabled={save.isPending || name === me.name}>
            {common.save}
          </Button>
        </div>
      </form>
    </Section>
  )
}

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { takeUser } from '#web/api/signed-in.ts'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { Card } from '#web/ui/page.tsx'
import { useSignedIn } from '../use-signed-in.ts'

/** Name, address and password of the first administrator. */
export function PersonStep({ onDone }: { onDone: () => void }) {
  const user = useSignedIn()?.user
  const [name, setName] = useState(user?.name ?? '')
  const [email, setEmail] = useState(user?.email ?? '')
  const [password, setPassword] = useState('')
  const save = useMutation({
    mutationFn: async () => {
      await call('POST /core/auths/password', { body: { new_password: password } })
      takeUser(await call('PATCH /core/users/{user_id}', { path: { user_id: user?.id ?? '' }, body: { name, email } }))
    },
    onSuccess: onDone,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }

  return (
    <Card className="p-5">
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-muted">{text.welcome.about}</p>
        {save.error && <FailureNote error={save.error} />}
        <Field label={text.welcome.name}>
          {(id) => <Input id={id} autoComplete="name" required value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label={text.signIn.email}>
          {(id) => <Input id={id} type="email" autoComplete="username" required value={email} onChange={(event) => setEmail(event.target.value)} />}
        </Field>
        <Field label={text.signIn.password} hint={text.welcome.passwordHint}>
          {(id, about) => (
            <Input
              id={id}
              aria-describedby={about}
              type="password"
              autoComplete="new-password"
              required
              minLength={8}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {text.welcome.submit}
          </Button>
        </div>
      </form>
    </Card>
  )
}

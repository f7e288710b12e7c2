import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { takeUser } from '#web/api/signed-in.ts'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
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
        <TextField label={text.welcome.name} autoComplete="name" required value={name} onChange={({ target }) => setName(target.value)} />
        <TextField label={text.signIn.email} type="email" autoComplete="username" required value={email} onChange={({ target }) => setEmail(target.value)} />
        <TextField
          label={text.signIn.password}
          hint={text.welcome.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {text.welcome.submit}
          </Button>
        </div>
      </form>
    </Card>
  )
}

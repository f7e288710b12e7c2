import { useMutation } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { takeSignIn } from '#web/api/signed-in.ts'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Outside } from './outside.tsx'
import { useSignInWays } from './password/sign-in-ways.ts'

export function SignInPage() {
  const router = useRouter()
  const ways = useSignInWays()
  const { next } = useSearch({ from: '/signin' })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => call('POST /core/auths/signin', { body: { email, password } }),
    onSuccess: (reply) => {
      takeSignIn(reply)
      router.history.push(next ?? '/')
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate()
  }

  return (
    <Outside title={text.signIn.title} about={next ? text.signIn.ended : text.signIn.about}>
      <form onSubmit={submit} className="grid gap-4">
        {signIn.error && <FailureNote error={signIn.error} />}
        <TextField label={text.signIn.email} type="email" autoComplete="username" required value={email} onChange={({ target }) => setEmail(target.value)} />
        <TextField
          label={text.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" variant="primary" disabled={signIn.isPending} className="mt-1 w-full">
          {text.signIn.submit}
        </Button>
        {ways?.password_reset && (
          <Link to="/forgot" className="text-sm font-medium text-accent hover:underline">
            {text.signIn.forgot}
          </Link>
        )}
      </form>
    </Outside>
  )
}

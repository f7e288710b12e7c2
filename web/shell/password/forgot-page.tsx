import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Outside } from '../outside.tsx'
import { useSignInWays } from './sign-in-ways.ts'

const words = text.signIn
const HOUR_SECONDS = 3_600

const toSignIn = (
  <Link to="/signin" className="text-sm font-medium text-accent hover:underline">
    {words.backToSignIn}
  </Link>
)

/** `/forgot`: has a link mailed by which a new password is chosen. What it says does not tell whether there is such an account. */
export function ForgotPage() {
  const ways = useSignInWays()
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => call('POST /core/auths/password-reset', { body: { email } }) })
  function submit(event: FormEvent) {
    event.preventDefault()
    ask.mutate()
  }

  if (ways && !ways.password_reset) {
    return (
      <Outside title={words.forgotTitle} about={words.notOffered}>
        {toSignIn}
      </Outside>
    )
  }
  if (ask.data) {
    return (
      <Outside title={words.sentTitle} about={words.sentText(email, ask.data.expires_in / HOUR_SECONDS)}>
        <div className="flex flex-wrap items-center gap-4">
          <Button onClick={() => ask.reset()}>{words.otherAddress}</Button>
          {toSignIn}
        </div>
      </Outside>
    )
  }
  return (
    <Outside title={words.forgotTitle} about={words.forgotAbout}>
      <form onSubmit={submit} className="grid gap-4">
        {ask.error && <FailureNote error={ask.error} />}
        <TextField label={words.email} type="email" autoComplete="username" required value={email} onChange={({ target }) => setEmail(target.value)} />
        <Button type="submit" variant="primary" disabled={ask.isPending} className="mt-1 w-full">
          {words.sendLink}
        </Button>
        {toSignIn}
      </form>
    </Outside>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import type { SecondFactorNeeded } from '#web/api/core.gen.ts'
import { asFailure } from '#web/api/failure.ts'
import { takeSignIn } from '#web/api/signed-in.ts'
import { text } from '#web/text/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Outside } from '../outside.tsx'
import { isHalf, SecondStep } from './second-step.tsx'
import { useSignInWays } from './sign-in-ways.ts'

const words = text.signIn
const SHORTEST = 8

/** `/password#<token>`: chooses a password by the link of an invitation or of a password that was forgotten, and is signed in with it. */
export function PasswordPage() {
  const navigate = useNavigate()
  const ways = useSignInWays()
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  // It is to stand in no history, and in no address that is copied.
  useEffect(() => history.replaceState(null, '', '/password'), [])
  const choose = useMutation({
    mutationFn: () => call('POST /core/auths/invitations/accept', { body: { token, password } }),
    onSuccess: (reply) => {
      if (isHalf(reply)) return setNeeded(reply)
      takeSignIn(reply)
      void navigate({ to: '/', replace: true })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    choose.mutate()
  }

  if (needed) return <SecondStep needed={needed} onDone={() => void navigate({ to: '/', replace: true })} onAgain={() => void navigate({ to: '/signin' })} />

  const isGone = choose.error !== null && asFailure(choose.error).code === 'not_found'
  if (!token || isGone) {
    return (
      <Outside title={isGone ? words.usedToken : words.noToken} about={isGone ? words.usedTokenText : words.noTokenText}>
        <div className="flex flex-wrap gap-4 text-sm font-medium text-accent">
          {ways?.password_reset && (
            <Link to="/forgot" className="hover:underline">
              {words.newLink}
            </Link>
          )}
          <Link to="/signin" className="hover:underline">
            {words.backToSignIn}
          </Link>
        </div>
      </Outside>
    )
  }
  return (
    <Outside title={words.choose} about={words.chooseAbout}>
      <form onSubmit={submit} className="grid gap-4">
        {choose.error && <FailureNote error={choose.error} />}
        <TextField
          label={words.newPassword}
          hint={text.welcome.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={SHORTEST}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" variant="primary" disabled={choose.isPending} className="mt-1 w-full">
          {words.setPassword}
        </Button>
      </form>
    </Outside>
  )
}

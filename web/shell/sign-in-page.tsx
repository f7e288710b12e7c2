import { useMutation } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import type { SecondFactorNeeded } from '#web/api/core.gen.ts'
import { takeSignIn } from '#web/api/signed-in.ts'
import { text } from '#web/text/shell.ts'
import { text as words } from '#web/text/signing.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Outside } from './outside.tsx'
import { isHalf, SecondStep } from './password/second-step.tsx'
import { useSignInWays } from './password/sign-in-ways.ts'

export function SignInPage() {
  const router = useRouter()
  const ways = useSignInWays()
  const { next, sso } = useSearch({ from: '/signin' })
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null)
  const done = () => router.history.push(next ?? '/')
  if (needed) return <SecondStep needed={needed} onDone={done} onAgain={() => setNeeded(null)} />

  const hasPassword = ways?.password ?? true
  const providers = ways?.providers ?? []
  return (
    <Outside title={text.signIn.title} about={next && !sso ? text.signIn.ended : text.signIn.about}>
      <div className="grid gap-4">
        {sso && (
          <p role="alert" className="rounded-md border border-line bg-bad-soft px-3 py-2 text-sm text-bad">
            {words.refused[sso] ?? words.refused.refused}
          </p>
        )}
        {providers.map(({ id, name, start_url }) => (
          <Button
            key={id}
            variant={hasPassword ? 'secondary' : 'primary'}
            className="w-full"
            onClick={() => location.assign(next ? `${start_url}?return_to=${encodeURIComponent(next)}` : start_url)}
          >
            <span className="truncate">{words.by(name)}</span>
          </Button>
        ))}
        {providers.length > 0 && hasPassword && (
          <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {words.or}
          </p>
        )}
        {hasPassword && <PasswordForm onDone={done} onHalf={setNeeded} hasReset={ways?.password_reset ?? false} />}
        {!hasPassword && <p className="text-sm text-muted">{providers.length > 0 ? words.onlyProviders : words.noWay}</p>}
      </div>
    </Outside>
  )
}

function PasswordForm({ onDone, onHalf, hasReset }: { onDone: () => void; onHalf: (needed: SecondFactorNeeded) => void; hasReset: boolean }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => call('POST /core/auths/signin', { body: { email, password } }),
    onSuccess: (reply) => {
      if (isHalf(reply)) return onHalf(reply)
      takeSignIn(reply)
      onDone()
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate()
  }
  return (
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
      {hasReset && (
        <Link to="/forgot" className="text-sm font-medium text-accent hover:underline">
          {text.signIn.forgot}
        </Link>
      )}
    </form>
  )
}

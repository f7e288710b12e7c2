import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '#web/api/client.ts'
import { takeSignIn } from '#web/api/signed-in.ts'
import { text } from '#web/text/shell.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading } from '#web/ui/page.tsx'
import { Outside } from './outside.tsx'

// Taken once, before anything is drawn: the link works a single time, and its token is to stand in no history.
const token = location.pathname === '/link' ? location.hash.slice(1) : ''
const signingIn = token ? call('POST /core/auths/link', { body: { token } }) : Promise.reject(new Error(text.signIn.linkFailedText))
signingIn.catch(() => undefined)

/** `/link#<token>`: signs in by a one-time link, and on to the first run where the account has no password yet. */
export function LinkPage() {
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    history.replaceState(null, '', '/link')
    signingIn.then(
      (reply) => {
        takeSignIn(reply)
        void navigate({ to: reply.needs_password ? '/welcome' : '/', replace: true })
      },
      (failure) => setError(failure),
    )
  }, [navigate])

  if (error === null) {
    return (
      <Outside title={text.signIn.link}>
        <Loading rows={2} label={text.signIn.link} />
      </Outside>
    )
  }
  return (
    <Outside title={text.signIn.linkFailed} about={text.signIn.linkFailedText}>
      <div className="grid gap-4">
        <FailureNote error={error} />
        <a href="/signin" className="text-sm font-medium text-accent hover:underline">
          {text.signIn.toSignIn}
        </a>
      </div>
    </Outside>
  )
}

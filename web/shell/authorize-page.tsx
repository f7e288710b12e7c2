import { useEffect, useState } from 'react'
import type { ConsentAnswer, ConsentQuestion } from '#web/api/core.gen.ts'
import { post, useChange } from '#web/api/paths.ts'
import { text as words } from '#web/text/apps.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/page.tsx'
import { authorizationRequest } from './authorize-request.ts'
import { useDeployment } from './deployment.ts'
import { Outside } from './outside.tsx'
import { useSignedIn } from './use-signed-in.ts'

/** `/authorize`, the authorization endpoint: asks a person whether an app may act for him, and sends him back to it with the answer. */
export function AuthorizePage() {
  const [request] = useState(authorizationRequest)
  const [question, setQuestion] = useState<ConsentQuestion | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isSent, setSent] = useState(false)
  const leave = (to: string) => {
    setSent(true)
    location.assign(to)
  }
  useEffect(() => {
    let isOver = false
    if (!request?.client_id) return setError(new Error(words.cannotText))
    post<ConsentQuestion>('/core/oauth/authorizations/ask', request).then(
      (told) => {
        if (isOver) return
        if (told.redirect_to === null) return setQuestion(told)
        setSent(true)
        location.assign(told.redirect_to)
      },
      (failure) => !isOver && setError(failure),
    )
    return () => {
      isOver = true
    }
  }, [request])

  if (isSent)
    return (
      <Outside title={words.sent} about={words.sentText}>
        {null}
      </Outside>
    )
  if (error !== null) {
    return (
      <Outside title={words.cannot} about={words.cannotText}>
        <FailureNote error={error} />
      </Outside>
    )
  }
  if (!question?.app || !question.redirect || !request) {
    return (
      <Outside title={words.connect}>
        <Loading rows={3} label={words.connect} />
      </Outside>
    )
  }
  return <Consent app={question.app} redirect={question.redirect} scopes={question.scopes} request={request} onAnswer={leave} />
}

type ConsentProps = {
  app: NonNullable<ConsentQuestion['app']>
  redirect: NonNullable<ConsentQuestion['redirect']>
  scopes: string[]
  request: Record<string, string>
  onAnswer: (to: string) => void
}

function Consent({ app, redirect, scopes, request, onAnswer }: ConsentProps) {
  const me = useSignedIn()
  const { name: deployment } = useDeployment()
  const [given, setGiven] = useState(scopes)
  const decide = useChange(
    (approve: boolean) => post<ConsentAnswer>('/core/oauth/authorizations', { ...request, approve, ...(approve ? { scopes: given } : {}) }),
    ['/core/oauth/connections'],
  )
  const answer = (approve: boolean) => decide.mutate(approve, { onSuccess: ({ redirect_to }) => onAnswer(redirect_to) })
  return (
    <Outside title={words.wants(app.name, deployment)} {...(me ? { about: words.asUser(me.user.name, me.user.email) } : {})}>
      <div className="grid gap-5 text-sm">
        {decide.error && <FailureNote error={decide.error} />}
        <p className={app.verified_host ? 'text-muted' : 'rounded-lg border border-line bg-warn-soft px-3 py-2.5'}>
          {app.verified_host ? words.verified(app.verified_host) : words.unverified}
        </p>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium">{words.may}</legend>
          {scopes.map((scope) => (
            <Check
              key={scope}
              label={words.scopes[scope] ?? scope}
              checked={given.includes(scope)}
              onChange={({ target }) => setGiven(target.checked ? [...given, scope] : given.filter((one) => one !== scope))}
            />
          ))}
        </fieldset>
        <p>
          {words.goesTo} <strong className="break-words font-medium">{words.kinds[redirect.kind](redirect.host)}</strong>
        </p>
        <div className="grid grid-cols-2 gap-2">
          <Button disabled={decide.isPending} onClick={() => answer(false)}>
            {words.refuse}
          </Button>
          <Button variant="primary" disabled={decide.isPending || given.length === 0} onClick={() => answer(true)}>
            {words.allow}
          </Button>
        </div>
      </div>
    </Outside>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AppKey } from '#web/account/second-factor/app-key.tsx'
import { CodeField } from '#web/account/second-factor/code-field.tsx'
import { RecoveryCodes } from '#web/account/second-factor/recovery-codes.tsx'
import { call } from '#web/api/client.ts'
import type { EnrolledSignIn, SecondFactorNeeded, SignIn } from '#web/api/core.gen.ts'
import { takeSignIn } from '#web/api/signed-in.ts'
import { text as words } from '#web/text/signing.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Outside } from '../outside.tsx'

/** What a first step answered: signed in, or half of it. */
export const isHalf = (reply: SignIn | SecondFactorNeeded): reply is SecondFactorNeeded => 'ticket' in reply

type SecondStepProps = { needed: SecondFactorNeeded; onDone: () => void; onAgain: () => void }

/** The second step of a sign-in: a code, or setting up what will show codes. */
export function SecondStep({ needed, onDone, onAgain }: SecondStepProps) {
  const { ticket, enrol } = needed
  const [code, setCode] = useState('')
  const [enrolled, setEnrolled] = useState<EnrolledSignIn | null>(null)
  const enrolment = useQuery({
    queryKey: ['enrol', ticket],
    queryFn: () => call('POST /core/auths/signin/enrol', { body: { ticket } }),
    enabled: enrol,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const step = useMutation({
    mutationFn: async () => {
      if (enrol) return setEnrolled(await call('POST /core/auths/signin/enrol/confirm', { body: { ticket, code } }))
      takeSignIn(await call('POST /core/auths/signin/second-factor', { body: { ticket, code } }))
      onDone()
    },
    onError: () => setCode(''),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    step.mutate()
  }
  if (enrolled) {
    return (
      <Outside title={words.codes}>
        <div className="grid gap-4">
          <RecoveryCodes codes={enrolled.recovery_codes} />
          <Button
            variant="primary"
            onClick={() => {
              takeSignIn(enrolled)
              onDone()
            }}
          >
            {words.codesSaved}
          </Button>
        </div>
      </Outside>
    )
  }
  const failure = step.error ?? enrolment.error
  return (
    <Outside title={enrol ? words.setUp : words.second} about={enrol ? words.setUpAbout : words.secondAbout}>
      <form onSubmit={submit} className="grid gap-4">
        {failure && <FailureNote error={failure} />}
        {enrolment.data && <AppKey enrolment={enrolment.data} />}
        <CodeField isFirst value={code} onChange={setCode} />
        <Button type="submit" variant="primary" disabled={step.isPending || code === '' || (enrol && !enrolment.data)} className="w-full">
          {enrol ? words.confirm : words.go}
        </Button>
        <Button variant="ghost" onClick={onAgain}>
          {words.again}
        </Button>
      </form>
    </Outside>
  )
}

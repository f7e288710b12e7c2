import { useState } from 'react'
import type { RecoveryCodes as Codes, SecondFactor as Factor, SecondFactorEnrolment } from '#web/api/core.gen.ts'
import { post, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/signing.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { AppKey } from './app-key.tsx'
import { CodeField } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const PATH = '/core/auths/second-factor'
type Doing = 'begin' | 'codes' | 'remove' | null

export function SecondFactor() {
  const { data: factor, error } = useRead<Factor>(PATH)
  const [doing, setDoing] = useState<Doing>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const close = () => setDoing(null)
  const show = (made: string[]) => {
    close()
    setCodes(made)
  }
  return (
    <Section title={words.factor}>
      {error && <FailureNote error={error} />}
      {!factor && !error && <Loading rows={1} />}
      {factor && (
        <div className="grid gap-3">
          <p className="text-sm text-muted">
            {factor.is_set ? words.factorOn : words.factorOff} {factor.is_required && words.factorNeeded}{' '}
            {factor.is_set && words.codesLeft(factor.recovery_codes_left)}
          </p>
          <div className="flex flex-wrap gap-2">
            {!factor.is_set && <Button onClick={() => setDoing('begin')}>{words.begin}</Button>}
            {factor.is_set && <Button onClick={() => setDoing('codes')}>{words.newCodes}</Button>}
            {factor.is_set && !factor.is_required && (
              <Button variant="danger" onClick={() => setDoing('remove')}>
                {words.remove}
              </Button>
            )}
          </div>
        </div>
      )}
      {doing === 'begin' && <Begin onClose={close} onDone={show} />}
      {doing === 'codes' && (
        <ByCode
          title={words.newCodes}
          about={words.newCodesText}
          action={words.newCodes}
          run={(code) => post<Codes>(`${PATH}/recovery-codes`, { code })}
          onClose={close}
          onDone={(made) => made && show(made.recovery_codes)}
        />
      )}
      {doing === 'remove' && (
        <ByCode
          title={words.remove}
          about={words.removeText}
          action={words.remove}
          run={(code) => post<undefined>(`${PATH}/remove`, { code })}
          onClose={close}
          onDone={() => {
            close()
            tell(words.removed)
          }}
        />
      )}
      {codes && (
        <Dialog
          isOpen
          onClose={() => setCodes(null)}
          title={words.codes}
          footer={
            <Button variant="primary" onClick={() => setCodes(null)}>
              {words.codesSaved}
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </Section>
  )
}

function Begin({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const begin = useChange(() => post<SecondFactorEnrolment>(PATH, password ? { current_password: password } : {}), [])
  const confirm = useChange(() => post<Codes>(`${PATH}/confirm`, { code }), [PATH])
  const enrolment = begin.data
  const submit = () => (enrolment ? confirm.mutate(undefined, { onSuccess: ({ recovery_codes }) => onDone(recovery_codes) }) : begin.mutate(undefined))
  const failed = enrolment ? confirm.error : begin.error
  return (
    <FormDialog
      title={words.setUp}
      open
      onClose={onClose}
      busy={begin.isPending || confirm.isPending}
      error={failed?.param ? null : failed}
      action={enrolment ? words.confirm : words.go}
      onSubmit={submit}
    >
      {enrolment ? (
        <>
          <p className="text-sm text-muted">{words.scan}</p>
          <AppKey enrolment={enrolment} />
          <CodeField isFirst value={code} error={confirm.error?.message ?? null} onChange={setCode} />
        </>
      ) : (
        <TextField
          label={words.currentPassword}
          type="password"
          autoComplete="current-password"
          value={password}
          error={begin.error?.param ? begin.error.message : null}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
    </FormDialog>
  )
}

type ByCodeProps<T> = { title: string; about: string; action: string; run: (code: string) => Promise<T>; onClose: () => void; onDone: (made: T) => void }

function ByCode<T>({ title, about, action, run, onClose, onDone }: ByCodeProps<T>) {
  const [code, setCode] = useState('')
  const change = useChange(() => run(code), [PATH])
  return (
    <FormDialog
      title={title}
      open
      onClose={onClose}
      busy={change.isPending}
      error={change.error?.param ? null : change.error}
      action={action}
      onSubmit={() => change.mutate(undefined, { onSuccess: onDone })}
    >
      <p className="text-sm text-muted">{about}</p>
      <CodeField value={code} error={change.error?.param ? change.error.message : null} onChange={setCode} />
    </FormDialog>
  )
}

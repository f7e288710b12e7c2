import { useState } from 'react'
import type { DeploymentSettings, MailTried } from '#web/api/core.gen.ts'
import { post, useChange } from '#web/api/paths.ts'
import { text as words } from '#web/text/settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { lockOf, PATH, PartForm, type PartProps, useSaving } from './form.tsx'
import { draftOf, type MailDraft, serverOf } from './mail-draft.ts'
import { MailServerFields } from './mail-server.tsx'

/** By what mails are sent, tried before it is saved. */
export function MailSettings({ settings }: PartProps) {
  const { mail } = settings
  const [draft, setDraft] = useState<MailDraft>(() => draftOf(mail.server))
  const [from, setFrom] = useState(mail.from ?? '')
  const [language, setLanguage] = useState(mail.language)
  const saving = useSaving(settings)
  const server = lockOf(settings, 'mail.server')
  const sender = lockOf(settings, 'mail.from')
  const trial = useChange(() => {
    const named = server.disabled ? null : serverOf(draft)
    return post<MailTried>(`${PATH}/mail/test`, { ...(named ? { server: named } : {}), ...(from && named ? { from } : {}) })
  }, [])
  const failure = trial.error ?? saving.error
  const at = (name: string) => (failure?.param === `mail.${name}` || failure?.param === name ? failure.message : null)
  const change = () => ({
    mail: { ...(server.disabled ? {} : { server: serverOf(draft) }), ...(sender.disabled ? {} : { from: from.trim() || null }), language },
  })
  const spoken = lockOf(settings, 'mail.language')
  return (
    <PartForm
      title={words.mail}
      about={words.mailText}
      saving={saving}
      change={change}
      onSaved={() => setDraft({ ...draft, secret: '' })}
      actions={
        draft.type !== 'none' && (
          <>
            <Button disabled={trial.isPending} onClick={() => trial.mutate(undefined)}>
              {words.test}
            </Button>
            <span className="text-xs text-muted">{words.testHint}</span>
          </>
        )
      }
    >
      {trial.error && <FailureNote error={trial.error} />}
      {trial.data && <Outcome tried={trial.data} />}
      <MailServerFields
        draft={draft}
        onChange={setDraft}
        types={mail.types}
        hasSecret={mail.server?.has_secret ?? false}
        disabled={server.disabled}
        told={server.told}
        at={at}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.from}
          hint={sender.told}
          error={at('from')}
          disabled={sender.disabled}
          placeholder={`${settings.name} <querent@example.com>`}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <SelectField
          label={words.language}
          hint={spoken.told}
          disabled={spoken.disabled}
          value={language}
          onChange={({ target }) => setLanguage(target.value as DeploymentSettings['mail']['language'])}
        >
          <option value="en">{words.languages.en}</option>
          <option value="de">{words.languages.de}</option>
        </SelectField>
      </div>
    </PartForm>
  )
}

const Outcome = ({ tried: { outcome, reply, to } }: { tried: MailTried }) => (
  <div role="status" className="flex flex-wrap items-center gap-2 text-sm">
    <Badge tone={outcome === 'taken' ? 'ok' : 'bad'}>{words.outcomes[outcome]}</Badge>
    <span className="text-muted">{to}</span>
    <span className="min-w-0 break-words text-muted">{reply}</span>
  </div>
)

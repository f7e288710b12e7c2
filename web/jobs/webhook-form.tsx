import { useState } from 'react'
import { call } from '#web/api/client.ts'
import type { CreatedWebhook, Webhook } from '#web/api/core.gen.ts'
import { type ApiFailure, asFailure } from '#web/api/failure.ts'
import { useMe } from '#web/api/me.ts'
import { queries } from '#web/api/queries.ts'
import { text as words } from '#web/text/webhooks.ts'
import { Check, SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'

const KINDS = ['audit', 'dashboard', 'chart', 'session', 'datasource', 'extraction', 'job', 'user', 'group', 'model'] as const

type WebhookFormProps = { webhook: Webhook | null; onClose: () => void; onMade: (made: CreatedWebhook) => void }

/** Where messages go, how they are written, and of which changes they tell. */
export function WebhookForm({ webhook, onClose, onMade }: WebhookFormProps) {
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [format, setFormat] = useState(webhook?.format ?? 'standard')
  const [events, setEvents] = useState(webhook?.events ?? [])
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiFailure | null>(null)
  const kinds: readonly string[] = KINDS
  // Single types are set by the API alone; they are kept as they are.
  const single = events.filter((event) => !kinds.includes(event))
  async function save() {
    setBusy(true)
    setError(null)
    // The address of a Slack webhook is not shown; only another one is sent.
    const body = { name: name.trim(), format, events, ...(url === webhook?.url ? {} : { url: url.trim() }) }
    try {
      if (webhook) await call('PATCH /core/webhooks/{webhook_id}', { path: { webhook_id: webhook.id }, body })
      else onMade(await call('POST /core/webhooks', { body: { ...body, url: url.trim() } }))
      await queries.invalidateQueries({ queryKey: ['webhook'] })
      onClose()
    } catch (failure) {
      setError(asFailure(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={webhook?.name ?? words.add}
      open
      onClose={onClose}
      onSubmit={() => void save()}
      busy={busy}
      error={error}
      disabled={!name.trim() || !url.trim()}
    >
      <TextField label={words.name} required value={name} onChange={({ target }) => setName(target.value)} />
      <TextField label={words.address} hint={words.addressHint} required value={url} placeholder="https://" onChange={({ target }) => setUrl(target.value)} />
      <SelectField label={words.format} value={format} onChange={({ target }) => setFormat(target.value as Webhook['format'])}>
        {Object.entries(words.formats).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <fieldset className="grid gap-1.5">
        <legend className="pb-1 text-sm font-medium">{words.told}</legend>
        <p className="pb-1 text-xs text-muted">{words.toldHint}</p>
        <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
          {KINDS.filter((kind) => kind !== 'audit' || me?.role === 'admin' || events.includes(kind)).map((kind) => (
            <Check
              key={kind}
              label={words.kinds[kind]}
              checked={events.includes(kind)}
              onChange={({ target }) => setEvents(target.checked ? [...events, kind] : events.filter((one) => one !== kind))}
            />
          ))}
        </div>
        {single.length > 0 && <p className="text-xs text-muted">{words.alsoTold(single.join(', '))}</p>}
      </fieldset>
    </FormDialog>
  )
}

import { text as words } from '#web/text/settings.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { MailDraft } from './mail-draft.ts'

type Props = {
  draft: MailDraft
  onChange: (draft: MailDraft) => void
  types: readonly string[]
  hasSecret: boolean
  disabled: boolean
  told: string | null
  at: (name: string) => string | null
}
const PORTS = { tls: '465', starttls: '587', none: '25' }
const SECURITIES = ['tls', 'starttls', 'none'] as const

/** A mail server, or a provider. */
export function MailServerFields({ draft, onChange, types, hasSecret, disabled, told, at }: Props) {
  const field = (name: 'host' | 'port' | 'user' | 'url' | 'secret', label: string, more: { hint?: string; type?: string; placeholder?: string } = {}) => (
    <TextField
      label={label}
      error={at(`server.${name}`)}
      disabled={disabled}
      value={draft[name]}
      onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
      {...more}
    />
  )
  const secret = { type: 'password', autoComplete: 'new-password', ...(hasSecret ? { hint: words.kept } : {}) }
  return (
    <>
      <SelectField
        label={words.by}
        hint={told}
        error={at('server') ?? at('server.type')}
        disabled={disabled}
        value={draft.type}
        onChange={({ target }) => onChange({ ...draft, type: target.value as MailDraft['type'] })}
      >
        <option value="none">{words.none}</option>
        {(types.includes('smtp') || draft.type === 'smtp') && <option value="smtp">{words.smtp}</option>}
        {types.includes('http') && <option value="http">{words.http}</option>}
      </SelectField>
      {draft.type === 'smtp' && (
        <div className="grid gap-4 sm:grid-cols-2">
          {field('host', words.host, { placeholder: 'mail.example.com' })}
          <SelectField
            label={words.security}
            error={at('server.security')}
            disabled={disabled}
            value={draft.security}
            onChange={({ target }) => {
              const security = target.value as MailDraft['security']
              onChange({ ...draft, security, port: draft.port === PORTS[draft.security] ? PORTS[security] : draft.port })
            }}
          >
            {SECURITIES.map((security) => (
              <option key={security} value={security}>
                {words.securities[security]}
              </option>
            ))}
          </SelectField>
          {field('port', words.port, { type: 'number' })}
          {field('user', words.user, { hint: words.userHint })}
          {field('secret', words.password, secret)}
        </div>
      )}
      {draft.type === 'http' && (
        <div className="grid gap-4 sm:grid-cols-2">
          {field('url', words.address, { type: 'url' })}
          <SelectField
            label={words.format}
            disabled={disabled}
            value={draft.format}
            onChange={({ target }) => onChange({ ...draft, format: target.value as MailDraft['format'] })}
          >
            <option value="resend">Resend</option>
            <option value="postmark">Postmark</option>
          </SelectField>
          {field('secret', words.key, secret)}
        </div>
      )}
    </>
  )
}

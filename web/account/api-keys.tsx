import { useState } from 'react'
import type { ApiKey, CreatedApiKey } from '#web/api/core.gen.ts'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/account.ts'
import { text as common } from '#web/text/controls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'

const STALE = ['/core/auths/api-keys']
const SCOPES = [
  ...['core', 'llm', 'analytics', 'semantic', 'audio'].flatMap((service) => [`${service}:read`, `${service}:write`]),
  'llm:completions',
  'analytics:embed',
]
const DAYS = { never: null, d7: 7, d30: 30, d90: 90, d365: 365 } as const

const isOver = (at: string | null): boolean => at !== null && Date.parse(at) <= Date.now()

export function ApiKeys() {
  const { data: keys, error } = useRead<ApiKey[]>('/core/auths/api-keys?page_size=500')
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<CreatedApiKey | null>(null)
  const [ending, setEnding] = useState<ApiKey | null>(null)
  const revoke = useChange((id: string) => remove(`/core/auths/api-keys/${id}`), STALE)
  return (
    <Section
      title={words.keys}
      actions={
        <Button size="small" variant="primary" onClick={() => setMaking(true)}>
          {words.generate}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-muted">{words.keysText}</p>
      {error && <FailureNote error={error} />}
      {!keys && !error && <Loading rows={2} />}
      {keys?.length === 0 && <p className="text-sm">{words.noKeys}</p>}
      {keys && keys.length > 0 && (
        <Table
          label={words.keys}
          head={[{ text: words.keyName }, { text: words.scopes }, { text: words.lastUsed }, { text: words.expires }, { text: common.more, hidden: true }]}
        >
          {keys.map((key) => (
            <tr key={key.id}>
              <Cell>
                {key.name}
                <span className="block font-mono text-xs text-muted">…{key.last4}</span>
              </Cell>
              <Cell className="max-w-60 text-xs text-muted">{key.scopes.includes('*') ? words.scopesAll : key.scopes.join(', ')}</Cell>
              <Cell>{key.last_used_at ? <Time at={key.last_used_at} /> : <span className="text-muted">{words.never}</span>}</Cell>
              <Cell>
                {isOver(key.revoked_at) ? (
                  <Badge tone="bad">{words.revoked}</Badge>
                ) : isOver(key.expires_at) ? (
                  <Badge tone="warn">{words.expired}</Badge>
                ) : key.expires_at ? (
                  <Time at={key.expires_at} />
                ) : (
                  <span className="text-muted">{words.never}</span>
                )}
              </Cell>
              <Cell right>
                {!isOver(key.revoked_at) && (
                  <Button size="small" variant="danger" onClick={() => setEnding(key)}>
                    {words.revoke}
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {making && (
        <Generate
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setMade(key)
          }}
        />
      )}
      {made && <Shown made={made} onClose={() => setMade(null)} />}
      <Confirm
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={words.revoke}
        text={words.revokeText(ending?.name ?? '')}
        action={words.revoke}
        busy={revoke.isPending}
        onConfirm={() => ending && revoke.mutate(ending.id, { onSettled: () => setEnding(null) })}
      />
    </Section>
  )
}

function Generate({ onClose, onMade }: { onClose: () => void; onMade: (key: CreatedApiKey) => void }) {
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState<keyof typeof DAYS>('d90')
  const [isAll, setIsAll] = useState(true)
  const [scopes, setScopes] = useState<string[]>([])
  const create = useChange(() => {
    const days = DAYS[expiry]
    const expires_at = days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString()
    return post<CreatedApiKey>('/core/auths/api-keys', { name, expires_at, scopes: isAll ? ['*'] : scopes })
  }, STALE)
  return (
    <FormDialog
      title={words.generate}
      action={words.generate}
      open
      onClose={onClose}
      busy={create.isPending}
      error={create.error}
      disabled={!name.trim() || (!isAll && scopes.length === 0)}
      onSubmit={() => create.mutate(undefined, { onSuccess: onMade })}
    >
      <TextField label={words.keyName} hint={words.keyNameHint} required value={name} onChange={({ target }) => setName(target.value)} />
      <SelectField label={words.expires} value={expiry} onChange={({ target }) => setExpiry(target.value as keyof typeof DAYS)}>
        {Object.entries(words.expiry).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.scopes} value={String(isAll)} onChange={({ target }) => setIsAll(target.value === 'true')}>
        <option value="true">{words.scopesAll}</option>
        <option value="false">{words.scopesSome}</option>
      </SelectField>
      {!isAll && (
        <div className="grid grid-cols-2 gap-1.5">
          {SCOPES.map((scope) => (
            <Check
              key={scope}
              label={<span className="font-mono text-xs">{scope}</span>}
              checked={scopes.includes(scope)}
              onChange={({ target }) => setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            />
          ))}
        </div>
      )}
    </FormDialog>
  )
}

/** A new key, this once, with a line to try it by. */
function Shown({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={made.name} about={words.shownOnce} width="wide">
      <div className="grid gap-4 pt-1">
        <CodeLine text={made.key} />
        <div className="grid gap-1">
          <p className="text-sm font-medium">{words.tryIt}</p>
          <CodeLine text={`curl -s ${location.origin}/api/v1/core/auths -H "Authorization: Bearer ${made.key}"`} />
        </div>
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

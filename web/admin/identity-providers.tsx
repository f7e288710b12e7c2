import { useState } from 'react'
import type { IdentityProvider, IdentityProviderCheck } from '#web/api/core.gen.ts'
import { post, put, remove, useChange } from '#web/api/paths.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/signing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { IdentityProviderForm } from './identity-provider-form.tsx'

const PATH = '/core/identity-providers'
const STALE = [PATH, '/core/auths']

type Props = { providers: IdentityProvider[] | undefined; error: Error | null }

export function IdentityProviders({ providers, error }: Props) {
  const [editing, setEditing] = useState<IdentityProvider | 'new' | null>(null)
  const [registering, setRegistering] = useState<IdentityProvider | null>(null)
  const [ending, setEnding] = useState<{ provider: IdentityProvider; how: 'delete' | 'stop' } | null>(null)
  const [checks, setChecks] = useState<Record<string, IdentityProviderCheck>>({})
  const check = useChange(async (id: string) => {
    const found = await post<IdentityProviderCheck>(`${PATH}/${id}/test`)
    setChecks((all) => ({ ...all, [id]: found }))
  }, [])
  const use = useChange(({ id, revision }: IdentityProvider) => put(`${PATH}/${id}`, { is_enabled: true }, revision), STALE)
  const end = useChange(async ({ provider: { id, revision }, how }: { provider: IdentityProvider; how: 'delete' | 'stop' }) => {
    if (how === 'delete') await remove(`${PATH}/${id}`)
    else await put(`${PATH}/${id}`, { is_enabled: false }, revision)
  }, STALE)
  const failure = error ?? check.error ?? use.error ?? end.error
  return (
    <Section
      title={words.providers}
      actions={
        <Button size="small" onClick={() => setEditing('new')}>
          {words.addProvider}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-muted">{words.providersText}</p>
      {failure && <FailureNote error={failure} />}
      {!providers && !error && <Loading rows={2} />}
      {providers?.length === 0 && <p className="text-sm text-muted">{words.noProviders}</p>}
      {providers && providers.length > 0 && (
        <Table label={words.providers} head={[{ text: words.provider }, { text: words.inUse }, { text: words.test }, { text: common.more, hidden: true }]}>
          {providers.map((provider) => (
            <tr key={provider.id}>
              <Cell>
                <span className="font-medium">{provider.name}</span>
                <span className="block text-xs break-all text-muted">{provider.issuer}</span>
              </Cell>
              <Cell>
                <Badge tone={provider.is_enabled ? 'ok' : 'neutral'}>{provider.is_enabled ? words.inUse : words.notInUse}</Badge>
              </Cell>
              <Cell>
                <div className="flex flex-wrap items-center gap-2">
                  <Button size="small" disabled={check.isPending} onClick={() => check.mutate(provider.id)}>
                    {words.test}
                  </Button>
                  <Checked check={checks[provider.id]} />
                </div>
              </Cell>
              <Cell right>
                <RowMenu
                  label={`${common.more}: ${provider.name}`}
                  items={[
                    { text: common.edit, run: () => setEditing(provider) },
                    { text: words.register, run: () => setRegistering(provider) },
                    provider.is_enabled
                      ? { text: words.stopUsing, run: () => setEnding({ provider, how: 'stop' }) }
                      : { text: words.use, run: () => use.mutate(provider) },
                    { text: common.delete, danger: true, run: () => setEnding({ provider, how: 'delete' }) },
                  ]}
                />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {editing && (
        <IdentityProviderForm
          provider={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={(saved) => {
            setEditing(null)
            if (editing === 'new') setRegistering(saved)
          }}
        />
      )}
      {registering && <Registration provider={registering} onClose={() => setRegistering(null)} />}
      <Confirm
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={ending?.how === 'delete' ? words.deleteProvider : words.stopUsing}
        text={ending?.how === 'delete' ? words.deleteText(ending.provider.name) : words.stopText}
        action={ending?.how === 'delete' ? common.delete : words.stopUsing}
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending, { onSettled: () => setEnding(null) })}
      />
    </Section>
  )
}

const Checked = ({ check }: { check: IdentityProviderCheck | undefined }) =>
  check ? (
    <span role="status" className={check.ok ? 'text-xs text-muted' : 'text-xs text-bad'}>
      {check.ok ? `${words.testOk(check.latency_ms, check.keys)} ${check.backchannel_logout ? words.testLogout : ''}` : check.message}
    </span>
  ) : null

/** What the provider has to be told of this deployment. */
const Registration = ({ provider, onClose }: { provider: IdentityProvider; onClose: () => void }) => (
  <Dialog isOpen onClose={onClose} title={words.register} width="medium">
    <div className="grid gap-3">
      {(
        [
          [words.redirectUri, provider.redirect_uri],
          [words.postLogoutUri, provider.post_logout_redirect_uri],
          [words.backchannelUri, provider.backchannel_logout_uri],
        ] as const
      ).map(([name, address]) => (
        <div key={name} className="grid gap-1">
          <p className="text-sm font-medium">{name}</p>
          <CodeLine text={address} />
        </div>
      ))}
    </div>
  </Dialog>
)

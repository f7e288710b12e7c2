import { type FormEvent, useState } from 'react'
import type { SignInRecord } from '#web/api/core.gen.ts'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/account.ts'
import { text as common } from '#web/text/controls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { ApiKeys } from './api-keys.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { Identities } from './identities.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'

export const Security = () => (
  <>
    <Password />
    <SecondFactor />
    <Identities path="/core/auths/identities" />
    <ApiKeys />
    <ConnectedApps />
    <SignIns />
  </>
)

function Password() {
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const change = useChange(() => post('/core/auths/password', { ...(current ? { current_password: current } : {}), new_password: fresh }), ['/core/auths'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(undefined, {
      onSuccess: () => {
        setCurrent('')
        setFresh('')
        tell(words.changed)
      },
    })
  }
  const at = (param: string) => (change.error?.param === param ? change.error.message : null)
  return (
    <Section title={words.password}>
      <form className="grid max-w-md gap-4" onSubmit={submit}>
        <TextField
          label={words.current}
          hint={words.currentHint}
          type="password"
          autoComplete="current-password"
          value={current}
          error={at('current_password')}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <TextField
          label={words.fresh}
          hint={words.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          value={fresh}
          error={at('new_password')}
          onChange={({ target }) => setFresh(target.value)}
        />
        {change.error && !change.error.param && <FailureNote error={change.error} />}
        <div>
          <Button type="submit" disabled={change.isPending || fresh === ''}>
            {words.change}
          </Button>
        </div>
      </form>
    </Section>
  )
}

/** As many are shown at first; the browser's own is always among them. */
const FEW = 5

function SignIns() {
  const [isWhole, setWhole] = useState(false)
  const { data: signins, error } = useRead<SignInRecord[]>('/core/auths/signins')
  const end = useChange((id: string) => remove(`/core/auths/signins/${id}`), ['/core/auths/signins'])
  const endOthers = useChange(() => remove('/core/auths/signins'), ['/core/auths/signins'])
  const ordered = signins?.toSorted((a, b) => Number(b.is_current) - Number(a.is_current)) ?? []
  const shown = isWhole ? ordered : ordered.slice(0, FEW)
  const others = signins?.filter(({ is_current }) => !is_current).length ?? 0
  return (
    <Section
      title={words.signins}
      actions={
        others > 0 && (
          <Button size="small" onClick={() => endOthers.mutate(undefined)}>
            {words.endOthers}
          </Button>
        )
      }
    >
      <p className="mb-3 text-sm text-muted">{words.signinsText}</p>
      {(error ?? end.error ?? endOthers.error) && <FailureNote error={(error ?? end.error ?? endOthers.error) as Error} />}
      {!signins && !error && <Loading rows={2} />}
      {signins && (
        <Table
          label={words.signins}
          head={[{ text: words.device }, { text: words.ip }, { text: words.lastSeen }, { text: words.since }, { text: common.more, hidden: true }]}
        >
          {shown.map((one) => (
            <tr key={one.id}>
              <Cell>{one.device}</Cell>
              <Cell className="font-mono text-xs">{one.ip}</Cell>
              <Cell>
                <Time at={one.last_seen_at} />
              </Cell>
              <Cell>
                <Time at={one.created_at} />
              </Cell>
              <Cell right>
                {one.is_current ? (
                  <Badge tone="accent">{words.current_}</Badge>
                ) : (
                  <Button size="small" onClick={() => end.mutate(one.id)}>
                    {words.end}
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {ordered.length > shown.length && (
        <Button size="small" variant="ghost" className="mt-2" onClick={() => setWhole(true)}>
          {words.allSignins(ordered.length)}
        </Button>
      )}
    </Section>
  )
}

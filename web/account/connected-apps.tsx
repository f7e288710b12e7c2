import { useState } from 'react'
import type { ConnectedApp } from '#web/api/core.gen.ts'
import { remove, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/apps.ts'
import { text as common } from '#web/text/controls.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'

const PATH = '/core/oauth/connections'

/** The apps that act for the reader, each of which he can end. */
export function ConnectedApps() {
  const { data: apps, error } = useRead<ConnectedApp[]>(PATH)
  const [ending, setEnding] = useState<ConnectedApp | null>(null)
  const end = useChange((id: string) => remove(`${PATH}/${id}`), [PATH])
  return (
    <Section title={words.connected}>
      <p className="mb-3 text-sm text-muted">{words.connectedText}</p>
      {(error ?? end.error) && <FailureNote error={(error ?? end.error) as Error} />}
      {!apps && !error && <Loading rows={2} />}
      {apps?.length === 0 && <p className="text-sm">{words.none}</p>}
      {apps && apps.length > 0 && (
        <Table
          label={words.connected}
          head={[{ text: words.app }, { text: words.scopesTitle }, { text: words.lastUsed }, { text: words.since }, { text: common.more, hidden: true }]}
        >
          {apps.map((app) => (
            <tr key={app.id}>
              <Cell>
                {app.name}
                <span className="block text-xs text-muted">{app.redirect_host}</span>
              </Cell>
              <Cell className="max-w-60 text-xs text-muted">{app.scopes.join(', ')}</Cell>
              <Cell>
                <Time at={app.last_used_at} />
              </Cell>
              <Cell>
                <Time at={app.created_at} />
              </Cell>
              <Cell right>
                <Button size="small" variant="danger" onClick={() => setEnding(app)}>
                  {words.end}
                </Button>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Confirm
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={words.end}
        text={words.endText(ending?.name ?? '')}
        action={words.end}
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending.id, { onSettled: () => setEnding(null) })}
      />
    </Section>
  )
}

import { useState } from 'react'
import type { Identity } from '#web/api/core.gen.ts'
import { remove, useChange, useRead } from '#web/api/paths.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/signing.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Section } from '#web/ui/page.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'

/** The identities of providers that open an account, each of which but the last way in can be unlinked; nothing where there are none. */
export function Identities({ path }: { path: string }) {
  const { data: identities, error } = useRead<Identity[]>(path)
  const [leaving, setLeaving] = useState<Identity | null>(null)
  const unlink = useChange((id: string) => remove(`${path}/${id}`), [path, '/core/auths'])
  const failure = error ?? unlink.error
  if (!failure && !identities?.length) return null
  return (
    <Section title={words.identities}>
      <p className="mb-3 text-sm text-muted">{words.identitiesText}</p>
      {failure && <FailureNote error={failure} />}
      {identities && (
        <Table
          label={words.identities}
          head={[{ text: words.provider }, { text: words.subject }, { text: words.lastUsed }, { text: common.more, hidden: true }]}
        >
          {identities.map((one) => (
            <tr key={one.id}>
              <Cell>
                {one.provider_name}
                <span className="block text-xs text-muted">{one.issuer}</span>
              </Cell>
              <Cell className="max-w-60 truncate font-mono text-xs">{one.subject}</Cell>
              <Cell>
                <Time at={one.last_used_at} />
              </Cell>
              <Cell right>
                {one.is_last_way_in ? (
                  <span className="text-xs text-muted">{words.lastWay}</span>
                ) : (
                  <Button size="small" variant="danger" onClick={() => setLeaving(one)}>
                    {words.unlink}
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Confirm
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={words.unlink}
        text={words.unlinkText(leaving?.provider_name ?? '')}
        action={words.unlink}
        busy={unlink.isPending}
        onConfirm={() => leaving && unlink.mutate(leaving.id, { onSettled: () => setLeaving(null) })}
      />
    </Section>
  )
}

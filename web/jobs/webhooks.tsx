import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import type { CreatedWebhook, Webhook } from '#web/api/core.gen.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/webhooks.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Empty, Loading } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { tell, tellFailure } from '#web/ui/toasts.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'

type Asked = { webhook: Webhook; for: 'edit' | 'deliveries' | 'rotate' | 'delete' }

/** Addresses that are told of changes and of what jobs did: their state, what was sent to them, and a way to send it again. */
export function Webhooks() {
  const { data: webhooks, error } = useQuery(queryOf('webhook', 'GET /core/webhooks', { query: { page_size: 500, sort: 'name' } }))
  const [asked, setAsked] = useState<Asked | 'new' | null>(null)
  const [made, setMade] = useState<CreatedWebhook | null>(null)
  const close = () => setAsked(null)
  const attempt = (work: Promise<unknown>, done?: string) =>
    void work.then(() => done && tell(done), tellFailure).finally(() => void queries.invalidateQueries({ queryKey: ['webhook'] }))
  const pathOf = ({ id }: Webhook) => ({ path: { webhook_id: id } })
  const chosen = asked && asked !== 'new' ? asked.webhook : null
  const is = (what: Asked['for']) => asked !== null && asked !== 'new' && asked.for === what
  const add = (
    <Button variant="primary" onClick={() => setAsked('new')}>
      {words.add}
    </Button>
  )
  return (
    <div className="grid gap-3">
      {error && <FailureNote error={error} />}
      {!webhooks && !error && <Loading />}
      {webhooks?.length === 0 && (
        <Empty title={words.none} text={words.noneText}>
          {add}
        </Empty>
      )}
      {webhooks && webhooks.length > 0 && (
        <>
          <div className="flex justify-end">{add}</div>
          <Table label={words.webhooks} head={[{ text: words.name }, { text: words.told }, { text: words.state }, { text: common.more, hidden: true }]}>
            {webhooks.map((webhook) => (
              <tr key={webhook.id}>
                <Cell>
                  <span className="font-medium">{webhook.name}</span>
                  <span className="block max-w-96 truncate font-mono text-xs text-muted" title={webhook.url}>
                    {webhook.url}
                  </span>
                </Cell>
                <Cell className="max-w-72 text-xs text-muted">{webhook.events.join(', ') || words.onlyJobs}</Cell>
                <Cell>
                  <Badge tone={webhook.is_enabled ? 'ok' : webhook.stopped_reason ? 'bad' : 'neutral'}>{webhook.is_enabled ? words.on : words.off}</Badge>
                  {webhook.stopped_reason && <span className="block max-w-60 text-xs text-bad">{webhook.stopped_reason}</span>}
                </Cell>
                <Cell right>
                  <RowMenu
                    label={`${common.more}: ${webhook.name}`}
                    items={[
                      { text: words.deliveries, run: () => setAsked({ webhook, for: 'deliveries' }) },
                      ...(webhook.is_enabled
                        ? [{ text: words.test, run: () => attempt(call('POST /core/webhooks/{webhook_id}/test', pathOf(webhook)), words.tested) }]
                        : []),
                      { text: common.edit, run: () => setAsked({ webhook, for: 'edit' }) },
                      {
                        text: webhook.is_enabled ? words.disable : words.enable,
                        run: () => attempt(call('PATCH /core/webhooks/{webhook_id}', { ...pathOf(webhook), body: { is_enabled: !webhook.is_enabled } })),
                      },
                      ...(webhook.format === 'standard' ? [{ text: words.rotate, run: () => setAsked({ webhook, for: 'rotate' }) }] : []),
                      { text: common.delete, danger: true, run: () => setAsked({ webhook, for: 'delete' }) },
                    ]}
                  />
                </Cell>
              </tr>
            ))}
          </Table>
        </>
      )}
      {(asked === 'new' || is('edit')) && <WebhookForm webhook={chosen} onClose={close} onMade={setMade} />}
      {chosen && is('deliveries') && <Deliveries webhook={chosen} onClose={close} />}
      {made && made.format === 'standard' && <Secret made={made} onClose={() => setMade(null)} />}
      <Confirm
        open={is('rotate') || is('delete')}
        onClose={close}
        title={is('rotate') ? words.rotate : words.delete}
        text={is('rotate') ? words.rotateText : words.deleteText(chosen?.name ?? '')}
        action={is('rotate') ? words.rotate : common.delete}
        onConfirm={() => {
          if (!chosen) return
          if (is('rotate')) attempt(call('POST /core/webhooks/{webhook_id}/rotate', pathOf(chosen)).then(setMade))
          else attempt(call('DELETE /core/webhooks/{webhook_id}', pathOf(chosen)))
          close()
        }}
      />
    </div>
  )
}

/** What its messages are signed with, this once. */
const Secret = ({ made, onClose }: { made: CreatedWebhook; onClose: () => void }) => (
  <Dialog isOpen onClose={onClose} title={made.name} about={words.secretOnce} width="wide">
    <div className="grid gap-4 pt-1">
      <CodeLine text={made.secret} />
      <div className="flex justify-end">
        <Button variant="primary" onClick={onClose}>
          {common.done}
        </Button>
      </div>
    </div>
  </Dialog>
)

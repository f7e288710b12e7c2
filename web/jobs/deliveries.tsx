import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import type { Delivery, Webhook } from '#web/api/core.gen.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { text as words } from '#web/text/webhooks.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { duration } from '#web/ui/formats.ts'
import { Loading } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { Time } from '#web/ui/time.tsx'
import { tellFailure } from '#web/ui/toasts.tsx'

const TONES = { queued: 'accent', delivered: 'ok', failed: 'bad' } as const
const LOOK_AGAIN_MS = 2_000
const MOST = 50

/** What was sent to an address, each try with its answer, and a way to send it again. */
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [status, setStatus] = useState<'all' | Delivery['status']>('all')
  const { data: deliveries, error } = useQuery({
    ...queryOf('webhook', 'GET /core/webhooks/{webhook_id}/deliveries', {
      path: { webhook_id: webhook.id },
      query: { page_size: MOST, order: 'desc', ...(status === 'all' ? {} : { status }) },
    }),
    // The change feed tells of webhooks, not of each message.
    refetchInterval: LOOK_AGAIN_MS,
  })
  const replay = (delivery_id: string) =>
    void call('POST /core/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', { path: { webhook_id: webhook.id, delivery_id } })
      .then(() => queries.invalidateQueries({ queryKey: ['webhook'] }))
      .catch(tellFailure)
  return (
    <Dialog isOpen onClose={onClose} title={words.deliveriesOf(webhook.name)} width="wide">
      <div className="grid min-h-60 content-start gap-3">
        <div>
          <Segments
            label={words.state}
            options={[
              { value: 'all', label: words.all },
              { value: 'delivered', label: words.statuses.delivered },
              { value: 'failed', label: words.statuses.failed },
              { value: 'queued', label: words.statuses.queued },
            ]}
            value={status}
            onChange={setStatus}
          />
        </div>
        {error && <FailureNote error={error} />}
        {!deliveries && !error && <Loading rows={3} />}
        {deliveries?.length === 0 && <p className="text-sm text-muted">{words.noDeliveries}</p>}
        <ol className="grid gap-2">
          {deliveries?.map((delivery) => (
            <li key={delivery.id} className="grid gap-1 rounded-md border border-line p-3 text-sm">
              <div className="flex flex-wrap items-center gap-2">
                <Badge tone={TONES[delivery.status]}>{words.statuses[delivery.status]}</Badge>
                <span className="font-mono text-xs">{delivery.event}</span>
                <span className="text-muted">
                  <Time at={delivery.created_at} />
                </span>
                {delivery.replay_of && <span className="text-muted">{words.replayed}</span>}
                {delivery.status !== 'queued' && (
                  <Button size="small" className="ml-auto" onClick={() => replay(delivery.id)}>
                    {words.replay}
                  </Button>
                )}
              </div>
              <Tries delivery={delivery} />
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  )
}

const Tries = ({ delivery: { tries, body } }: { delivery: Delivery }) => (
  <details className="text-xs">
    <summary className="cursor-pointer text-muted">{words.tries(tries.length)}</summary>
    <ol className="mt-1 grid gap-0.5">
      {tries.map(({ at, status, duration_ms, error }) => (
        <li key={at} className="flex flex-wrap gap-x-3">
          <Time at={at} />
          <span className={error ? 'text-bad' : ''}>{error ?? words.answered(status ?? 0)}</span>
          <span className="text-muted tabular-nums">{duration(duration_ms)}</span>
        </li>
      ))}
    </ol>
    <pre className="mt-2 overflow-x-auto rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap break-all">{body}</pre>
  </details>
)

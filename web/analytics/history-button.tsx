import { useMutation, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { Chart, ChartRevision, Dashboard, DashboardRevision } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/analytics.ts'
import { text as common } from '#web/text/controls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CodeLine } from '#web/ui/copy.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading } from '#web/ui/page.tsx'
import { Time } from '#web/ui/time.tsx'
import { tell } from '#web/ui/toasts.tsx'

type HistoryButtonProps = { disabled?: boolean; className?: string } & (
  | { kind: 'chart'; object: Chart; onRestored?: (chart: Chart) => void }
  | { kind: 'dashboard'; object: Dashboard; onRestored?: (dashboard: Dashboard) => void }
)
type Revision = ChartRevision | DashboardRevision

/** Opens what a chart or dashboard was before, with the way back. For who may change it. */
export function HistoryButton({ disabled = false, className, ...of }: HistoryButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={disabled ? text.history.firstSave : text.history.open}
        disabled={disabled}
        onClick={() => setOpen(true)}
        {...(className ? { className } : {})}
      >
        <History size={15} />
      </IconButton>
      {isOpen && <HistoryDialog {...of} onClose={() => setOpen(false)} />}
    </>
  )
}

function HistoryDialog({ onClose, ...of }: Omit<HistoryButtonProps, 'disabled' | 'className'> & { onClose: () => void }) {
  const { kind, object } = of
  const { data, error } = useQuery<Revision[]>(
    (kind === 'chart'
      ? queryOf('chart', 'GET /analytics/charts/{chart_id}/history', { path: { chart_id: object.id } })
      : queryOf('dashboard', 'GET /analytics/dashboards/{dashboard_id}/history', { path: { dashboard_id: object.id } })) as never,
  )
  const restore = useMutation({
    mutationFn: async (revision: number) => {
      const body = { revision }
      const done = of as HistoryButtonProps
      if (done.kind === 'chart') done.onRestored?.(await call('POST /analytics/charts/{chart_id}/restore', { path: { chart_id: object.id }, body }))
      else done.onRestored?.(await call('POST /analytics/dashboards/{dashboard_id}/restore', { path: { dashboard_id: object.id }, body }))
      await queries.invalidateQueries({ queryKey: [kind] })
    },
    onSuccess: () => {
      tell(text.history.restored)
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={text.history.title(object.title)} about={text.history.about[kind]} width="medium">
      {error && <FailureNote error={error} />}
      {restore.error && <FailureNote error={restore.error} />}
      {!data && !error && <Loading label={common.loading} />}
      {data && (
        <ol className="divide-y divide-line">
          {data.map((revision, index) => (
            <Entry
              key={revision.revision}
              revision={revision}
              isNow={index === 0}
              isFirst={index === data.length - 1}
              {...(object.is_locked || restore.isPending ? {} : { onRestore: () => restore.mutate(revision.revision) })}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

type EntryProps = { revision: Revision; isNow: boolean; isFirst: boolean; onRestore?: () => void }

function Entry({ revision, isNow, isFirst, onRestore }: EntryProps) {
  const { author_name, created_at, restored_from, changed, content } = revision
  const members = changed.map((name) => text.history.members[name as keyof typeof text.history.members] ?? name).join(', ')
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="font-medium break-words">{author_name ?? text.history.somebody}</span>
          <span className="text-xs text-muted">
            <Time at={created_at} />
          </span>
          {isNow && <Badge tone="accent">{text.history.now}</Badge>}
        </p>
        <p className="text-xs break-words text-muted">
          {restored_from !== null && `${text.history.broughtBack(restored_from)} `}
          {members !== '' ? text.history.changed(members) : isFirst ? text.history.first : ''}
        </p>
        <details className="mt-1 text-xs">
          <summary className="cursor-pointer text-muted hover:text-text">{text.history.look}</summary>
          <div className="mt-1.5 grid gap-1.5">
            <p className="break-words">{content.title}</p>
            <CodeLine text={toldOf(content)} />
          </div>
        </details>
      </div>
      {!isNow && onRestore && (
        <Button size="small" onClick={onRestore} aria-label={text.history.restoreOf(revision.revision)}>
          {text.history.restore}
        </Button>
      )}
    </li>
  )
}

/** What a state asked or showed, as one would write it. */
function toldOf(content: Revision['content']): string {
  if ('query' in content) return 'sql' in content.query ? content.query.sql : JSON.stringify(content.query.semantic_query, null, 1)
  return JSON.stringify({ layout: content.layout, filters: content.filters }, null, 1)
}

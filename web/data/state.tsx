import type { Datasource, Extraction } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'

const TONES = { none: 'neutral', queued: 'accent', running: 'accent', completed: 'ok', failed: 'bad', cancelled: 'neutral' } as const

/** How far a data source is: what one waits for, or what is wrong with it. */
export function SourceState({ source }: { source: Datasource }) {
  if (source.status === 'disabled') return <Badge>{words.connection.disabled}</Badge>
  if (source.status === 'failed') return <Badge tone="bad">{words.connection.failed}</Badge>
  return <Badge tone={TONES[source.extraction_status]}>{words.states[source.extraction_status]}</Badge>
}

export const shareDone = ({ progress, stage, status }: Extraction): number => {
  if (status === 'completed') return 1
  const tables = progress.tables_total ? progress.tables_done / progress.tables_total : 0
  const columns = progress.columns_total ? progress.columns_done / progress.columns_total : 0
  return stage === 'describing' ? 0.6 + 0.4 * columns : 0.6 * tables
}

export function Bar({ share, label }: { share: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full rounded-full bg-accent transition-[width] duration-150" style={{ width: `${share * 100}%` }} />
    </div>
  )
}

import type { Job, JobRun } from '#web/api/core.gen.ts'
import { post, useChange, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/jobs.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading } from '#web/ui/page.tsx'
import { Time } from '#web/ui/time.tsx'
import { RUN_TONES } from './run-tones.ts'

/** The last runs of a job: how each ended, what it made, and what it said. */
export function JobRuns({ job, onClose }: { job: Job; onClose: () => void }) {
  const { data: runs, error } = useRead<JobRun[]>(`/core/jobs/${job.id}/runs?page_size=20`)
  const cancel = useChange((id: string) => post(`/core/jobs/runs/${id}/cancel`, {}), ['/core/jobs'])
  return (
    <Dialog isOpen onClose={onClose} title={`${job.name}: ${words.runs}`} width="wide">
      {(error ?? cancel.error) && <FailureNote error={(error ?? cancel.error) as Error} />}
      {!runs && !error && <Loading rows={3} />}
      {runs?.length === 0 && <p className="text-sm text-muted">{words.noRuns}</p>}
      <ol className="grid gap-2">
        {runs?.map((run) => (
          <li key={run.id} className="grid gap-2 rounded-md border border-line p-3 text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={RUN_TONES[run.status]}>{words.statuses[run.status]}</Badge>
              <Time at={run.started_at ?? run.created_at} />
              <span className="text-muted">{words.trigger[run.trigger]}</span>
              {run.missed > 0 && <span className="text-warn">{words.missed(run.missed)}</span>}
              {run.attempt > 1 && (
                <span className="text-muted">
                  {words.attempt}: {run.attempt}
                </span>
              )}
              {run.completed_at === null && (
                <span className="ml-auto">
                  <Button size="small" onClick={() => cancel.mutate(run.id)}>
                    {words.cancel}
                  </Button>
                </span>
              )}
            </div>
            {run.error && <p className="text-bad">{run.error}</p>}
            {run.result && <Facts facts={run.result} />}
            {run.log.length > 0 && (
              <details>
                <summary className="cursor-pointer text-muted">{words.log}</summary>
                <ol className="mt-1 grid gap-1 font-mono text-xs">
                  {run.log.map(({ at, level, message }) => (
                    <li key={`${at} ${message}`} className={level === 'error' ? 'text-bad' : level === 'warn' ? 'text-warn' : ''}>
                      {message}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

const Facts = ({ facts }: { facts: NonNullable<JobRun['result']> }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-xs">
    {Object.entries(facts).map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 break-words">{String(value ?? '–')}</dd>
      </div>
    ))}
  </dl>
)

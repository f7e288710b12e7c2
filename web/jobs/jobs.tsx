import { useState } from 'react'
import type { Job, User } from '#web/api/core.gen.ts'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/jobs.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Empty, Loading } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { JobForm, type JobStart } from './job-form.tsx'
import { JobRuns } from './job-runs.tsx'
import { RUN_TONES } from './run-tones.ts'

const STALE = ['/core/jobs']

type JobsProps = {
  /** Whose jobs are changed here; without one those of everybody, which is for administrators. */
  owner?: User | null
  /** A job to be made at once. */
  start?: JobStart | null
  onStarted?: () => void
}

/** What runs by a schedule or when told to, how it went, and when it runs next. */
export function Jobs({ owner = null, start = null, onStarted }: JobsProps) {
  const mine = owner && owner.role === 'admin' ? `&owner_id=${owner.id}` : ''
  const { data: jobs, error } = useRead<Job[]>(`/core/jobs?page_size=500${mine}`)
  const [editing, setEditing] = useState<Job | 'new' | null>(start ? 'new' : null)
  const mayChange = ({ owner_id }: Job) => owner === null || owner_id === owner.id
  const [showing, setShowing] = useState<Job | null>(null)
  const end = useChange((id: string) => remove(`/core/jobs/${id}`), STALE)
  const run = useChange((id: string) => post(`/core/jobs/${id}/run`, {}), STALE)
  const turn = useChange((job: Job) => post(`/core/jobs/${job.id}/${job.is_enabled ? 'disable' : 'enable'}`, {}), STALE)
  const failure = error ?? end.error ?? run.error ?? turn.error
  const add = (
    <Button variant="primary" onClick={() => setEditing('new')}>
      {words.add}
    </Button>
  )
  return (
    <div className="grid gap-3">
      {failure && <FailureNote error={failure} />}
      {!jobs && !error && <Loading />}
      {jobs?.length === 0 && (
        <Empty title={words.none} text={words.noneText}>
          {add}
        </Empty>
      )}
      {jobs && jobs.length > 0 && (
        <>
          <div className="flex justify-end">{add}</div>
          <Table
            label={words.jobs}
            head={[{ text: words.name }, { text: words.next }, { text: words.last }, { text: words.state }, { text: common.more, hidden: true }]}
          >
            {jobs.map((job) => (
              <tr key={job.id}>
                <Cell>
                  {job.name}
                  <span className="block text-xs text-muted">{words.kinds[job.kind]}</span>
                </Cell>
                <Cell>
                  {job.schedule ? <Time at={job.next_run_at} /> : <span className="text-muted">{words.never}</span>}
                  {job.schedule && <span className="block font-mono text-xs text-muted">{`${job.schedule.cron} · ${job.schedule.timezone}`}</span>}
                </Cell>
                <Cell>
                  {job.last_run ? (
                    <button type="button" className="grid justify-items-start gap-0.5 text-left" onClick={() => setShowing(job)}>
                      <Badge tone={RUN_TONES[job.last_run.status]}>{words.statuses[job.last_run.status]}</Badge>
                      <span className="text-xs text-muted">
                        <Time at={job.last_run.completed_at ?? job.last_run.created_at} />
                      </span>
                    </button>
                  ) : (
                    <span className="text-muted">–</span>
                  )}
                </Cell>
                <Cell>
                  <Badge tone={job.is_enabled ? 'ok' : job.stopped_reason ? 'bad' : 'neutral'}>{job.is_enabled ? words.on : words.off}</Badge>
                  {job.stopped_reason && <span className="block max-w-60 text-xs text-bad">{job.stopped_reason}</span>}
                </Cell>
                <Cell right>
                  <RowMenu
                    label={`${common.more}: ${job.name}`}
                    items={[
                      ...(job.is_enabled && mayChange(job) ? [{ text: words.run, run: () => run.mutate(job.id) }] : []),
                      { text: words.runs, run: () => setShowing(job) },
                      ...(mayChange(job)
                        ? [
                            { text: common.edit, run: () => setEditing(job) },
                            { text: job.is_enabled ? words.disable : words.enable, run: () => turn.mutate(job) },
                            { text: common.delete, danger: true, run: () => end.mutate(job.id) },
                          ]
                        : []),
                    ]}
                  />
                </Cell>
              </tr>
            ))}
          </Table>
        </>
      )}
      {editing && (
        <JobForm
          job={editing === 'new' ? null : editing}
          start={editing === 'new' ? start : null}
          isAdmin={owner === null || owner.role === 'admin'}
          onClose={() => {
            setEditing(null)
            if (start) onStarted?.()
          }}
        />
      )}
      {showing && <JobRuns job={showing} onClose={() => setShowing(null)} />}
    </div>
  )
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMe } from '#web/api/me.ts'
import { Jobs } from './jobs.tsx'

/** What the reader has run by a schedule, and what others let him see of theirs. */
export function OwnJobs() {
  const me = useMe()
  const navigate = useNavigate()
  const { watch, send } = useSearch({ from: '/shell/account/jobs' })
  const start = watch
    ? ({ kind: 'alert', payload: { chart_id: watch, condition: { operator: 'above', value: 0 } } } as const)
    : send
      ? ({ kind: 'subscription', payload: { dashboard_id: send } } as const)
      : null
  return <Jobs owner={me} start={start} onStarted={() => void navigate({ to: '/account/jobs', search: {}, replace: true })} />
}

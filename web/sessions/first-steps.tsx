import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '#web/api/me.ts'
import { queryOf } from '#web/api/queries.ts'
import { useMay } from '#web/api/rights.ts'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

const FEW = { page_size: 20 }

/** What a new deployment still lacks: data, its meaning, a first question, somebody to share with. It goes once all is done, or when it is put away. */
export function FirstSteps() {
  const me = useMe()
  const mayConnect = useMay('create_datasources')
  const kept = `querent.first-steps.${me?.id ?? ''}`
  const [isPutAway, setPutAway] = useState(() => localStorage.getItem(kept) !== null)
  const isWanted = mayConnect && !isPutAway
  const { data: sources } = useQuery({ ...queryOf('datasource', 'GET /semantic/datasources', { query: FEW }), enabled: isWanted })
  const { data: sessions } = useQuery({ ...queryOf('session', 'GET /llm/sessions', { query: FEW }), enabled: isWanted })
  const { data: users } = useQuery({ ...queryOf('user', 'GET /core/people', { query: FEW }), enabled: isWanted })
  if (!isWanted || !sources || !sessions || !users) return null
  const [first] = sources
  const isRead = sources.some(({ last_extraction_at }) => last_extraction_at !== null)
  const isAsked = sessions.some(({ message_count }) => message_count > 0)
  const isShared = users.some(({ id }) => id !== me?.id) || sessions.some(({ share_id }) => share_id !== null)
  const steps: { label: string; isDone: boolean; way: ReactNode }[] = [
    { label: text.first.connect, isDone: sources.length > 0, way: <Link to="/data/new">{text.first.connectNow}</Link> },
    {
      label: text.first.read,
      isDone: isRead,
      way: first && (
        <Link to="/data/$sourceId/operations" params={{ sourceId: first.id }}>
          {text.first.readNow}
        </Link>
      ),
    },
    { label: text.first.ask, isDone: isAsked, way: null },
    { label: text.first.share, isDone: isShared, way: me?.role === 'admin' && <Link to="/admin/users">{text.first.shareNow}</Link> },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-line bg-surface p-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="first-steps" className="font-semibold">
          {text.first.title}
        </h2>
        <IconButton
          label={text.first.putAway}
          onClick={() => {
            localStorage.setItem(kept, 'away')
            setPutAway(true)
          }}
        >
          <X size={15} />
        </IconButton>
      </div>
      <ol className="mt-2 grid gap-1.5 text-sm">
        {steps.map(({ label, isDone, way }, at) => (
          <li key={label} className="flex items-center gap-2.5">
            <span
              aria-hidden="true"
              className={classNames(
                'grid size-5 shrink-0 place-items-center rounded-full border text-xs tabular-nums',
                isDone ? 'border-transparent bg-ok-soft text-ok' : 'border-line-strong text-muted',
              )}
            >
              {isDone ? <Check size={12} /> : at + 1}
            </span>
            <span className={isDone ? 'text-muted' : ''}>
              {label}
              {isDone && <span className="sr-only"> ({text.first.done})</span>}
            </span>
            {at === next && way && <span className="ml-auto font-medium text-accent hover:underline">{way}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

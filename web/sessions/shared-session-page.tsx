import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, PageBody, PageHeader } from '#web/ui/page.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Message } from './shapes.ts'
import { TurnView } from './turn.tsx'
import { turnsOf } from './turn-data.ts'

/** The frozen copy of a session behind a link. */
export function SharedSessionPage() {
  const { shareId } = useParams({ from: '/shell/sessions/shared/$shareId' })
  const { data, error, isPending } = useQuery(queryOf('session', 'GET /llm/sessions/shared/{share_id}', { path: { share_id: shareId } }))
  const messages = data?.messages.map((message, at): Message => ({ ...message, id: `shared-${at}`, session_id: '', completion_id: null })) ?? []
  return (
    <>
      <PageHeader title={data?.title ?? text.title} />
      <PageBody width="reading" className="!gap-8">
        {error && <FailureNote error={error} />}
        {isPending && <Loading label={text.working} />}
        {data && (
          <p className="text-sm text-muted">
            {text.frozen} <Time at={data.shared_at} />
          </p>
        )}
        {turnsOf(messages, undefined).map((turn) => (
          <TurnView key={turn.key} turn={turn} isLast={false} isReadOnly onAsk={() => {}} />
        ))}
      </PageBody>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PageBody, PageHeader } from '#web/ui/page.tsx'
import { useAsk } from './ask.ts'
import { Composer } from './composer.tsx'
import { Question, Turn, Words } from './turns.tsx'

export function SessionPage() {
  const { sessionId } = useParams({ from: '/shell/sessions/$sessionId' })
  const session = useQuery(queryOf('session', 'GET /llm/sessions/{session_id}', { path: { session_id: sessionId } }))
  const turns = useQuery(
    queryOf('message', 'GET /llm/sessions/{session_id}/messages', { path: { session_id: sessionId }, query: { page_size: 200, order: 'asc' } }),
  )
  const { asking, ask, stop } = useAsk()
  const error = session.error ?? turns.error
  return (
    <>
      <PageHeader title={session.data?.title ?? text.title} />
      <PageBody width="reading" className="!gap-6">
        {error && <FailureNote error={error} />}
        {turns.data?.map((message, at) => (
          <Turn
            key={message.id}
            message={message}
            onAsk={(question) => void ask(question, { sessionId })}
            isLast={at === turns.data.length - 1 && !asking?.isRunning}
          />
        ))}
        {asking && (
          <>
            <Question>{asking.question}</Question>
            {asking.error ? <FailureNote error={asking.error} /> : <Words>{asking.text || `${text.working} …`}</Words>}
          </>
        )}
      </PageBody>
      <Composer isRunning={asking?.isRunning ?? false} onAsk={(question) => void ask(question, { sessionId })} onStop={stop} />
    </>
  )
}

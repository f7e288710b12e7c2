import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, PageHeader } from '#web/ui/page.tsx'
import { ask, follow, stop } from './ask.ts'
import { useAsking } from './asking.ts'
import { ChoiceMenus } from './composer/choice-menus.tsx'
import { Composer } from './composer/composer.tsx'
import { sourcesOf, useChoice } from './composer/use-choice.ts'
import { useClone } from './list/clone-session.ts'
import { SessionMenu } from './list/session-menu.tsx'
import { TurnView } from './turn.tsx'
import { type Turn, turnsOf, withoutMeaning } from './turn-data.ts'
import { useLatestInView } from './use-latest-in-view.ts'
import { useMessages } from './use-messages.ts'

export function SessionPage() {
  const { sessionId } = useParams({ from: '/shell/sessions/$sessionId' })
  return <Conversation key={sessionId} sessionId={sessionId} />
}

function Conversation({ sessionId }: { sessionId: string }) {
  const session = useQuery(queryOf('session', 'GET /llm/sessions/{session_id}', { path: { session_id: sessionId } }))
  const { messages, isPending, hasEarlier, isReadingEarlier, readEarlier, error: unread } = useMessages(sessionId)
  const asking = useAsking(sessionId)
  const choice = useChoice(session.data?.model)
  const turns = useMemo(() => turnsOf(messages, asking), [messages, asking])
  const level = session.data?.level ?? 'own'
  const mayAsk = level !== 'view'
  const clone = useClone(sessionId)
  const content = useRef<HTMLDivElement>(null)
  const [model, datasourceId] = [choice.model?.name, choice.datasourceId]
  const onAsk = useCallback((question: string) => void ask({ question, sessionId, model, datasourceId }), [sessionId, model, datasourceId])
  useUnfinished(sessionId, turns.at(-1), asking !== undefined)
  useLatestInView(content, isPending ? null : sessionId, turns[0]?.key, asking ? (turns.at(-1)?.key ?? null) : null)
  useNamedInView(!isPending)
  const error = session.error ?? unread
  return (
    <>
      <PageHeader title={session.data?.title ?? text.title}>{session.data && <SessionMenu session={session.data} />}</PageHeader>
      <div className="min-h-0 flex-1 overflow-auto">
        <div ref={content} className="mx-auto grid max-w-[744px] grid-cols-1 gap-8 p-4 md:py-6">
          {error && <FailureNote error={error} />}
          {isPending && !error && !asking && <Loading label={text.working} />}
          {hasEarlier && (
            <Button size="small" className="justify-self-center" disabled={isReadingEarlier} onClick={() => void readEarlier()}>
              {isReadingEarlier ? text.reading : text.earlier}
            </Button>
          )}
          {turns.map((turn, at) => (
            <TurnView key={turn.key} turn={turn} isLast={at === turns.length - 1} startsNear={at >= turns.length - 3} isReadOnly={!mayAsk} onAsk={onAsk} />
          ))}
        </div>
      </div>
      {!mayAsk && (
        <div className="mx-auto flex w-full max-w-[760px] items-center gap-3 border-t border-line px-4 py-3 text-sm text-muted">
          <span className="min-w-0 flex-1">{text.readOnly}</span>
          <Button size="small" onClick={() => void clone()}>
            {text.clone}
          </Button>
        </div>
      )}
      {mayAsk && !session.error && (
        <Composer
          isRunning={asking !== undefined && asking.phase !== 'failed'}
          onAsk={onAsk}
          onStop={() => void stop(sessionId)}
          datasourceIds={sourcesOf(choice)}
          model={choice.model?.name}
          lastQuestion={withoutMeaning(turns.at(-1)?.question ?? '')}
        >
          <ChoiceMenus {...choice} />
        </Composer>
      )}
    </>
  )
}

/** Goes on listening to an answer that was being given when this page was opened. */
function useUnfinished(sessionId: string, last: Turn | undefined, isAsking: boolean): void {
  const followed = useRef(new Set<string>())
  const { completionId = null, answer = null, question = '' } = last ?? {}
  useEffect(() => {
    if (isAsking || answer || completionId === null || followed.current.has(completionId)) return
    followed.current.add(completionId)
    follow(sessionId, completionId, question)
  }, [sessionId, completionId, answer, question, isAsking])
  if (isAsking && completionId) followed.current.add(completionId)
}

/** A link may name an answer. */
function useNamedInView(isReady: boolean): void {
  useEffect(() => {
    if (isReady && location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [isReady])
}

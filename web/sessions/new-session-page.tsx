import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { PageBody, PageHeader } from '#web/ui/page.tsx'
import { ask, stop } from './ask.ts'
import { NEW, useAsking } from './asking.ts'
import { ChoiceMenus } from './composer/choice-menus.tsx'
import { Composer } from './composer/composer.tsx'
import { type Choice, sourcesOf, useChoice } from './composer/use-choice.ts'
import { FirstSteps } from './first-steps.tsx'
import { turnsOf } from './turn-data.ts'

const loadTurn = () => import('./turn.tsx')
const TurnView = lazy(() => loadTurn().then(({ TurnView }) => ({ default: TurnView })))
const TURN_AFTER_MS = 1_000

/** Where a session begins: what one could ask, and the place to ask it. */
export function NewSessionPage() {
  const search = useSearch({ from: '/shell/' })
  const navigate = useNavigate()
  const choice = useChoice(search.model, search.source)
  const asking = useAsking(NEW)
  // What shows an answer is not needed to ask: it is there before the first one is.
  useEffect(() => {
    const waiting = setTimeout(() => void Promise.all([loadTurn(), import('./session-page.tsx')]).catch(() => undefined), TURN_AFTER_MS)
    return () => clearTimeout(waiting)
  }, [])
  async function begin(question: string) {
    // A question may be typed before the models are known.
    const model = await choice.settled().catch(() => undefined)
    const sessionId = await ask({ question, model: model?.name, datasourceId: choice.datasourceId })
    if (sessionId) void navigate({ to: '/sessions/$sessionId', params: { sessionId } })
  }
  return (
    <>
      <PageHeader title={text.newTitle} />
      <PageBody width="reading" className="!gap-6">
        {asking ? (
          <Suspense>
            {turnsOf([], asking).map((turn) => (
              <TurnView key="new" turn={turn} isLast onAsk={(question) => void begin(question)} />
            ))}
          </Suspense>
        ) : (
          <Openings choice={choice} onAsk={(question) => void begin(question)} />
        )}
      </PageBody>
      <Composer
        key={search.ask ?? ''}
        initial={search.ask ?? ''}
        isRunning={asking !== undefined && asking.phase !== 'failed'}
        onAsk={(question) => void begin(question)}
        onStop={() => void stop(NEW)}
        datasourceIds={sourcesOf(choice)}
        model={choice.model?.name}
      >
        <ChoiceMenus {...choice} />
      </Composer>
    </>
  )
}

function Openings({ choice, onAsk }: { choice: Choice; onAsk: (question: string) => void }) {
  const { model, datasourceId } = choice
  const query = { model: model?.name ?? '', ...(datasourceId ? { datasource_id: datasourceId } : {}) }
  const { data: suggestions, isLoading } = useQuery({ ...queryOf('description', 'GET /llm/suggestions', { query }), enabled: model !== undefined })
  return (
    <div className="grid content-start gap-6 pt-[12dvh] md:pt-[20dvh]">
      <div className="grid gap-1.5">
        <h2 className="text-2xl font-semibold tracking-tight">{text.heading}</h2>
        <p className="text-muted">{model && model.datasource_ids.length === 0 ? text.noData(model.name) : text.headingText}</p>
      </div>
      <FirstSteps />
      <section aria-label={text.suggestions} className="grid min-h-[8.5rem] content-start gap-2 sm:grid-cols-2">
        {isLoading && SLOTS.map((slot) => <div key={slot} className="skeleton h-16 rounded-lg bg-selected" aria-hidden="true" />)}
        {suggestions?.map(({ question, is_verified }) => (
          <button
            key={question}
            type="button"
            onClick={() => onAsk(question)}
            className="flex min-h-16 items-start gap-2.5 rounded-lg border border-line bg-surface p-3 text-left text-sm transition-colors duration-100 hover:border-line-strong hover:bg-raised"
          >
            <MessageCircleQuestion size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-faint" />
            <span className="min-w-0">
              {question}
              {is_verified && <span className="block text-xs text-ok">{text.basis.verified_query}</span>}
            </span>
          </button>
        ))}
      </section>
    </div>
  )
}
const SLOTS = ['a', 'b', 'c', 'd']

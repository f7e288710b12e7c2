import { ChevronRight, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Selected } from '#charts/browser.ts'
import { text } from '#web/text/work.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { AnswerCard } from '../answer/answer-card.tsx'
import { cellText } from '../answer/cell-text.ts'
import { Words } from '../answer/words.tsx'
import type { ChartAttachment, Message, QueryAttachment } from '../shapes.ts'
import { pickedOf } from './picked.ts'
import { Toolbar } from './toolbar.tsx'
import { Steps } from './undo-steps.tsx'
import { useChoices, useWork, type Work } from './use-work.ts'

type WorkedCardProps = { query: QueryAttachment; chart: ChartAttachment | null; message: Message; steps: Message[]; isReadOnly: boolean }

/** A card whose answer is worked on without asking again. Each step is told in words above the chart and can be gone back to. */
export function WorkedCard({ query, chart, message, steps, isReadOnly }: WorkedCardProps) {
  const own = useMemo(() => ({ query, chart, message, words: '', parent: null }), [query, chart, message])
  const work = useWork(own, steps)
  const { state, take } = work
  const [picked, setPicked] = useState<{ of: string; name: string; value: string | number | boolean | null } | null>(null)
  // Of a statement only the statement can be changed.
  const isStepped = state.query.semantic_query !== undefined
  const isPicked = picked?.of === state.query.id
  function select(selected: Selected) {
    const found = pickedOf(state.query.columns, selected)
    setPicked(found ? { of: state.query.id, ...found } : null)
  }
  return (
    <AnswerCard
      query={state.query}
      chart={state.chart}
      message={state.message}
      isReadOnly={isReadOnly}
      onType={isStepped ? (chart_type) => void take({ action: 'chart', chart_type }) : undefined}
      onSelect={isReadOnly || !isStepped ? undefined : select}
      onRun={(sql) => work.attempt({ action: 'sql', sql })}
    >
      {!isReadOnly && (isStepped ? <Toolbar work={work} /> : work.past.length > 1 && <Back work={work} />)}
      {work.past.length > 1 && <Path work={work} />}
      {isPicked && picked && <Picked work={work} picked={picked} onClose={() => setPicked(null)} />}
    </AnswerCard>
  )
}

/** The steps that led here, and what they came to. */
function Path({ work: { past, state, goTo } }: { work: Work }) {
  return (
    <div className="grid gap-1.5 border-b border-line px-3 py-2">
      <ol aria-label={text.steps} className="flex flex-wrap items-center gap-x-1 gap-y-0.5 text-sm">
        {past.map(({ query, words, change }, at) => (
          <li key={query.id} className="flex items-center gap-1">
            {at > 0 && <ChevronRight size={13} aria-hidden="true" className="text-faint" />}
            <button
              type="button"
              aria-current={query.id === state.query.id ? 'step' : undefined}
              onClick={() => goTo(query.id)}
              className={classNames('rounded px-1 text-left hover:bg-selected', query.id === state.query.id ? 'font-medium' : 'text-muted')}
            >
              {words === '' ? text.asAsked : text.stepOf(words, change)}
            </button>
          </li>
        ))}
      </ol>
      {state.words !== '' && <Words>{state.message.content}</Words>}
    </div>
  )
}

type PickedProps = { work: Work; picked: { name: string; value: string | number | boolean | null }; onClose: () => void }

/** What can be done with a mark that was clicked. */
function Picked({ work: { state, take, isBusy }, picked: { name, value }, onClose }: PickedProps) {
  const { data } = useChoices(state, true)
  const column = state.query.columns.find((one) => one.name === name)
  const group = data?.groups.find((one) => one.name === name)
  if (!column) return null
  const shown = cellText(value, column) ?? text.nothing
  const done = (work: Promise<void>) => void work.then(onClose)
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-1.5 text-sm">
      <span className="font-medium">{shown}</span>
      {group && column.grain === null && value !== null && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => done(take({ action: 'filter', table: group.table, column: group.column, operator: 'equals', values: [value] }))}
        >
          {text.onlyThis}
        </Button>
      )}
      {group && column.grain === null && value !== null && (
        <Button
          size="small"
          disabled={isBusy}
          onClick={() => done(take({ action: 'filter', table: group.table, column: group.column, operator: 'not_equals', values: [value] }))}
        >
          {text.withoutThis}
        </Button>
      )}
      {value !== null && (
        <Button size="small" disabled={isBusy} onClick={() => done(take({ action: 'why', dimension: name, value }))}>
          {text.why}
        </Button>
      )}
      {group?.into && (
        <Button size="small" disabled={isBusy} onClick={() => done(take({ action: 'drill', dimension: name, value }))}>
          {text.lookInto}
        </Button>
      )}
      <IconButton label={text.close} onClick={onClose} className="ml-auto size-6">
        <X size={14} />
      </IconButton>
    </div>
  )
}

const Back = ({ work }: { work: Work }) => (
  <div className="flex min-h-9 items-center justify-end border-b border-line px-2">
    <Steps work={work} />
  </div>
)

import { Check, ChevronRight, LoaderCircle } from 'lucide-react'
import { text } from '#web/text/sessions.ts'
import { duration } from '#web/ui/formats.ts'
import type { Step } from '../asking.ts'

/** What was done for an answer, one line each with its time, behind the one that is being done now. */
export function Steps({ steps, isRunning, source }: { steps: Step[]; isRunning: boolean; source?: string | undefined }) {
  const last = steps.at(-1)
  if (!last && !isRunning) return null
  const whole = last ? (last.endedAt ?? Date.now()) - (steps[0]?.startedAt ?? last.startedAt) : 0
  return (
    <details className="group text-sm text-muted">
      <summary className="inline-flex h-6 list-none items-center gap-1.5 rounded-md pr-1.5 hover:text-text">
        {isRunning ? (
          <LoaderCircle size={14} aria-hidden="true" className="motion-safe:animate-spin" />
        ) : (
          <ChevronRight size={14} aria-hidden="true" className="transition-transform duration-100 group-open:rotate-90" />
        )}
        <span>{isRunning ? `${nameOf(last, source)} …` : text.stepsTook(steps.length, duration(whole))}</span>
      </summary>
      <ol className="mt-1 grid gap-1 border-l border-line pl-3 ml-1.5">
        {steps.map((step) => (
          <li key={`${step.status} ${step.startedAt}`} className="flex items-center gap-2">
            <Check size={13} aria-hidden="true" className={step.endedAt === null ? 'invisible' : 'text-ok'} />
            <span>{nameOf(step, source)}</span>
            {step.endedAt !== null && <span className="num ml-auto text-xs">{duration(step.endedAt - step.startedAt)}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

const nameOf = (step: Step | undefined, source: string | undefined): string => {
  if (!step) return text.working
  return step.status === 'executing_query' && source ? text.runOn(source) : text.steps[step.status]
}

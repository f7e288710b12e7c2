import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { post, remove, useChange, useRead } from '#web/api/paths.ts'
import type { FixableTerm, ProposedFix, TermFix, TermFixed } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { text as refusals } from '#web/text/refusals.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { count } from '#web/ui/formats.ts'
import { Section } from '#web/ui/page.tsx'
import { MeasureFromTerm } from './measure-from-term.tsx'
import { useSource } from './use-source.ts'

const STALE = ['/semantic/datasources', '/semantic/descriptions', '/semantic/measures']

/** Words people used that the source does not know, each with what would make it known by one click. */
export function Unmatched() {
  const { source } = useSource()
  const path = `/semantic/datasources/${source.id}/unmatched-terms`
  const { data: terms } = useRead<FixableTerm[]>(`${path}?page_size=50`)
  if (!terms?.length) return null
  return (
    <Section title={words.unmatched}>
      <p className="mb-3 text-sm text-muted">{words.unmatchedText}</p>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {terms.map((term) => (
          <Term key={term.term} term={term} path={`${path}/${encodeURIComponent(term.term)}`} />
        ))}
      </ul>
    </Section>
  )
}

function Term({ term: { term, times, last_question, fixes, fixed }, path }: { term: FixableTerm; path: string }) {
  const [done, setDone] = useState<TermFixed | null>(null)
  const [isDefining, setDefining] = useState(false)
  const fix = useChange((body: TermFix) => post<TermFixed>(`${path}/fix`, body), STALE)
  const undo = useChange(() => remove(`${path}/fix`), STALE)
  const dismiss = useChange(() => remove(path), STALE)
  const error = fix.error ?? undo.error ?? dismiss.error
  const busy = fix.isPending || undo.isPending
  const apply = (body: TermFix, whenDone?: () => void) =>
    fix.mutate(body, {
      onSuccess: (result) => {
        setDone(result)
        whenDone?.()
      },
    })
  return (
    <li className="grid min-w-0 gap-2 p-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium">{term}</span>
        <span className="text-xs text-faint">{words.askedTimes(count(times))}</span>
        <span className="min-w-0 flex-1 basis-48 text-sm text-muted">{last_question}</span>
      </div>
      {fixed === null ? (
        <div className="flex flex-wrap items-center gap-2">
          {fixes.map((proposed) => (
            <Button key={JSON.stringify(proposed.fix)} size="small" disabled={busy} onClick={() => apply(proposed.fix)}>
              {words.fixAs(nameOf(proposed))}
            </Button>
          ))}
          <Button size="small" variant="ghost" disabled={busy} onClick={() => setDefining(true)}>
            {words.fixByFormula}
          </Button>
          <Button size="small" variant="ghost" onClick={() => dismiss.mutate(undefined)}>
            {words.dismiss}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="inline-flex items-center gap-1.5 text-ok">
            <Check size={14} aria-hidden="true" />
            {words.fixedAs(placeOf(fixed))}
          </span>
          <Button size="small" variant="ghost" disabled={busy} onClick={() => undo.mutate(undefined, { onSuccess: () => setDone(null) })}>
            <Undo2 size={14} aria-hidden="true" />
            {words.undoFix}
          </Button>
        </div>
      )}
      {done && fixed !== null && <Answered {...done} />}
      {error && <FailureNote error={error} />}
      {isDefining && (
        <MeasureFromTerm
          term={term}
          busy={busy}
          error={fix.error}
          onClose={() => setDefining(false)}
          onSubmit={(body) => apply(body, () => setDefining(false))}
        />
      )}
    </li>
  )
}

const nameOf = ({ fix, label }: ProposedFix): string => (fix.kind === 'value' ? words.fixValue(label) : label)
const placeOf = (fix: TermFix): string => {
  if (fix.kind === 'measure') return fix.measure
  if (fix.kind === 'formula') return fix.expression ?? fix.table
  const place = fix.column ? `${fix.table}.${fix.column}` : fix.table
  return fix.kind === 'value' ? `${place} = ${fix.value}` : place
}

const ROWS = 5

/** The question once more, with its first rows, or why it still has no answer. */
function Answered({ question, answer, reason }: TermFixed) {
  return (
    <div className="grid min-w-0 gap-1 rounded-md bg-raised px-3 py-2 text-sm">
      <span className="text-muted">{question}</span>
      {answer === null ? (
        <span className="text-warn">{reason === null ? null : refusals.reasons[reason]}</span>
      ) : (
        <div className="overflow-x-auto">
          <table className="text-left">
            <thead>
              <tr>
                {answer.columns.map(({ name, label }) => (
                  <th key={name} scope="col" className="pr-6 font-medium">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {answer.rows.slice(0, ROWS).map((row) => (
                <tr key={JSON.stringify(row)}>
                  {answer.columns.map(({ name }, at) => (
                    <td key={name} className="pr-6 tabular-nums">
                      {cell(row[at])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

const cell = (value: unknown): string => (value === null || value === undefined ? '–' : typeof value === 'number' ? count(value) : String(value))

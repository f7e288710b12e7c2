import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'

const SqlEditor = lazy(() => import('./sql-editor.tsx').then(({ SqlEditor }) => ({ default: SqlEditor })))

type SqlViewProps = { sql: string; explanation?: string | undefined; onRun?: ((sql: string) => Promise<void>) | undefined }

/** The statement behind an answer: read, explained, copied, or changed and run. */
export function SqlView({ sql, explanation, onRun }: SqlViewProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const [isExplained, setExplained] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function run() {
    if (!onRun || edited === null) return
    setRunning(true)
    setError(null)
    try {
      await onRun(edited)
      setEdited(null)
    } catch (failure) {
      setError(failure)
    } finally {
      setRunning(false)
    }
  }
  return (
    <div className="grid grid-cols-1 gap-2 p-3">
      <div className="flex flex-wrap items-center gap-1.5">
        {edited === null ? (
          <>
            {onRun && (
              <Button size="small" onClick={() => setEdited(sql)}>
                {text.edit}
              </Button>
            )}
            {explanation && (
              <Button size="small" aria-expanded={isExplained} onClick={() => setExplained(!isExplained)}>
                {text.explain}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button size="small" variant="primary" disabled={isRunning || edited.trim() === ''} onClick={() => void run()}>
              <Play size={13} aria-hidden="true" />
              {isRunning ? text.running : text.run}
            </Button>
            <Button size="small" onClick={() => setEdited(null)}>
              {text.cancel}
            </Button>
          </>
        )}
        <span className="ml-auto" />
        <CopyButton value={edited ?? sql} label={text.copySql} />
      </div>
      {isExplained && explanation && <p className="rounded-md bg-sunken px-3 py-2 text-sm">{explanation}</p>}
      {error !== null && <FailureNote error={error} />}
      {edited === null ? (
        <Sql>{sql}</Sql>
      ) : (
        <Suspense fallback={<Sql>{edited}</Sql>}>
          <SqlEditor value={edited} onChange={setEdited} onRun={() => void run()} />
        </Suspense>
      )}
    </div>
  )
}

const TOKENS =
  /('(?:[^']|'')*')|("(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])|(--[^\n]*)|\b(\d+(?:\.\d+)?)\b|\b(select|from|where|group|by|order|having|limit|offset|join|left|right|inner|outer|full|cross|on|as|and|or|not|in|is|null|like|between|case|when|then|else|end|distinct|union|all|intersect|except|with|over|partition|asc|desc|cast|exists|count|sum|avg|min|max|coalesce|nullif|round|filter|using|true|false|nulls|first|last)\b/gi
const LOOKS = ['', 'text-ok', '', 'text-muted italic', 'text-warn', 'text-accent']
/** What scrolls is reached by keyboard too. */
const SCROLLED = { tabIndex: 0 }

/** A statement, its words told apart by colour. */
export function Sql({ children }: { children: string }) {
  const parts: { at: number; text: string; look: string }[] = []
  let from = 0
  for (const match of children.matchAll(TOKENS)) {
    if (match.index > from) parts.push({ at: from, text: children.slice(from, match.index), look: '' })
    parts.push({ at: match.index, text: match[0], look: LOOKS[match.findIndex((part, index) => index > 0 && part !== undefined)] ?? '' })
    from = match.index + match[0].length
  }
  parts.push({ at: from, text: children.slice(from), look: '' })
  return (
    <section aria-label={text.showSql} {...SCROLLED} className="max-h-72 overflow-auto rounded-md bg-sunken">
      <pre className="p-3 font-mono text-xs leading-5 whitespace-pre-wrap">
        {parts.map(({ at, text: part, look }) => (
          <span key={at} className={look}>
            {part}
          </span>
        ))}
      </pre>
    </section>
  )
}

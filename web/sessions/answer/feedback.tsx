import { useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/field.tsx'
import { tell, tellFailure } from '#web/ui/toasts.tsx'

type Rating = 'positive' | 'negative'

/** Whether the answer was good; of one that was not, why. */
export function Feedback({ completionId, isLast }: { completionId: string; isLast: boolean }) {
  const path = { completion_id: completionId }
  // What was said of older answers is read when somebody points at them.
  const [isNear, setNear] = useState(isLast)
  const { data } = useQuery({ ...queryOf('completion', 'GET /llm/session/completions/{completion_id}', { path }), enabled: isNear, staleTime: 300_000 })
  const near = { onPointerEnter: () => setNear(true), onFocus: () => setNear(true) }
  const [isSaying, setSaying] = useState(false)
  const rating = data?.feedback?.rating
  async function rate(next: Rating, comment?: string) {
    try {
      await call('POST /llm/session/completions/{completion_id}/feedback', { path, body: { rating: next, ...(comment ? { comment } : {}) } })
      await queries.invalidateQueries({ queryKey: ['completion'] })
      setSaying(next === 'negative' && comment === undefined)
      if (comment !== undefined || next === 'positive') tell(text.thanks)
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-0.5">
        <IconButton {...near} label={text.good} aria-pressed={rating === 'positive'} onClick={() => void rate('positive')}>
          <ThumbsUp size={14} />
        </IconButton>
        <IconButton {...near} label={text.bad} aria-pressed={rating === 'negative'} onClick={() => void rate('negative')}>
          <ThumbsDown size={14} />
        </IconButton>
      </div>
      {isSaying && <Reasons onSay={(comment) => void rate('negative', comment)} onClose={() => setSaying(false)} />}
    </div>
  )
}

function Reasons({ onSay, onClose }: { onSay: (comment: string) => void; onClose: () => void }) {
  const [reasons, setReasons] = useState<string[]>([])
  const [note, setNote] = useState('')
  const said = [...reasons, ...(note.trim() ? [note.trim()] : [])].join('; ')
  function send(event: FormEvent) {
    event.preventDefault()
    if (said) onSay(said)
  }
  const toggle = (reason: string) => setReasons((before) => (before.includes(reason) ? before.filter((one) => one !== reason) : [...before, reason]))
  return (
    <form onSubmit={send} className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      <p className="text-sm font-medium">{text.whatWasWrong}</p>
      <div className="flex flex-wrap gap-1.5">
        {text.reasons.map((reason) => (
          <Button
            key={reason}
            size="small"
            aria-pressed={reasons.includes(reason)}
            onClick={() => toggle(reason)}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {reason}
          </Button>
        ))}
      </div>
      <Textarea aria-label={text.comment} placeholder={text.comment} value={note} maxLength={2_000} onChange={({ target }) => setNote(target.value)} />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {text.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!said}>
          {text.sendComment}
        </Button>
      </div>
    </form>
  )
}

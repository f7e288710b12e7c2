import { type FormEvent, useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/embedding.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, TextAreaField, TextField } from '#web/ui/field.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { useEmbedding } from './use-embedding.ts'

/** Whether a dashboard may be embedded, and in pages of which origins. */
export function Frames({ dashboard }: { dashboard: Dashboard }) {
  const { enabled, allowed_domains, questions_per_day } = dashboard.embedded
  const [isOn, setOn] = useState(enabled)
  const [domains, setDomains] = useState(allowed_domains.join('\n'))
  const [most, setMost] = useState(questions_per_day === undefined ? '' : String(questions_per_day))
  const save = useEmbedding(dashboard)
  const named = domains
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/\/+$/, ''))
    .filter(Boolean)
  const questions = most.trim() === '' ? undefined : Number(most)
  const isSame = isOn === enabled && named.join() === allowed_domains.join() && questions === questions_per_day
  function submit(event: FormEvent) {
    event.preventDefault()
    const limit = questions === undefined ? {} : { questions_per_day: questions }
    save.mutate({ enabled: isOn, allowed_domains: named, ...limit }, { onSuccess: () => tell(common.saved) })
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Check label={text.enabled} hint={text.enabledHint} checked={isOn} onChange={({ target }) => setOn(target.checked)} />
      <TextAreaField
        label={text.domains}
        hint={text.domainsHint}
        rows={4}
        spellCheck={false}
        placeholder="https://app.example.com"
        value={domains}
        disabled={!isOn}
        onChange={({ target }) => setDomains(target.value)}
        className="font-mono text-xs"
      />
      <TextField
        label={text.questions}
        hint={text.questionsHint}
        type="number"
        min={0}
        max={1_000_000}
        step={1}
        value={most}
        disabled={!isOn}
        onChange={({ target }) => setMost(target.value)}
        className="w-40"
      />
      {isOn && named.length === 0 && <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{text.noDomains}</p>}
      {enabled && !isOn && <p className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">{text.switchingOff}</p>}
      {save.error && <FailureNote error={save.error} />}
      <Button type="submit" variant="primary" disabled={isSame || save.isPending} className="justify-self-start">
        {common.save}
      </Button>
    </form>
  )
}

import { useState } from 'react'
import { text as words } from '#web/text/settings.ts'
import { TextField } from '#web/ui/field.tsx'
import { lockOf, PartForm, type PartProps, useSaving } from './form.tsx'

const textOf = (days: number | null): string => (days === null ? '' : String(days))
const daysOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** What is forgotten after a while. */
export function Retention({ settings }: PartProps) {
  const [audit, setAudit] = useState(textOf(settings.retention.audit_days))
  const [guests, setGuests] = useState(textOf(settings.retention.guest_thread_days))
  const [runs, setRuns] = useState(textOf(settings.retention.run_days))
  const saving = useSaving(settings)
  const field = (name: string, label: string, hint: string, value: string, set: (value: string) => void, min: number) => {
    const { disabled, told } = lockOf(settings, name)
    const error = saving.error?.param === name ? saving.error.message : null
    return (
      <TextField
        label={label}
        hint={told ?? hint}
        error={error}
        type="number"
        min={min}
        disabled={disabled}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    )
  }
  return (
    <PartForm
      title={words.retention}
      about={words.auditHint}
      saving={saving}
      change={() => ({ retention: { audit_days: daysOf(audit), guest_thread_days: daysOf(guests), run_days: daysOf(runs) } })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {field('retention.audit_days', words.audit, '', audit, setAudit, 1)}
        {field('retention.guest_thread_days', words.guests, words.guestsHint, guests, setGuests, 0)}
        {field('retention.run_days', words.runs, words.runsHint, runs, setRuns, 1)}
      </div>
    </PartForm>
  )
}

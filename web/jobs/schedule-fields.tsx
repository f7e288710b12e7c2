import { useState } from 'react'
import type { NextJobRuns } from '#web/api/core.gen.ts'
import { query, useRead } from '#web/api/paths.ts'
import { text as words } from '#web/text/jobs.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'

export type Schedule = { cron: string; timezone: string } | null

const CRONS: Record<string, string> = { hourly: '0 * * * *', daily: '0 7 * * *', weekdays: '0 7 * * 1-5', weekly: '0 7 * * 1', monthly: '0 7 1 * *' }
const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A schedule in words or as cron, in a time zone, and when it comes next. */
export function ScheduleFields({ schedule, onChange }: { schedule: Schedule; onChange: (schedule: Schedule) => void }) {
  const known = schedule ? (Object.keys(CRONS).find((name) => CRONS[name] === schedule.cron) ?? 'own') : 'none'
  const [isOwn, setIsOwn] = useState(known === 'own')
  const choice = isOwn ? 'own' : known
  const timezone = schedule?.timezone ?? here
  const isWhole = schedule !== null && schedule.cron.trim().split(/\s+/).length === 5
  const { data: told, error } = useRead<NextJobRuns>(isWhole ? `/core/jobs/next-runs${query({ ...schedule, count: 3 })}` : null)
  const shown = new Intl.DateTimeFormat(document.documentElement.lang || 'en', { dateStyle: 'medium', timeStyle: 'short', timeZone: told?.schedule.timezone })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.schedule}
        value={choice}
        onChange={({ target: { value } }) => {
          setIsOwn(value === 'own')
          onChange(value === 'none' ? null : { cron: CRONS[value] ?? schedule?.cron ?? '0 7 * * *', timezone })
        }}
      >
        {Object.entries(words.schedules).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {schedule && <TextField label={words.timezone} required value={timezone} onChange={({ target }) => onChange({ ...schedule, timezone: target.value })} />}
      {schedule && choice === 'own' && (
        <TextField
          label={words.cron}
          hint={words.cronHint}
          required
          className="font-mono"
          value={schedule.cron}
          error={error?.message ?? null}
          onChange={({ target }) => onChange({ ...schedule, cron: target.value })}
        />
      )}
      {told && (
        <p className="text-sm text-muted sm:col-span-2">
          {words.comes} {told.runs.map((at) => shown.format(new Date(at))).join(' · ')}
        </p>
      )}
    </div>
  )
}

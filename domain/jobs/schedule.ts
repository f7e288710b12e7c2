import { Cron } from 'croner'
import { z } from 'zod'
import { strict } from '../strict.ts'

/** Times of a schedule that are counted at most: after a long stop nobody asks for the exact number. */
const MOST_COUNTED = 1_000

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const Schedule = strict({
  cron: z.string().trim().min(9).max(200).meta({ description: 'Five fields: minute, hour, day of month, month, day of week', example: '0 7 * * 1-5' }),
  timezone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'an IANA time zone such as Europe/Berlin')
    .default('UTC')
    .meta({ description: 'The IANA time zone the fields are read in', example: 'Europe/Berlin' }),
})
  .superRefine((schedule, issues) => {
    const refuse = (message: string) => issues.addIssue({ code: 'custom', path: ['cron'], message })
    try {
      if (nextRun(schedule, new Date()) === null) refuse('this schedule has no time to come')
    } catch {
      refuse('a cron expression of five fields such as "0 7 * * 1-5": minute, hour, day of month, month, day of week')
    }
  })
  .meta({ id: 'Schedule', example: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' } })
export type Schedule = z.infer<typeof Schedule>

/** Fails with what the library says of a pattern it cannot read. */
const patternOf = ({ cron, timezone }: Schedule): Cron => new Cron(cron, { timezone, mode: '5-part', paused: true })

/**
 * The first time of a schedule after a moment; `null` when there is none. In the night when the clock goes forward a time that is skipped is made up for
 * right after it; when it goes back, one at an hour that comes twice is its first.
 */
export const nextRun = (schedule: Schedule, after: Date): Date | null => patternOf(schedule).nextRun(after)

/** The next `count` times of a schedule. */
export const nextRuns = (schedule: Schedule, after: Date, count: number): Date[] => patternOf(schedule).nextRuns(count, after)

/** The last time of a schedule from `first` (one of its times) up to `now`, and how many there were before it: 999 at most. */
export function lastRunUntil(schedule: Schedule, first: Date, now: Date): { last: Date; before: number } {
  const pattern = patternOf(schedule)
  let last = first
  for (let before = 0; before < MOST_COUNTED - 1; before += 1) {
    const next = pattern.nextRun(last)
    if (next === null || next > now) return { last, before }
    last = next
  }
  // Too many to walk through: this run stands for all of them.
  return { last: pattern.previousRuns(1, now)[0] ?? last, before: MOST_COUNTED - 1 }
}

import type { JobRun } from '#web/api/core.gen.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const RUN_TONES: Record<JobRun['status'], Tone> = { queued: 'neutral', running: 'accent', succeeded: 'ok', failed: 'bad', cancelled: 'neutral' }

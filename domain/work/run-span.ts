import { failureCode, type RunOutcome, type Span, type Telemetry } from '../telemetry.ts'
import type { Run } from './runs.ts'

/** One attempt at a run as it is traced and counted. */
export type WatchedRun = { span: Span; isOf(kind: string): void; end(outcome: RunOutcome, error?: unknown): void }

/** A trace of its own: what queued the run may have ended long ago. */
export function watchRun(telemetry: Telemetry, { id, kind: queue, attempt }: Run): WatchedRun {
  const span = telemetry.begin(`run ${queue}`, { 'querent.run.id': id, 'querent.run.queue': queue, 'querent.run.attempt': attempt }, 'internal')
  const started = performance.now()
  let kind = queue
  return {
    span,
    isOf(named) {
      kind = named
      span.rename(`run ${queue} ${kind}`)
      span.set({ 'querent.job.kind': kind })
    },
    end(outcome, error) {
      span.set({ 'querent.run.outcome': outcome })
      span.end(error === undefined ? null : failureCode(error))
      telemetry.count('runs', { queue, kind, outcome })
      telemetry.took('run', { queue, kind }, (performance.now() - started) / 1000)
    },
  }
}

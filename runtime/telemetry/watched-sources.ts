import type { Sources, SourceType } from '#domain/semantics/sources/source.ts'
import { failureCode } from '#domain/telemetry.ts'
import type { Metrics } from './metrics.ts'

const ROWS = [0, 1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

/** The same sources, every use of which is counted and timed by the kind of source: the wait for a turn is a part of it. */
export function watchSources(sources: Sources, metrics: Metrics): Sources {
  const uses = metrics.counter('source_calls', 'Uses of data sources; the outcome is ok, cancelled or the code of the failure', [
    'source',
    'operation',
    'outcome',
  ])
  const seconds = metrics.histogram('source_call_duration_seconds', 'Seconds a use of a data source took, with the wait for a turn', ['source', 'operation'])
  const rows = metrics.histogram('query_rows', 'Rows a query answered', ['source'], ROWS)

  async function watched<Result>(source: SourceType, operation: keyof Sources, signal: AbortSignal, use: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    let outcome = 'ok'
    try {
      return await use()
    } catch (error) {
      outcome = signal.aborted ? 'cancelled' : failureCode(error)
      throw error
    } finally {
      uses.inc({ source, operation, outcome })
      seconds.observe({ source, operation }, (performance.now() - started) / 1000)
    }
  }

  return {
    serves: (type) => sources.serves(type),
    validate: (spec, signal) => watched(spec.type, 'validate', signal, () => sources.validate(spec, signal)),
    introspect: (spec, signal) => watched(spec.type, 'introspect', signal, () => sources.introspect(spec, signal)),
    profile: (spec, table, signal) => watched(spec.type, 'profile', signal, () => sources.profile(spec, table, signal)),
    query: (spec, query, signal, sink) =>
      watched(spec.type, 'query', signal, async () => {
        const result = await sources.query(spec, query, signal, sink)
        rows.observe({ source: spec.type }, result.rowCount ?? result.rows.length)
        return result
      }),
  }
}

import type { WriteWatch } from '#db/client.ts'
import type { LogEntry } from '#domain/context.ts'
import type { Sources } from '#domain/semantics/sources/source.ts'
import { NO_TELEMETRY, type Telemetry } from '#domain/telemetry.ts'
import type { WatchRequest } from '#http/inbound.ts'
import type { Environment } from '../env.ts'
import type { Answer } from '../listener.ts'
import type { Watched } from './process-readings.ts'
import { traceEndpoint } from './settings.ts'

/** What a process of Node or Bun tells of its work, as far as the operator asked for it. */
export type LocalTelemetry = {
  telemetry: Telemetry
  watchRequest: WatchRequest | null
  writes: WriteWatch | undefined
  /** The same sources, counted where somebody counts. */
  sources(sources: Sources): Sources
  /** From now on the metrics tell of these too. */
  watch(parts: Watched): void
  /** What Prometheus reads; `null` where there are no metrics. */
  page: Answer | null
  /** Sends the last spans. */
  close(): Promise<void>
}

const NOTHING: LocalTelemetry = {
  telemetry: NO_TELEMETRY,
  watchRequest: null,
  writes: undefined,
  sources: (sources) => sources,
  watch() {},
  page: null,
  close: async () => {},
}

/** Loads nothing of what is off. */
export async function openTelemetry(environment: Environment, version: string, log: (entry: LogEntry) => void): Promise<LocalTelemetry> {
  const endpoint = traceEndpoint(environment)
  if (endpoint === null && environment.METRICS === 'off') return NOTHING
  const tracing = endpoint === null ? null : await openTraces(environment, endpoint, version, log)
  const metrics = environment.METRICS === 'on' ? (await import('./metrics.ts')).openMetrics({ version }) : null
  const { watchRequests } = await import('./watched-requests.ts')
  const common = {
    telemetry: {
      begin: tracing?.begin ?? NO_TELEMETRY.begin,
      count: metrics?.count ?? NO_TELEMETRY.count,
      took: metrics?.took ?? NO_TELEMETRY.took,
    },
    watchRequest: watchRequests(tracing?.begin ?? null, metrics),
    close: async () => {
      await tracing?.close()
      metrics?.close()
    },
  }
  if (!metrics) return { ...NOTHING, ...common }
  const [{ watchSources }, { readProcess, watchWrites }, { metricsPage }] = await Promise.all([
    import('./watched-sources.ts'),
    import('./process-readings.ts'),
    import('./metrics-page.ts'),
  ])
  return {
    ...common,
    writes: watchWrites(metrics),
    sources: (sources) => watchSources(sources, metrics),
    watch: (parts) => readProcess(metrics, { ...parts, spans: tracing?.counts ?? null }),
    page: metricsPage(metrics, environment.METRICS_TOKEN),
  }
}

async function openTraces(settings: Environment, endpoint: string, version: string, log: (entry: LogEntry) => void) {
  const [{ openTracing }, { createOtlpExporter }] = await Promise.all([import('./tracing.ts'), import('./otlp.ts')])
  return openTracing({ settings, exporter: createOtlpExporter(settings, endpoint), version, environment: settings.APP_ENV, log })
}

import type { Ports } from '#domain/context.ts'
import { NO_TELEMETRY } from '#domain/telemetry.ts'
import type { WatchRequest } from '#http/inbound.ts'
import type { Environment } from '../env.ts'
import { createOtlpExporter } from './otlp.ts'
import { traceEndpoint } from './settings.ts'
import { openTracing } from './tracing.ts'
import { watchRequests } from './watched-requests.ts'

/** Traces of an isolate: sent when the outermost span has ended, within what its request is given beyond its reply. There is no process whose figures one could read. */
export function edgeTelemetry(
  environment: Environment,
  version: string,
  log: Ports['log'],
  waitUntil: (work: Promise<unknown>) => void,
): { telemetry: Ports['telemetry']; watchRequest: WatchRequest | null } {
  const endpoint = traceEndpoint(environment)
  if (endpoint === null) return { telemetry: NO_TELEMETRY, watchRequest: null }
  const { begin } = openTracing({
    settings: environment,
    exporter: createOtlpExporter(environment, endpoint),
    version,
    environment: environment.APP_ENV,
    log,
    traceEnded: (flush) => waitUntil(flush()),
  })
  return { telemetry: { ...NO_TELEMETRY, begin }, watchRequest: watchRequests(begin, null) }
}

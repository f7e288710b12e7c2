import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65535)
const httpUrl = z.url({ protocol: /^https?$/ })
const count = z.coerce.number().int().min(1).max(1_000_000)

/** `key=value,key=value`, the values percent-encoded, as OpenTelemetry writes lists (W3C Baggage). */
const pairs = z.string().transform((text, check): Record<string, string> => {
  const found = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), decoded(pair.slice(pair.indexOf('=') + 1).trim()), pair.indexOf('=') > 0] as const)
  if (found.every(([, value, isPair]) => isPair && value !== null)) return Object.fromEntries(found.map(([key, value]) => [key, value ?? '']))
  check.addIssue({ code: 'custom', message: 'key=value,key=value, the values percent-encoded' })
  return z.NEVER
})

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Whom the operator has told of traces and figures: nobody, unless he says otherwise. The names beginning with OTEL are OpenTelemetry's own. */
export const TELEMETRY_SETTINGS = {
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/protobuf', 'http/json'], 'http/protobuf or http/json; gRPC is not spoken').default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(100).max(120_000).default(10_000),
  OTEL_TRACES_SAMPLER: z
    .enum(['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).max(600_000).default(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count.default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.default(512),
  METRICS: z.enum(['on', 'off']).default('off'),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.default(42019),
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
}

const Told = z.object(TELEMETRY_SETTINGS)
export type TelemetrySettings = z.infer<typeof Told>

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/** What other settings make necessary. */
export const missingForTelemetry = ({ METRICS, METRICS_HOST, METRICS_TOKEN }: TelemetrySettings): string[] =>
  METRICS === 'on' && !METRICS_TOKEN && !LOOPBACK.test(METRICS_HOST)
    ? ['METRICS_TOKEN: needed where METRICS_HOST is not this machine alone: the metrics are for nobody else']
    : []

/** Where traces are sent; `null` = nowhere. */
export function traceEndpoint(settings: TelemetrySettings): string | null {
  if (settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === 'none') return null
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: exact } = settings
  return exact ?? (base === undefined ? null : `${base.replace(/\/+$/, '')}/v1/traces`)
}

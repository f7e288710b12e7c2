import { SpanKind as OtelKind, type Span as OtelSpan, ROOT_CONTEXT, SpanStatusCode, TraceFlags, type Tracer, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { LogEntry } from '#domain/context.ts'
import type { Attributes, Span, SpanKind, Telemetry } from '#domain/telemetry.ts'
import type { TelemetrySettings } from './settings.ts'
import { createSpanQueue, type SpanCounts } from './span-queue.ts'

export type Tracing = Pick<Telemetry, 'begin'> & {
  /** What became of spans that have ended. */
  counts(): SpanCounts
  /** Sends what has ended; settles when it is sent, or lost. */
  flush(): Promise<void>
  close(): Promise<void>
}

export type TracingParts = {
  settings: TelemetrySettings
  exporter: SpanExporter
  version: string
  environment: string
  log(entry: LogEntry): void
  /** Where no timer outlives a request: called when the outermost span of a trace has ended here. */
  traceEnded?: (flush: () => Promise<void>) => void
}

const KINDS: Record<SpanKind, OtelKind> = { server: OtelKind.SERVER, client: OtelKind.CLIENT, internal: OtelKind.INTERNAL }
/** Longer than any word of ours: a span has no room for a text. */
const VALUE_LENGTH = 256

/** Traces by the OpenTelemetry SDK. What cannot be sent is dropped and counted; no caller waits for it. */
export function openTracing({ settings, exporter, version, environment, log, traceEnded }: TracingParts): Tracing {
  const queue = createSpanQueue({ settings, exporter, log, isTimed: traceEnded === undefined })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'querent',
      'service.version': version,
      'service.instance.id': crypto.randomUUID(),
      'deployment.environment.name': environment,
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      ...(settings.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': settings.OTEL_SERVICE_NAME }),
    }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH, attributeCountLimit: 64 },
    spanProcessors: [queue.processor],
  })
  const tracer = provider.getTracer('querent', version)
  const flush = () => queue.flush()
  return {
    begin(name, attributes, kind, traceparent) {
      const parent = traceparent ? parseTraceParent(traceparent) : null
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: given(attributes) }, context)
      return spanOf(tracer, span, traceEnded ? () => traceEnded(flush) : null)
    },
    counts: queue.counts,
    flush,
    close: () => queue.close(),
  }
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TelemetrySettings): Sampler {
  const root = name.endsWith('always_on') ? new AlwaysOnSampler() : name.endsWith('always_off') ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}

const given = (attributes: Attributes | undefined): Record<string, string | number | boolean> =>
  Object.fromEntries(Object.entries(attributes ?? {}).filter((entry): entry is [string, string | number | boolean] => entry[1] !== undefined))

function spanOf(tracer: Tracer, span: OtelSpan, ended: (() => void) | null): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  const traceparent = `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`
  if (!span.isRecording()) {
    const unrecorded: Span = { child: () => unrecorded, set() {}, rename() {}, end() {}, traceparent }
    return unrecorded
  }
  const inside = trace.setSpan(ROOT_CONTEXT, span)
  return {
    traceparent,
    child: (name, attributes, kind = 'internal') => spanOf(tracer, tracer.startSpan(name, { kind: KINDS[kind], attributes: given(attributes) }, inside), null),
    set: (attributes) => void span.setAttributes(given(attributes)),
    rename: (name) => void span.updateName(name),
    end(failure) {
      if (!span.isRecording()) return
      if (failure) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      ended?.()
    },
  }
}

import type { ExportResult } from '@opentelemetry/core'
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { TelemetrySettings } from './settings.ts'

/** What a collector may answer better a moment later (OTLP 1.x, "Failures"). */
const PASSING = new Set([429, 502, 503, 504])
const FIRST_PAUSE_MS = 1_000
const TRIES = 3
/** OpenTelemetry's `ExportResultCode`. */
const [SUCCESS, FAILED] = [0, 1]

type Sent = { ok: true } | { ok: false; reason: string; retryMs: number | null }

/**
 * Sends spans to a collector by OTLP over HTTP, with the `fetch` of the runtime: one call for each batch, tried again where the collector says that it may.
 * Nobody waits for it; what cannot be sent in time is lost.
 */
export function createOtlpExporter(settings: TelemetrySettings, endpoint: string): SpanExporter {
  const isJson = settings.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json'
  const serializer = isJson ? JsonTraceSerializer : ProtobufTraceSerializer
  const headers = {
    ...(settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? settings.OTEL_EXPORTER_OTLP_HEADERS),
    'content-type': isJson ? 'application/json' : 'application/x-protobuf',
  }
  const under = new Set<Promise<void>>()

  async function send(body: Uint8Array<ArrayBuffer>, until: number): Promise<Sent> {
    try {
      const signal = AbortSignal.timeout(Math.max(1, until - Date.now()))
      const response = await globalThis.fetch(endpoint, { method: 'POST', headers, body, redirect: 'manual', signal })
      await response.body?.cancel()
      if (response.ok) return { ok: true }
      const after = Number(response.headers.get('retry-after') ?? Number.NaN)
      const retryMs = PASSING.has(response.status) ? (Number.isFinite(after) ? after * 1_000 : FIRST_PAUSE_MS) : null
      return { ok: false, reason: `status ${response.status}`, retryMs }
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.name : 'not reached', retryMs: FIRST_PAUSE_MS }
    }
  }

  async function deliver(spans: ReadableSpan[]): Promise<ExportResult> {
    const body = serializer.serializeRequest(spans) as Uint8Array<ArrayBuffer> | undefined
    const until = Date.now() + settings.OTEL_EXPORTER_OTLP_TIMEOUT
    for (let tried = 1; body; tried++) {
      const sent = await send(body, until)
      if (sent.ok) break
      const pauseMs = (sent.retryMs ?? 0) * 1.5 ** (tried - 1)
      if (sent.retryMs === null || tried === TRIES || Date.now() + pauseMs >= until) return { code: FAILED, error: new Error(sent.reason) }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return { code: SUCCESS }
  }

  return {
    export(spans, done) {
      const delivering: Promise<void> = deliver(spans)
        .catch((error: Error) => ({ code: FAILED, error }))
        .then(done)
        .finally(() => under.delete(delivering))
      under.add(delivering)
    },
    forceFlush: async () => void (await Promise.all(under)),
    shutdown: async () => void (await Promise.all(under)),
  }
}

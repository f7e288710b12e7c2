import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import type { LogEntry } from '#domain/context.ts'
import type { TelemetrySettings } from './settings.ts'

/** `dropped`: the queue was full; `failed`: the collector did not take them. */
export type SpanCounts = { exported: number; failed: number; dropped: number }

export type SpanQueue = { processor: SpanProcessor; counts(): SpanCounts; flush(): Promise<void>; close(): Promise<void> }

type Parts = { settings: TelemetrySettings; exporter: SpanExporter; log(entry: LogEntry): void; isTimed: boolean }

const TOLD_EVERY_MS = 60_000
/** What a process that stops waits for its last spans to be sent. */
const CLOSING_MS = 5_000
const NEVER_MS = 2 ** 31 - 1

/**
 * The SDK's batches behind a limit that counts what is under way too: a collector that is slow or away costs so many spans of memory and no more.
 * Without `isTimed` nothing is sent before `flush`.
 */
export function createSpanQueue({ settings, exporter, log, isTimed }: Parts): SpanQueue {
  const most = settings.OTEL_BSP_MAX_QUEUE_SIZE
  const counts: SpanCounts = { exported: 0, failed: 0, dropped: 0 }
  let held = 0
  let toldAt = Number.NEGATIVE_INFINITY

  function tell(reason: string): void {
    if (Date.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = Date.now()
    log({ level: 'warn', message: 'the collector of traces does not take them', reason, failed: counts.failed, dropped: counts.dropped })
  }

  const counting: SpanExporter = {
    export(spans, done) {
      exporter.export(spans, (result) => {
        held -= spans.length
        if (result.code === 0) counts.exported += spans.length
        else {
          counts.failed += spans.length
          tell(result.error?.message ?? 'unknown')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: most,
    maxExportBatchSize: Math.min(most, settings.OTEL_BSP_MAX_EXPORT_BATCH_SIZE),
    scheduledDelayMillis: isTimed ? settings.OTEL_BSP_SCHEDULE_DELAY : NEVER_MS,
    exportTimeoutMillis: settings.OTEL_EXPORTER_OTLP_TIMEOUT + 1_000,
  })
  const flush = () => batches.forceFlush().catch(() => {})
  return {
    processor: {
      onStart: (span, context) => batches.onStart(span, context),
      onEnd(span: ReadableSpan) {
        if (held >= most) {
          counts.dropped += 1
          tell('the queue is full')
          return
        }
        held += 1
        batches.onEnd(span)
      },
      forceFlush: flush,
      shutdown: () => batches.shutdown(),
    },
    counts: () => ({ ...counts }),
    flush,
    close: () => Promise.race([batches.shutdown().catch(() => {}), new Promise<void>((over) => setTimeout(over, CLOSING_MS).unref())]),
  }
}

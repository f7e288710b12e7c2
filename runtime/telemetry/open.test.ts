import { createServer } from 'node:http'
import { expect, test, vi } from 'vitest'
import { NO_TELEMETRY } from '#domain/telemetry.ts'
import { listen } from '#test/listen.ts'
import { startOtlpReceiver } from '#test/otlp-receiver.ts'
import { ownEndpointsOf, readEnvironment } from '../env.ts'
import { openMetrics } from './metrics.ts'
import { metricsPage } from './metrics-page.ts'
import { openTelemetry } from './open.ts'
import { createOtlpExporter } from './otlp.ts'
import { openTracing } from './tracing.ts'

const tracingTo = (origin: string, settings: Record<string, string> = {}) => {
  const environment = readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: origin, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...settings })
  const log: unknown[] = []
  const exporter = createOtlpExporter(environment, `${origin}/v1/traces`)
  const tracing = openTracing({ settings: environment, exporter, version: '1', environment: 'development', log: (entry) => void log.push(entry) })
  return { tracing, log, spans: (count: number) => Array.from({ length: count }, () => tracing.begin('work', {}, 'internal').end()) }
}

test.each([
  ['nothing is asked for', {}],
  ['it is switched off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }],
  ['no exporter is wanted', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }],
])('where %s there are no spans, no figures and no page', async (_, settings) => {
  const told = await openTelemetry(readEnvironment(settings), '1', () => {})
  expect([told.telemetry, told.watchRequest, told.page, told.writes]).toEqual([NO_TELEMETRY, null, null, undefined])
  const sources = { serves: () => true } as never
  expect(told.sources(sources)).toBe(sources)
})

test('a collector that answers nothing costs no more than the queue, and what is dropped is counted', async () => {
  const silent = await listen(createServer(() => {}))
  const { tracing, log, spans } = tracingTo(silent.origin, {
    OTEL_BSP_MAX_QUEUE_SIZE: '8',
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  })
  spans(50)
  expect(tracing.counts().dropped).toBe(42)
  await tracing.close()
  expect(tracing.counts()).toEqual({ exported: 0, failed: 8, dropped: 42 })
  expect(log).toMatchObject([{ level: 'warn', message: 'the collector of traces does not take them', reason: 'the queue is full' }])
  await silent.stop()
})

test('what a collector cannot take now is sent again, what it refuses is not', async () => {
  let status = 503
  const receiver = await startOtlpReceiver(() => status)
  const { tracing, spans } = tracingTo(receiver.origin)
  spans(1)
  const sent = tracing.flush()
  await vi.waitFor(() => expect(receiver.heard()).toContain('/v1/traces'))
  status = 200
  await sent
  expect(tracing.counts()).toMatchObject({ exported: 1, failed: 0 })
  status = 400
  spans(1)
  await tracing.close()
  expect(tracing.counts()).toMatchObject({ exported: 1, failed: 1 })
  await receiver.stop()
})

test('spans are protobuf unless JSON is asked for', async () => {
  const receiver = await startOtlpReceiver(() => 202 + 300)
  const { tracing, spans } = tracingTo(receiver.origin, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_EXPORTER_OTLP_TIMEOUT: '100' })
  spans(1)
  await tracing.close()
  expect(receiver.heard()).toContain('"content-type":"application/x-protobuf"')
  await receiver.stop()
})

test.each([
  ['always_off', undefined, '00'],
  ['traceidratio', '01', '00'],
  ['parentbased_always_off', undefined, '00'],
  ['parentbased_always_off', '01', '01'],
  ['parentbased_always_on', '00', '00'],
  ['parentbased_always_on', undefined, '01'],
])('the sampler %s under a caller of %s ends in %s', async (sampler, caller, flags) => {
  const { tracing } = tracingTo('http://127.0.0.1:9', { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0' })
  const traceId = 'ab'.repeat(16)
  const span = tracing.begin('work', {}, 'server', caller && `00-${traceId}-${'cd'.repeat(8)}-${caller}`)
  expect(span.traceparent).toMatch(new RegExp(`^00-${caller ? traceId : '[0-9a-f]{32}'}-[0-9a-f]{16}-${flags}$`))
  expect(span.child('part').traceparent?.split('-')[1]).toBe(span.traceparent?.split('-')[1])
})

test('the page of metrics is for who has the token, and is one page', async () => {
  const metrics = openMetrics({ version: '1' })
  const page = metricsPage(metrics, 'a-token-for-prometheus')
  const get = async (path: string, authorization?: string, method = 'GET') => {
    const response = await page(new Request(`http://127.0.0.1${path}`, { method, headers: authorization ? { authorization } : {} }), null)
    return [response.status, (await response.text()).includes('querent_build_info')]
  }
  expect(await get('/metrics')).toEqual([401, false])
  expect(await get('/metrics', 'Bearer a-token-for-prometheuS')).toEqual([401, false])
  expect(await get('/metrics', 'Bearer a-token-for-prometheus')).toEqual([200, true])
  expect(await get('/metrics', 'Bearer a-token-for-prometheus', 'POST')).toEqual([405, false])
  expect(await get('/', 'Bearer a-token-for-prometheus')).toEqual([404, false])
  metrics.close()
})

test('metrics are for this machine alone, unless a token guards them', () => {
  expect(() => readEnvironment({ METRICS: 'on', METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_TOKEN')
  expect(() => readEnvironment({ METRICS: 'on', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'short' })).toThrow('16 characters')
  expect(readEnvironment({ METRICS: 'on', METRICS_HOST: '0.0.0.0', METRICS_TOKEN: 'x'.repeat(16) }).METRICS_HOST).toBe('0.0.0.0')
  expect(() => readEnvironment({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('gRPC is not spoken')
})

test('no data source leads to the metrics or the collector', () => {
  const environment = readEnvironment({ METRICS: 'on', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.1.2.3:4318' })
  expect(ownEndpointsOf(environment)).toEqual(
    expect.arrayContaining([
      { host: null, port: 42019 },
      { host: '10.1.2.3', port: 4318 },
    ]),
  )
})

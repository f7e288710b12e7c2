import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelRegistry } from '#connectors/models/registry.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { type ModelServer, startModelServer } from '#test/hostile/model-server.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '#test/otlp-receiver.ts'
import { connectFiles, extract, realSources, sharedRunners } from '#test/ports.ts'
import { readEnvironment } from '../env.ts'
import { type LocalTelemetry, openTelemetry } from './open.ts'

/** Stands in the data, in the question and in what a model says. */
const CANARY = 'Quetzalcoatlus'
const KEY = 'sk-canary-8841'
const CALLER = '4bf92f3577b34da6a3ce929d0e0e4736'

let receiver: OtlpReceiver
let provider: ModelServer
let server: TestServer
let told: LocalTelemetry
let source = ''
let page = ''
let logged = ''

const ask = (model: string, headers: Record<string, string> = {}) =>
  server.open('POST /llm/session/completions', {
    headers,
    body: { model, stream: true, messages: [{ role: 'user', content: `How many visits of ${CANARY} Zoo are there?` }] },
  })

beforeAll(async () => {
  receiver = await startOtlpReceiver()
  provider = await startModelServer()
  const environment = readEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20b',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'shop-questions',
    OTEL_RESOURCE_ATTRIBUTES: 'team=data',
    METRICS: 'on',
  })
  told = await openTelemetry(environment, '0.0.42', () => {})
  const real = realSources()
  server = await testServer({
    ports: { ...real, sources: told.sources(real.sources), models: createModelRegistry({ fetch }), telemetry: told.telemetry },
    ...(told.watchRequest ? { watchRequest: told.watchRequest } : {}),
  })
  told.watch({ db: server.db, pool: sharedRunners(), turns: () => ({ running: 0, waiting: 3 }) })
  const visits = Array.from({ length: 40 }, (_, at) => `${at + 1},${at % 4 ? 'Harbour' : `${CANARY} Zoo`},${at + 5}`)
  source = await connectFiles(server, { 'visits.csv': ['id,place,amount', ...visits].join('\n') })
  await extract(server, source)
  await server.request('POST /core/models', { body: { name: 'keeper', base_model_id: 'builtin', datasource_ids: [source] } })
  const { body: made } = await server.request('POST /core/providers', {
    body: { name: `${CANARY}-provider`, kind: 'openai-compatible', base_url: provider.baseUrl, api_key: KEY },
  })
  const base = await server.request('POST /core/models', { body: { name: 'base', provider_id: made.id, upstream: 'gpt-small' } })
  await server.request('POST /core/models', { body: { name: 'vendor', base_model_id: base.body.id, datasource_ids: [source] } })

  const answer = await readCompletion(await ask('keeper', { traceparent: `00-${CALLER}-00f067aa0ba902b7-01` }))
  expect(answer.attachments.find(({ type }: { type: string }) => type === 'query')).toMatchObject({ rows: [[10]] })
  provider.play([
    { tools: [{ name: 'run_sql', input: JSON.stringify({ sql: `select nothing from visits where place = '${CANARY}'`, reason: CANARY }) }] },
    { tools: [{ name: 'run_sql', input: JSON.stringify({ datasource_id: source, sql: `delete from visits where place = '${CANARY}'` }) }] },
    { tools: [{ name: 'run_sql', input: JSON.stringify({ datasource_id: CANARY, sql: 'select count(*) as n from visits' }) }] },
    { text: 'There are [[1:1:n]].' },
  ])
  await readCompletion(await ask('vendor'))
  await server.request(`GET /core/groups/${CANARY}`)
  await server.open(`GET /nothing/${CANARY}`)
  await server.querent.idle()
  page = (await (await told.page?.(new Request('http://127.0.0.1/metrics'), null))?.text()) ?? ''
  logged = JSON.stringify(server.log)
  await told.close()
}, 90_000)
afterAll(async () => {
  await server.close()
  await Promise.all([receiver.stop(), provider.close()])
})

const inTrace = (traceId: string) => receiver.spans().filter((span) => span.traceId === traceId)
const path = (spans: ReceivedSpan[], span: ReceivedSpan): string[] => {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? path(spans, parent) : []), span.name]
}

test('a question is one trace below its caller’s: request, question, model calls and queries, with ids and figures', () => {
  const spans = inTrace(CALLER)
  const route = 'POST /api/v1/llm/session/completions'
  const paths = spans.map((span) => path(spans, span).join(' > '))
  expect(new Set(paths)).toEqual(new Set([route, `${route} > question`, `${route} > question > chat builtin`, `${route} > question > query`]))
  const named = (name: string) => spans.find((span) => span.name === name)?.attributes ?? {}
  expect(spans.find(({ name }) => name === route)).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7' })
  expect(named(route)).toMatchObject({ 'http.route': '/api/v1/llm/session/completions', 'http.response.status_code': 200, 'querent.service': 'llm' })
  expect(named('question')).toMatchObject({
    'querent.question.outcome': 'answered',
    'querent.question.answered_by': 'builtin',
    'querent.question.queries': 1,
    'querent.question.rows': 1,
    'querent.datasource.ids': source,
    'querent.model.id': expect.stringMatching(/^mdl_/),
  })
  expect(named('query')).toMatchObject({ 'querent.datasource.id': source, 'db.system.name': 'file', 'querent.query.rows': 1, 'querent.query.form': 'semantic' })
  const question = spans.find(({ name }) => name === 'question') as ReceivedSpan
  const request = spans.find(({ name }) => name === route) as ReceivedSpan
  expect(BigInt(request.endTimeUnixNano) >= BigInt(question.endTimeUnixNano)).toBe(true)
})

test('a vendor’s calls tell their provider, model and tokens; what failed tells its code', () => {
  const calls = receiver.spans().filter(({ name }) => name === 'chat gpt-small')
  expect(calls.length).toBeGreaterThanOrEqual(4)
  expect(calls[0]).toMatchObject({
    kind: 3,
    attributes: {
      'gen_ai.provider.name': 'openai-compatible',
      'gen_ai.request.model': 'gpt-small',
      'querent.attempts': 1,
      'querent.provider.id': expect.stringMatching(/^prv_/),
    },
  })
  const question = inTrace(calls[0]?.traceId ?? '').find(({ name }) => name === 'question')
  expect(question?.attributes).toMatchObject({ 'querent.question.answered_by': 'model', 'gen_ai.usage.input_tokens': expect.any(Number) })
  const failures = inTrace(calls[0]?.traceId ?? '')
    .filter(({ name }) => name === 'query')
    .map(({ attributes, status }) => [attributes['error.type'], status.code])
  expect(failures).toContainEqual(['statement_not_allowed', 2])
  expect(failures).toContainEqual([undefined, 0])
})

test('an extraction is a trace of its own with its stages', () => {
  const root = receiver.spans().find(({ name }) => name.startsWith('run extraction'))
  const parts = inTrace(root?.traceId ?? '').filter(({ parentSpanId }) => parentSpanId === root?.spanId)
  expect(parts.map(({ name }) => name).toSorted()).toEqual(['describe tables', 'profile tables', 'read schema'])
  expect(root?.attributes).toMatchObject({ 'querent.run.outcome': 'succeeded', 'querent.datasource.id': source })
})

test('nothing of the data, the question, the answer or a secret is sent or shown', () => {
  const sent = `${receiver.heard()}\n${page}`
  expect(receiver.spans().length).toBeGreaterThan(20)
  for (const word of [CANARY, KEY, 'visits', 'select', 'Harbour', 'How many', 'amount', server.adminKey, 'admin@example.com']) {
    expect(sent.toLowerCase(), word).not.toContain(word.toLowerCase())
  }
})

test('the collector is told who tells, and gets the key it was promised', () => {
  expect(receiver.resource()).toMatchObject({ 'service.name': 'shop-questions', 'service.version': '0.0.42', team: 'data' })
  expect(receiver.heard()).toContain('POST /v1/traces')
  expect(receiver.heard()).toContain('"x-collector-key":"a b"')
})

test('the log line of a request names its trace', () => {
  expect(logged).toContain(`"trace_id":"${CALLER}"`)
})

test.each([
  'querent_http_requests_total{method="POST",route="/api/v1/llm/session/completions",status="200"} 2',
  'querent_http_requests_total{method="GET",route="/api/v1/core/groups/{group_id}",status="404"} 1',
  'querent_http_requests_total{method="GET",route="none",status="404"} 1',
  'querent_http_requests_in_flight 0',
  'querent_open_streams{kind="events"} 0',
  'querent_questions_total{outcome="answered",reason="none",answered_by="builtin"} 1',
  'querent_questions_total{outcome="answered",reason="none",answered_by="model"} 1',
  'querent_model_calls_total{provider="openai-compatible",outcome="ok"} 4',
  'querent_tool_repairs_total{kind="data_source_not_by_its_id"} 2',
  'querent_source_calls_total{source="file",operation="query",outcome="statement_not_allowed"} 1',
  'querent_runs_total{queue="extraction",kind="extraction",outcome="succeeded"} 1',
  'querent_query_turns{place="servers",state="waiting"} 3',
  'querent_build_info{version="0.0.42",runtime="node"} 1',
])('the metrics have %s', (line) => {
  expect(page.split('\n')).toContain(line)
})

test('the metrics have the process itself', () => {
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'querent_query_runner_processes', 'querent_spans_total']) {
    expect(page).toMatch(new RegExp(`^${name}[ {]`, 'm'))
  }
})

test('the dashboard asks for metrics there are, by labels they have', () => {
  const board = JSON.parse(readFileSync('deploy/telemetry/grafana/querent.json', 'utf8'))
  const asked: string[] = board.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr))
  expect(asked.length).toBeGreaterThan(30)
  const labelsOf = (metric: string): string[] => {
    const lines = page.split('\n').filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
    return lines.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label = '']) => label))
  }
  for (const expr of asked) {
    const metrics = [...expr.matchAll(/\b((?:querent|nodejs|process)_\w+)\{([^}]*)\}/g)]
    expect(metrics.length, expr).toBeGreaterThan(0)
    for (const [, metric = '', matchers = ''] of metrics) {
      const name = metric.replace(/_bucket$/, '')
      expect(page, name).toContain(`# TYPE ${name} `)
      const grouped = /by \(([^)]*)\)/.exec(expr)?.[1]?.split(',') ?? []
      const wanted = [...grouped.map((label) => label.trim()), ...[...matchers.matchAll(/(\w+)[!=]/g)].map(([, label = '']) => label)]
      const has = labelsOf(metric)
      expect(
        wanted.filter((label) => label && !['job', 'instance', 'le'].includes(label) && has.length > 0 && !has.includes(label)),
        expr,
      ).toEqual([])
    }
  }
})

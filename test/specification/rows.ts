import { createSpeechEngines } from '#connectors/speech/engines.ts'
import { type Reply, type TestServer, testServer } from '#test/harness.ts'
import { chinook, extract, realSources, uploadOf } from '#test/ports.ts'
import { speechServer } from '#test/speech-server.ts'

export type RowOutcome = { row: string; fault: string | null }

/** What earlier rows made and later rows need. */
type Made = { datasource: string; description: string; model: string; group: string; user: string; session: string; chart: string; dashboard: string }

type Row = (server: TestServer, made: Made) => Promise<string | null>

const need = (ok: boolean, reply: Reply): string | null => (ok ? null : `${reply.status} ${reply.text.slice(0, 300)}`)
const ids = (reply: Reply): string[] => reply.body.map((item: { id: string }) => item.id)

const wav = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(44 + 3200)
  bytes.set(new TextEncoder().encode('RIFF\u0000\u0000\u0000\u0000WAVEfmt \u0010\u0000\u0000\u0000\u0001\u0000\u0001\u0000'))
  return bytes
}

/** Every row of the specification's endpoint tables, in the order of its workflows, each with what it must really do. */
export const ROWS: Record<string, Row> = {
  'GET /health': async ({ request }) => {
    const reply = await request('GET /health')
    return need(reply.status === 200 && reply.body.status === 'ok' && reply.body.checks.database.ok, reply)
  },
  'GET /api/v1/<service>/docs': async ({ open }) => {
    for (const service of ['core', 'llm', 'analytics', 'semantic', 'audio']) {
      const page = await open(`GET /${service}/docs`, { as: null })
      const document = await open(`GET /${service}/openapi.json`, { as: null })
      const { openapi, paths } = (await document.json()) as { openapi: string; paths: Record<string, unknown> }
      if (page.status !== 200 || !(await page.text()).includes('swagger-ui') || openapi !== '3.1.0' || Object.keys(paths).length < 2)
        return `${service}: ${page.status} ${openapi}`
    }
    return null
  },
  'POST /api/v1/semantic/datasources': async ({ request }, made) => {
    const file = await request('POST /semantic/files', { raw: uploadOf('chinook.sqlite', chinook()) })
    const reply = await request('POST /semantic/datasources', { body: { name: 'Music shop', type: 'sqlite', connection: { file_id: file.body.id } } })
    made.datasource = reply.body.datasource_id
    return need(reply.status === 201 && reply.body.id === reply.body.datasource_id && reply.body.status === 'connected', reply)
  },
  'GET /api/v1/semantic/datasources': async ({ request }, { datasource }) => {
    const reply = await request('GET /semantic/datasources')
    return need(reply.status === 200 && ids(reply).includes(datasource), reply)
  },
  'GET /api/v1/semantic/datasources/{datasource_id}': async ({ request }, { datasource }) => {
    const reply = await request(`GET /semantic/datasources/${datasource}`)
    return need(reply.status === 200 && reply.body.name === 'Music shop', reply)
  },
  'POST /api/v1/semantic/semanticextractions': async (server, { datasource }) => {
    const model = await server.request('POST /core/models', { body: { name: 'too-early', base_model_id: 'builtin' } })
    const early = await server.request('POST /semantic/datasourcemodels', { body: { datasource_id: datasource, model_id: model.body.id } })
    if (early.body.error?.code !== 'extraction_required') return need(false, early)
    const record = await extract(server, datasource)
    return record.status === 'completed' && record.progress.tables_done === 11 ? null : JSON.stringify(record)
  },
  'GET /api/v1/semantic/descriptions': async ({ request }, made) => {
    const reply = await request(`GET /semantic/descriptions?datasource_id=${made.datasource}&page_size=500`)
    const total = reply.body.find((row: any) => row.table_name === 'Invoice' && row.column_name === 'Total')
    made.description = total?.id
    return need(reply.status === 200 && reply.body.length === 75 && reply.body.every((row: any) => row.description !== '') && total !== undefined, reply)
  },
  'PUT /api/v1/semantic/descriptions/{id}': async ({ request }, { description }) => {
    const reply = await request(`PUT /semantic/descriptions/${description}`, { body: { description: 'What was paid', synonyms: ['revenue'] } })
    return need(reply.status === 200 && reply.body.source === 'manual' && reply.body.description === 'What was paid', reply)
  },
  'POST /api/v1/semantic/hierarchies': async ({ request }, { datasource }) => {
    const levels = ['Country', 'City'].map((column_name) => ({ table_name: 'Customer', column_name }))
    const reply = await request('POST /semantic/hierarchies', { body: { datasource_id: datasource, name: 'place', title: 'Place', levels } })
    return need(reply.status === 201 && reply.body.levels.length === 2, reply)
  },
  'GET /api/v1/core/models': async ({ request }, made) => {
    const custom = await request('POST /core/models', { body: { name: 'music-analyst', base_model_id: 'builtin' } })
    made.model = custom.body.model_id
    const reply = await request('GET /core/models')
    return need(reply.status === 200 && ids(reply).includes(made.model) && reply.body.some((model: any) => model.type === 'provider'), reply)
  },
  'POST /api/v1/semantic/datasourcemodels': async ({ request }, { datasource, model }) => {
    const reply = await request('POST /semantic/datasourcemodels', { body: { datasource_id: datasource, model_id: model } })
    const again = await request('POST /semantic/datasourcemodels', { body: { datasource_id: datasource, model_id: model } })
    return need(reply.status === 201 && again.status === 200 && reply.body.model_id === model, reply)
  },
  'GET /api/v1/core/groups': async ({ request }, made) => {
    made.group = (await request('POST /core/groups', { body: { name: 'Sales' } })).body.group_id
    const reply = await request('GET /core/groups')
    return need(reply.status === 200 && ids(reply).includes(made.group), reply)
  },
  'POST /api/v1/semantic/datasources/{datasource_id}/share/group': async ({ request }, { datasource, group }) => {
    const reply = await request(`POST /semantic/datasources/${datasource}/share/group`, { body: { group_id: group } })
    return need(reply.status === 201, reply)
  },
  'POST /api/v1/core/usergroups': async (server, made) => {
    const { id, key } = await server.account()
    made.user = id
    const before = await server.request(`GET /semantic/datasources/${made.datasource}`, { as: key })
    const reply = await server.request('POST /core/usergroups', { body: { user_id: id, group_id: made.group } })
    const after = await server.request(`GET /semantic/datasources/${made.datasource}`, { as: key })
    return need(reply.status === 201 && before.status === 404 && after.status === 200, reply)
  },
  'POST /api/v1/core/modelgroups': async ({ request }, { model, group }) => {
    const reply = await request('POST /core/modelgroups', { body: { model_id: model, group_id: group } })
    return need(reply.status === 201 && reply.body.model_id === model && reply.body.group_id === group, reply)
  },
  'POST /api/v1/llm/sessions/new': async ({ request }, made) => {
    const reply = await request('POST /llm/sessions/new', { body: { title: 'Quarter' } })
    made.session = reply.body.id
    return need(reply.status === 201 && reply.body.title === 'Quarter', reply)
  },
  'POST /api/v1/llm/session/completions': async (server, made) => {
    const ask = { model: 'music-analyst', session_id: made.session, messages: [{ role: 'user', content: 'What is the total revenue per country?' }] }
    const reply = await server.request('POST /llm/session/completions', { body: ask })
    const { content, attachments } = reply.body.choices?.[0]?.message ?? {}
    made.chart = attachments?.find((attachment: any) => attachment.type === 'chart')?.chart_id
    if (reply.status !== 200 || !content?.includes('523.06') || !made.chart) return need(false, reply)
    const stream = await server.open('POST /llm/session/completions', { body: { ...ask, stream: true } })
    const events = await stream.text()
    const stored = await server.request(`GET /llm/sessions/${made.session}/messages`)
    return events.includes('"role":"assistant"') && events.trimEnd().endsWith('data: [DONE]') ? need(stored.body.length === 4, stored) : events.slice(0, 500)
  },
  'GET /api/v1/llm/sessions/paginated': async ({ request }, { session }) => {
    const reply = await request('GET /llm/sessions/paginated?page=1&page_size=10')
    return need(reply.status === 200 && reply.body.total === 1 && reply.body.items[0].id === session, reply)
  },
  'GET /api/v1/llm/sessions/search': async ({ request }, { session }) => {
    const reply = await request('GET /llm/sessions/search?q=revenue%20country')
    return need(reply.status === 200 && reply.body[0]?.id === session && reply.body[0].snippet.includes('revenue'), reply)
  },
  'POST /api/v1/llm/sessions/{session_id}/share': async (server, { session }) => {
    const reply = await server.request(`POST /llm/sessions/${session}/share`)
    const { key } = await server.account()
    const read = await server.request(`GET /llm/sessions/shared/${reply.body.share_id}`, { as: key })
    return need(reply.status === 201 && read.status === 200 && read.body.messages.length === 4, read)
  },
  'POST /api/v1/llm/session/completions/{completion_id}/feedback': async ({ request }, { session }) => {
    const said = await request(`GET /llm/sessions/${session}/messages`)
    const reply = await request(`POST /llm/session/completions/${said.body[1].completion_id}/feedback`, { body: { rating: 'positive' } })
    return need(reply.status === 200 && reply.body.feedback.rating === 'positive', reply)
  },
  'POST /api/v1/llm/session/completions/{completion_id}/replay': async ({ request }, { session }) => {
    const said = await request(`GET /llm/sessions/${session}/messages`)
    const reply = await request(`POST /llm/session/completions/${said.body[1].completion_id}/replay`)
    return need(reply.status === 200 && reply.body.queries[0]?.has_changed === false, reply)
  },
  'GET /api/v1/llm/session/completions/{completion_id}/events': async (server, { session }) => {
    const said = await server.request(`GET /llm/sessions/${session}/messages`)
    const events = await (await server.open(`GET /llm/session/completions/${said.body[1].completion_id}/events`)).text()
    return events.includes('523.06') && events.trimEnd().endsWith('data: [DONE]') ? null : events.slice(0, 500)
  },
  'GET /api/v1/analytics/charts/paginated': async ({ request }, { chart }) => {
    const reply = await request('GET /analytics/charts/paginated?origin=all&page=1&page_size=10')
    return need(reply.status === 200 && reply.body.items.some((item: any) => item.chart_id === chart), reply)
  },
  'GET /api/v1/analytics/charts/{chart_id}': async ({ request }, { chart, datasource }) => {
    const reply = await request(`GET /analytics/charts/${chart}`)
    const data = await request(`GET /analytics/charts/${chart}/data`)
    return need(reply.status === 200 && reply.body.datasource_id === datasource && reply.body.spec.mark !== undefined && data.status === 200, reply)
  },
  'POST /api/v1/analytics/charts/{chart_id}/share/user': async ({ request }, { chart, user }) => {
    const reply = await request(`POST /analytics/charts/${chart}/share/user`, { body: { user_id: user } })
    return need(reply.status === 201, reply)
  },
  'POST /api/v1/analytics/auth/guest-token': async ({ request }, made) => {
    const layout = [{ chart_id: made.chart, x: 0, y: 0, w: 6, h: 4 }]
    const dashboard = await request('POST /analytics/dashboards', { body: { title: 'Revenue', layout, embedded: { enabled: true, allowed_domains: [] } } })
    made.dashboard = dashboard.body.dashboard_id
    const reply = await request('POST /analytics/auth/guest-token', { body: { dashboard_id: made.dashboard } })
    const opened = await request(`GET /analytics/dashboards/${made.dashboard}`, { as: reply.body.token })
    const chart = await request(`GET /analytics/charts/${made.chart}/data`, { as: reply.body.token })
    const beyond = await request('GET /core/users', { as: reply.body.token })
    return need(opened.status === 200 && chart.status === 200 && beyond.status === 403, reply)
  },
  'POST /api/v1/audio/transcriptions': async (server) => {
    const unset = await server.request('POST /audio/transcriptions', { raw: uploadOf('q.wav', wav()) })
    if (unset.body.error?.code !== 'speech_not_configured') return need(false, unset)
    const speech = await speechServer({ body: { text: 'total revenue per country' } })
    try {
      await server.request('PUT /audio/config', { body: { engine: 'openai-compatible', base_url: speech.url, model: 'whisper-1' } })
      const reply = await server.request('POST /audio/transcriptions', { raw: uploadOf('q.wav', wav()) })
      const tidied = await server.request('POST /audio/transcriptions?optimize=true', { raw: uploadOf('q.wav', wav()) })
      return need(reply.status === 200 && typeof reply.body.text === 'string' && reply.body.text !== '' && tidied.body.optimized === true, reply)
    } finally {
      await speech.close()
    }
  },
  '/api/v1/audio/config': async ({ request }) => {
    const reply = await request('GET /audio/config')
    return need(reply.status === 200 && reply.body.model === 'whisper-1', reply)
  },
  'GET /api/v1/core/audit-logs': async ({ request }) => {
    const reply = await request('GET /core/audit-logs?page_size=500')
    const types = new Set(reply.body.map((entry: any) => entry.type))
    const written = [
      'file.created',
      'datasource.created',
      'extraction.started',
      'description.updated',
      'hierarchy.created',
      'model.created',
      'datasource.shared',
      'group.created',
      'session.created',
      'completion.created',
      'chart.shared',
      'dashboard.created',
      'guest_token.created',
      'audio.transcribed',
    ]
    const missing = written.filter((type) => !types.has(type))
    return missing.length ? `no entry of ${missing.join(', ')}; there are ${[...types].join(', ')}` : null
  },
}

/** Runs the rows one after another against one deployment. A row that throws, or whose reply breaks its contract, has failed. */
export async function runRows(): Promise<RowOutcome[]> {
  const server = await testServer({ ports: { ...realSources(), speech: createSpeechEngines({ fetch }) } })
  const made = {} as Made
  const outcomes: RowOutcome[] = []
  for (const [row, run] of Object.entries(ROWS)) {
    outcomes.push({ row, fault: await run(server, made).catch((error) => String(error).slice(0, 1500)) })
  }
  await server.close()
  return outcomes
}

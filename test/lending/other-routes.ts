import { savedAs } from './files.ts'
import { toldByRun } from './jobs.ts'
import { has } from './oracle.ts'
import { WITHOUT_ROWS } from './reads.ts'
import type { Case, Reader } from './routes.ts'
import { type Job, markOf, type Person, type Row, type Run, rowsIn } from './world.ts'

/** What a run made is its owner's, who saw it then, and administrators'. */
function ofRun({ owner }: Job, { by, rows }: Run, who: Person): Row[] {
  return who.active && (who.admin || (owner === who.id && by === who.id)) ? rows : []
}

/** Every route that tells of the runs of jobs, and what was sent of them to one's webhooks. */
export async function* readJobs({ server, graph, random }: Reader, person: Person): AsyncGenerator<Case> {
  const read = async (path: string) => toldByRun((await server.request(`GET /core/${path}`, { as: person.key })).text)
  for (const job of graph.jobs.values()) {
    const all = job.runs.flatMap((run) => ofRun(job, run, person))
    yield { route: 'job: runs', allowed: all, told: await read(`jobs/${job.id}/runs`) }
    for (const run of job.runs) {
      const allowed = ofRun(job, run, person)
      const path = `jobs/runs/${run.id}`
      yield { route: 'job: run', allowed, told: await read(path) }
      if (random.chance(0.3)) yield { route: 'job: log', allowed: [], told: await read(`${path}/log`) }
      const { body: ended } = await server.request(`GET /core/${path}`)
      if (ended.completed_at && random.chance(0.3)) {
        const reply = await server.open(`GET /core/${path}/events`, { as: person.key })
        yield { route: 'job: events', allowed, told: toldByRun(await reply.text()) }
      }
      for (const { name } of ended.files ?? [])
        yield { route: 'job: file', allowed, told: await savedAs(server, `GET /core/${path}/files/${encodeURIComponent(name)}`, person.key) }
    }
    if (job.webhook === null) continue
    const deliveries = await server.request(`GET /core/webhooks/${job.webhook}/deliveries`, { as: person.key })
    yield { route: 'webhook: deliveries', allowed: all, told: toldByRun(deliveries.text.replaceAll('\\"', '"')) }
    const [first] = (await server.request(`GET /core/webhooks/${job.webhook}/deliveries`)).body
    if (first) yield { route: 'webhook: delivery', allowed: all, told: (await read(`webhooks/${job.webhook}/deliveries/${first.id}`)).replaceAll('\\"', '"') }
  }
  if (random.chance(0.5)) {
    const own = [...graph.jobs.values()].flatMap((job) => job.runs.flatMap((run) => ofRun(job, run, person)))
    yield { route: 'jobs: runs', allowed: own, told: await read('jobs/runs?page_size=100') }
    yield { route: 'jobs: page of runs', allowed: own, told: await read('jobs/runs/paginated?page_size=100') }
  }
  // Each message is judged once, as told to whoever it was sent to.
  for (const sent of graph.sent.filter(({ to }) => to === person.id)) {
    graph.sent.splice(graph.sent.indexOf(sent), 1)
    const run = graph.jobs.get(sent.job)?.runs.find(({ id }) => id === sent.run)
    yield { route: 'webhook: sent', allowed: run && (run.by === person.id || person.admin) ? run.rows : [], told: sent.text }
  }
}

const QUIET_MS = 40

/** What a stream that does not end says until it falls silent. */
async function saidSoFar(reply: Response): Promise<string> {
  const reader = reply.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader) {
    const silence = new Promise<null>((resolve) => setTimeout(resolve, QUIET_MS, null))
    const read = await Promise.race([reader.read(), silence])
    if (!read || read.done) break
    text += decoder.decode(read.value, { stream: true })
  }
  await reader?.cancel()
  return text
}

/** The feed of changes, from before the graph was built: it tells no row, and of no object that is out of sight, but that it was lost. */
export async function* readFeed({ server, graph }: Reader, person: Person): AsyncGenerator<Case> {
  const reply = await server.open('GET /core/events', { as: person.key, headers: { 'last-event-id': graph.since } })
  const kinds = { datasource: graph.sources, chart: graph.charts, dashboard: graph.dashboards, session: graph.sessions, job: graph.jobs }
  const said = reply.status === 200 ? await saidSoFar(reply) : ''
  const outOfSight = [...said.matchAll(/^data: (\{.*\})$/gm)].filter(([, data = '']) => {
    const { type, resource } = JSON.parse(data)
    const thing = kinds[resource.type as keyof typeof kinds]?.get(resource.id)
    const isLoss = /\.(deleted|unshared|unbound|member_removed|revoked)$/.test(type)
    return thing !== undefined && !isLoss && !has(thing, person, 'view')
  })
  // What is told of an object out of sight counts as a row that nobody may see.
  yield { route: 'feed of changes', allowed: [], told: `${said}${outOfSight.length > 0 ? markOf(1) : ''}` }
}

const PLAIN_AT_ONCE = 6

/** Some of the routes that are said to carry no row, on objects of the graph. */
export async function* readPlain({ server, graph, random }: Reader, person: Person): AsyncGenerator<Case> {
  const ids: Record<string, () => string | undefined> = {
    chart_id: () => random.one([...graph.charts.keys()]),
    dashboard_id: () => random.one([...graph.dashboards.keys()]),
    datasource_id: () => random.one([...graph.sources.keys()]),
    session_id: () => random.one([...graph.sessions.keys()]),
    job_id: () => random.one([...graph.jobs.keys()]),
    group_id: () => random.one(graph.groups),
    user_id: () => random.one([...graph.people.keys()]),
    model_id: () => random.one([...graph.sources.values()]).model,
  }
  const routes = server.contracts.filter(({ method, operationId, path }) => method === 'GET' && WITHOUT_ROWS.has(operationId) && path !== '/health')
  for (let count = 0; count < PLAIN_AT_ONCE; count++) {
    const { path, request, operationId } = random.one(routes)
    const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => ids[name]?.() ?? 'none')
    const query = Object.keys(request.query?.shape ?? {}).filter((name) => name === 'datasource_id')
    const asked = query.map((name) => `${name}=${ids[name]?.()}`).join('&')
    const { text } = await server.request(`GET ${filled}${asked ? `?${asked}` : ''}`, { as: person.key })
    yield {
      route: rowsIn(text).length === 0 ? 'routes without rows' : `route without rows: ${operationId}`,
      allowed: person.admin ? graph.rows : [],
      told: text,
    }
  }
}

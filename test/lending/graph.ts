import { readEvents } from '#test/event-stream.ts'
import type { TestServer } from '#test/harness.ts'
import { connectFiles, extract } from '#test/ports.ts'
import { layJobs } from './jobs.ts'
import { situations } from './situations.ts'
import { lendThings } from './things.ts'
import {
  type Ask,
  addFilter,
  type Chance,
  CSV,
  chanceOf,
  conditionOf,
  type Graph,
  give,
  type Level,
  markOf,
  NAMED,
  type Person,
  REGIONS,
  type Reach,
  ROWS,
  type Source,
} from './world.ts'

/** Data sources with the same rows, each with a model that answers from it. */
export async function openSources(server: TestServer, count: number): Promise<{ id: string; model: string }[]> {
  const opened: { id: string; model: string }[] = []
  for (let index = 0; index < count; index++) {
    const id = await connectFiles(server, { 'orders.csv': CSV })
    await extract(server, id)
    const model = await server.request('POST /core/models', { body: { name: `source-${index}`, base_model_id: 'builtin', datasource_ids: [id] } })
    const sql = `select count(*) as n from orders where code = '${markOf(NAMED)}'`
    await server.request('POST /semantic/verified-queries', { body: { datasource_id: id, question: `How often was ${markOf(NAMED)} ordered?`, sql } })
    const content = `How many frobnications has ${markOf(NAMED)}?`
    const missed = await server.request('POST /llm/session/completions', { body: { model: `source-${index}`, messages: [{ role: 'user', content }] } })
    await server.request(`DELETE /llm/sessions/${missed.body.session_id}`)
    opened.push({ id, model: model.body.id })
  }
  return opened
}

/** A random graph of people and what they made of the data sources, built over HTTP; a step that is refused is not in the graph. */
export async function randomGraph(server: TestServer, opened: { id: string; model: string }[], seed: number): Promise<Graph> {
  const random = chanceOf(seed)
  const admin = (await server.request('GET /core/users/me')).body.id as string
  const graph: Graph = {
    rows: ROWS,
    people: new Map(),
    groups: [],
    sources: new Map(),
    charts: new Map(),
    dashboards: new Map(),
    sessions: new Map(),
    tokens: [],
    jobs: new Map(),
    sent: [],
    endings: [],
    since: await positionNow(server),
    allowed: [],
  }
  graph.people.set(admin, { id: admin, key: server.adminKey, name: 'admin', groups: new Set(), admin: true, active: true, region: null })
  const ask: Ask = (line, by, body) => server.request(line, { as: graph.people.get(by)?.key ?? '', ...(body === undefined ? {} : { body }) })
  for (let index = 0; index < 3; index++) graph.groups.push((await ask('POST /core/groups', admin, { name: `g${seed}-${index}` })).body.id)
  for (let index = 0; index < 6; index++) await addPerson(server, graph, ask, { random, admin, name: `u${index}`, models: opened.map(({ model }) => model) })
  const plain = [...graph.people.keys()].filter((id) => id !== admin)
  for (const { id, model } of opened) {
    const source: Source = { id, model, owner: admin, given: [], filters: [] }
    graph.sources.set(id, source)
    await emptied(ask, admin, id)
    for (let count = random.int(3); count > 0; count--) {
      const reach = random.one<() => Reach>([
        () => ({ everyone: true, except: { users: [random.one(plain)] } }),
        () => ({ everyone: true, except: { groups: [random.one(graph.groups)] } }),
        () => ({ groups: [random.one(graph.groups)] }),
        () => ({ users: [random.one(plain), random.one(plain)] }),
      ])()
      const own = { member: 'region', operator: 'equals', values: ['{{user.attributes.region}}'] }
      await addFilter(ask, admin, source, random.chance(0.25) ? own : conditionOf(random, ''), reach)
    }
    const level = () => random.one<Level>(['view', 'view', 'edit', 'own'])
    const gift = { type: 'datasource' as const, thing: source, by: admin }
    for (const to of plain) if (random.chance(0.4)) await give(graph, ask, { ...gift, to, kind: 'user', level: level() })
    if (random.chance(0.6)) await give(graph, ask, { ...gift, to: random.one(graph.groups), kind: 'group', level: level() })
  }
  await lendThings(graph, ask, random, admin)
  await situations(graph, ask, random, admin)
  await layJobs(graph, ask, random, admin)
  return graph
}

/** Up to where the feed of changes has come. */
async function positionNow(server: TestServer): Promise<string> {
  const ending = new AbortController()
  const reply = await server.open('GET /core/events', { signal: ending.signal })
  for await (const data of readEvents(reply)) {
    ending.abort()
    return JSON.parse(data).id
  }
  throw new Error('the feed of changes says nothing')
}

type Newcomer = { random: Chance; admin: string; name: string; models: string[] }

async function addPerson(server: TestServer, graph: Graph, ask: Ask, { random, admin, name, models }: Newcomer): Promise<void> {
  const region = random.chance(0.7) ? random.one(REGIONS) : null
  const made = await server.account({ attributes: region === null ? {} : { region } })
  const person: Person = { ...made, name, groups: new Set(), admin: false, active: true, region }
  for (const group of graph.groups) {
    if (!random.chance(0.35)) continue
    await ask('POST /core/usergroups', admin, { user_id: made.id, group_id: group })
    person.groups.add(group)
  }
  for (const model of models) await ask('POST /core/modelusers', admin, { model_id: model, user_id: made.id })
  graph.people.set(made.id, person)
}

/** A data source as no graph had used it: without filters and shares. */
async function emptied(ask: Ask, admin: string, id: string): Promise<void> {
  for (const old of (await ask(`GET /semantic/filters?datasource_id=${id}`, admin)).body) await ask(`DELETE /semantic/filters/${old.id}`, admin)
  for (const kind of ['user', 'group'] as const) {
    const page = await ask(`GET /semantic/datasource${kind}s?datasource_id=${id}&page_size=500`, admin)
    for (const old of page.body) await ask(`DELETE /semantic/datasources/${id}/share/${kind}?${kind}_id=${old[`${kind}_id`]}`, admin)
  }
}

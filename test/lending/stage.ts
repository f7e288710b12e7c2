import { readEvents } from '#test/event-stream.ts'
import type { TestServer } from '#test/harness.ts'
import type { Build } from './things.ts'
import { type Ask, type Chance, chanceOf, type Graph, type Person, ROWS, type Source } from './world.ts'

export type Opened = { id: string; model: string }

/** A graph of its own with one data source, and how people and groups come into it. */
export type Stage = Build & { source: Source; person: (name: string, groups?: string[]) => Promise<string>; group: () => Promise<string> }

/** A graph in which nobody but the administrator has anything, and how it is asked for more. */
export async function emptyGraph(server: TestServer): Promise<{ graph: Graph; ask: Ask; admin: string }> {
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
  return { graph, ask, admin }
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

export type Newcomer = { admin: string; name: string; models: string[]; groups: string[]; region: string | null }

/** A new user, in these groups, who may ask these models. */
export async function addPerson(server: TestServer, graph: Graph, ask: Ask, { admin, name, models, groups, region }: Newcomer): Promise<string> {
  const made = await server.account({ attributes: region === null ? {} : { region } })
  const person: Person = { ...made, name, groups: new Set(groups), admin: false, active: true, region }
  for (const group of groups) await ask('POST /core/usergroups', admin, { user_id: made.id, group_id: group })
  for (const model of models) await ask('POST /core/modelusers', admin, { model_id: model, user_id: made.id })
  graph.people.set(made.id, person)
  return made.id
}

/** A data source as no graph had used it: without filters and shares. */
export async function emptied(graph: Graph, ask: Ask, admin: string, { id, model }: Opened): Promise<Source> {
  for (const old of (await ask(`GET /semantic/filters?datasource_id=${id}`, admin)).body) await ask(`DELETE /semantic/filters/${old.id}`, admin)
  for (const kind of ['user', 'group'] as const) {
    const page = await ask(`GET /semantic/datasource${kind}s?datasource_id=${id}&page_size=500`, admin)
    for (const old of page.body) await ask(`DELETE /semantic/datasources/${id}/share/${kind}?${kind}_id=${old[`${kind}_id`]}`, admin)
  }
  const source: Source = { id, model, owner: admin, given: [], filters: [] }
  graph.sources.set(id, source)
  return source
}

/** Chance for scenes: what happens now and then happens, but for the dearest readings. */
export function likely(seed: number): Chance {
  const random = chanceOf(seed)
  return { ...random, chance: (of) => of >= 0.15 || random.chance(of) }
}

/** Where a scene is played, over a data source that is emptied for it. */
export async function newStage(server: TestServer, opened: Opened, seed: number): Promise<{ graph: Graph; stage: Stage }> {
  const { graph, ask, admin } = await emptyGraph(server)
  const source = await emptied(graph, ask, admin, opened)
  const group = async () => {
    const { body } = await ask('POST /core/groups', admin, { name: `s${seed}-${graph.groups.length}` })
    graph.groups.push(body.id)
    return body.id
  }
  const person = (name: string, groups: string[] = []) => addPerson(server, graph, ask, { admin, name, models: [opened.model], groups, region: null })
  return { graph, stage: { graph, ask, admin, random: likely(seed), everybody: [admin], source, person, group } }
}

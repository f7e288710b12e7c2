import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { Account, TestServer } from '#test/harness.ts'
import { connectFiles, extract } from '#test/ports.ts'

export type Row = { id: number; region: string; tier: number }
export type Level = 'view' | 'edit' | 'own'
export type Condition = { member: string; operator: string; values: (string | number)[] }
export type Reach = { everyone?: true; groups?: string[]; users?: string[]; except?: { groups?: string[]; users?: string[] } }
export type Given = { to: string; kind: 'user' | 'group'; level: Level; by: string }
export type Person = Account & { name: string; groups: Set<string>; admin: boolean; active: boolean; region: string | null }
export type Thing = { id: string; owner: string; source: string; given: Given[] }
export type Chart = Thing & { where: (row: Row) => boolean }
export type Dashboard = Thing & { charts: string[]; embedded: boolean }
export type Token = { token: string; minter: string; dashboard: string; filters: Condition[] }

/** Everything the product was told, as plain data: what the oracle judges by. */
export type Graph = {
  rows: Row[]
  people: Map<string, Person>
  groups: string[]
  sources: Map<string, { id: string; owner: string; given: Given[]; filters: { condition: Condition; reach: Reach }[] }>
  charts: Map<string, Chart>
  dashboards: Map<string, Dashboard>
  tokens: Token[]
}

const REGIONS = ['EU', 'US', 'ASIA']
export const ROWS: Row[] = Array.from({ length: 24 }, (_, index) => ({ id: index + 1, region: REGIONS[index % 3] ?? '', tier: (index * 7) % 5 }))
const csv = `id,region,tier\n${ROWS.map(({ id, region, tier }) => `${id},${region},${tier}`).join('\n')}\n`

export async function openSources(server: TestServer, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const id = await connectFiles(server, { 'orders.csv': csv })
    await extract(server, id)
    ids.push(id)
  }
  return ids
}

type Chance = { int(below: number): number; chance(of: number): boolean }
function chanceOf(seed: number): Chance {
  const next = randomOf(seed)
  return { int: (below) => Math.floor(next() * below), chance: (of) => next() < of }
}
const oneOf = <T>(random: Chance, list: readonly T[]): T => list[random.int(list.length)] as T

/** A random graph of people and what they made of two data sources, built over HTTP; a step that is refused is not in the graph. */
export async function randomGraph(server: TestServer, sourceIds: string[], seed: number): Promise<Graph> {
  const random = chanceOf(seed)
  const admin = (await server.request('GET /core/users/me')).body.id as string
  const graph: Graph = { rows: ROWS, people: new Map(), groups: [], sources: new Map(), charts: new Map(), dashboards: new Map(), tokens: [] }
  graph.people.set(admin, { id: admin, key: server.adminKey, name: 'admin', groups: new Set(), admin: true, active: true, region: null })
  const asked = (line: string, by: string, body?: unknown) =>
    server.request(line, { as: graph.people.get(by)?.key ?? '', ...(body === undefined ? {} : { body }) })
  for (let index = 0; index < 3; index++) graph.groups.push((await asked('POST /core/groups', admin, { name: `g${seed}-${index}` })).body.id)
  for (let index = 0; index < 6; index++) {
    const region = random.chance(0.7) ? oneOf(random, REGIONS) : null
    const made = await server.account({ attributes: region === null ? {} : { region } })
    const person: Person = { ...made, name: `u${index}`, groups: new Set(), admin: false, active: true, region }
    for (const group of graph.groups) {
      if (!random.chance(0.35)) continue
      await asked('POST /core/usergroups', admin, { user_id: made.id, group_id: group })
      person.groups.add(group)
    }
    graph.people.set(made.id, person)
  }
  const plain = [...graph.people.keys()].filter((id) => id !== admin)
  const condition = (prefix: string): Condition =>
    oneOf<() => Condition>(random, [
      () => ({ member: `${prefix}region`, operator: 'equals', values: [oneOf(random, REGIONS)] }),
      () => ({ member: `${prefix}region`, operator: 'not_equals', values: [oneOf(random, REGIONS)] }),
      () => ({ member: `${prefix}id`, operator: 'greater_than', values: [random.int(20)] }),
      () => ({ member: `${prefix}tier`, operator: 'less_than', values: [1 + random.int(5)] }),
    ])()
  for (const id of sourceIds) {
    const source = { id, owner: admin, given: [] as Given[], filters: [] as { condition: Condition; reach: Reach }[] }
    graph.sources.set(id, source)
    for (const old of (await asked(`GET /semantic/filters?datasource_id=${id}`, admin)).body) await asked(`DELETE /semantic/filters/${old.id}`, admin)
    for (const kind of ['user', 'group'] as const) {
      const page = await asked(`GET /semantic/datasource${kind}s?datasource_id=${id}&page_size=500`, admin)
      for (const old of page.body) await asked(`DELETE /semantic/datasources/${id}/share/${kind}?${kind}_id=${old[`${kind}_id`]}`, admin)
    }
    for (let count = 1 + random.int(3); count > 0; count--) {
      const reach: Reach = oneOf<() => Reach>(random, [
        () => ({ everyone: true, except: { users: [oneOf(random, plain)] } }),
        () => ({ everyone: true, except: { groups: [oneOf(random, graph.groups)] } }),
        () => ({ groups: [oneOf(random, graph.groups)] }),
        () => ({ users: [oneOf(random, plain), oneOf(random, plain)] }),
      ])()
      const cut = random.chance(0.25) ? { member: 'region', operator: 'equals', values: ['{{user.attributes.region}}'] } : condition('')
      const made = await asked('POST /semantic/filters', admin, { datasource_id: id, table_name: 'orders', condition: cut, applies_to: reach })
      if (made.status === 201) source.filters.push({ condition: cut, reach })
    }
    for (const user of plain) if (random.chance(0.45)) await give(asked, random, { type: 'datasource', thing: source, by: admin, to: user, kind: 'user' })
    await give(asked, random, { type: 'datasource', thing: source, by: admin, to: oneOf(random, graph.groups), kind: 'group' })
  }
  const everybody = [...graph.people.keys()]
  for (let index = 0; index < 7; index++) {
    const [owner, source, floor] = [oneOf(random, everybody), oneOf(random, sourceIds), random.int(6)]
    const query = random.chance(0.5)
      ? { sql: `select id, region from orders where id > ${floor} order by id` }
      : { semantic_query: { dimensions: ['orders.id', 'orders.region'], filters: [{ member: 'orders.id', operator: 'greater_than', values: [floor] }] } }
    const made = await asked('POST /analytics/charts', owner, { title: `c${index}`, datasource_id: source, query })
    if (made.status === 201) graph.charts.set(made.body.id, { id: made.body.id, owner, source, given: [], where: ({ id }) => id > floor })
  }
  for (const chart of graph.charts.values()) await shareOn(graph, asked, random, 'chart', chart)
  for (const chart of [...graph.charts.values()]) {
    if (!random.chance(0.3)) continue
    const by = oneOf(random, everybody)
    const made = await asked(`POST /analytics/charts/${chart.id}/clone`, by)
    if (made.status === 201) graph.charts.set(made.body.id, { ...chart, id: made.body.id, owner: by, given: [] })
  }
  for (let index = 0; index < 5; index++) {
    const owner = oneOf(random, everybody)
    const listed: { id: string }[] = (await asked('GET /analytics/charts?page_size=500', owner)).body
    const charts = listed.map(({ id }) => id).filter((id) => graph.charts.has(id) && random.chance(0.6))
    const layout = charts.map((chart_id, place) => ({ chart_id, x: 0, y: place * 4, w: 6, h: 4 }))
    const made = await asked('POST /analytics/dashboards', owner, { title: `d${index}`, layout })
    if (made.status !== 201) continue
    graph.dashboards.set(made.body.id, { id: made.body.id, owner, source: '', given: [], charts, embedded: true })
  }
  for (const dashboard of graph.dashboards.values()) {
    await shareOn(graph, asked, random, 'dashboard', dashboard)
    for (const minter of [dashboard.owner, oneOf(random, everybody), admin]) {
      const filters = random.chance(0.7) ? [condition('orders.')] : []
      const made = await asked('POST /analytics/auth/guest-token', minter, { dashboard_id: dashboard.id, filters, expires_in: 3600 })
      if (made.status < 300) graph.tokens.push({ token: made.body.token, minter, dashboard: dashboard.id, filters })
    }
  }
  return graph
}

type Ask = (line: string, by: string, body?: unknown) => Promise<{ status: number; body: any }>
type Gift = { type: 'datasource' | 'chart' | 'dashboard'; thing: { id: string; given: Given[] }; by: string; to: string; kind: 'user' | 'group' }

const pathOf = ({ type, thing }: Named): string => `${type === 'datasource' ? 'semantic' : 'analytics'}/${type}s/${thing.id}`
type Named = { type: Gift['type']; thing: { id: string } }

async function give(asked: Ask, random: Chance, { type, thing, by, to, kind }: Gift): Promise<void> {
  const level = oneOf<Level>(random, ['view', 'view', 'edit', 'own'])
  const made = await asked(`POST /${pathOf({ type, thing })}/share/${kind}`, by, { [`${kind}_id`]: to, level })
  if (made.status >= 300) return
  const known = thing.given.find((one) => one.to === to)
  if (known) known.level = level
  else thing.given.push({ to, kind, level, by })
}

/** Its owner shares it, then whoever has it tries to share it on. */
async function shareOn(graph: Graph, asked: Ask, random: Chance, type: 'chart' | 'dashboard', thing: Thing): Promise<void> {
  const people = [...graph.people.keys()]
  for (let step = 0; step < 4; step++) {
    const by = step < 2 ? thing.owner : oneOf(random, people)
    const kind = random.chance(0.7) ? 'user' : 'group'
    await give(asked, random, { type, thing, by, to: oneOf(random, kind === 'user' ? people : graph.groups), kind })
  }
}

/** Takes rights away at random, as they are lost in life: shares, memberships, source grants, accounts, embedding. */
export async function loseRights(server: TestServer, graph: Graph, seed: number): Promise<void> {
  const random = chanceOf(seed)
  const ask = (line: string, body?: unknown) => server.request(line, body === undefined ? {} : { body })
  const things = [
    ...[...graph.sources.values()].map((thing) => ({ type: 'datasource' as const, thing })),
    ...[...graph.charts.values()].map((thing) => ({ type: 'chart' as const, thing })),
    ...[...graph.dashboards.values()].map((thing) => ({ type: 'dashboard' as const, thing })),
  ]
  for (const { type, thing } of things) {
    for (const given of [...thing.given]) {
      if (!random.chance(0.25)) continue
      const gone = await ask(`DELETE /${pathOf({ type, thing })}/share/${given.kind}?${given.kind}_id=${given.to}`)
      if (gone.status < 300) thing.given.splice(thing.given.indexOf(given), 1)
    }
  }
  for (const person of graph.people.values()) {
    if (person.admin) continue
    for (const group of graph.groups) {
      if (!random.chance(0.15)) continue
      const joins = !person.groups.has(group)
      const pair = `user_id=${person.id}&group_id=${group}`
      const done = joins ? await ask('POST /core/usergroups', { user_id: person.id, group_id: group }) : await ask(`DELETE /core/usergroups?${pair}`)
      if (done.status < 300) joins ? person.groups.add(group) : person.groups.delete(group)
    }
  }
  const [victim] = [...graph.people.values()].filter((person) => !person.admin && random.chance(0.2))
  if (victim) {
    const done = await ask(`PUT /core/users/${victim.id}`, { status: 'disabled' })
    if (done.status < 300) victim.active = false
  }
  for (const dashboard of graph.dashboards.values()) {
    if (!random.chance(0.15)) continue
    const done = await ask(`PUT /analytics/dashboards/${dashboard.id}`, { embedded: { enabled: false, allowed_domains: [] } })
    if (done.status < 300) dashboard.embedded = false
  }
}

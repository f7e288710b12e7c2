import { has, leftTo, publishes } from './oracle.ts'
import {
  type Ask,
  type Chance,
  type Condition,
  conditionOf,
  type Dashboard,
  type Graph,
  give,
  type Level,
  type Row,
  rowsIn,
  type Source,
  type Thing,
} from './world.ts'

export type Build = { graph: Graph; ask: Ask; random: Chance; admin: string; everybody: string[] }

/** What people make of the data sources, share, copy, change and embed. */
export async function lendThings(graph: Graph, ask: Ask, random: Chance, admin: string): Promise<void> {
  const build: Build = { graph, ask, random, admin, everybody: [...graph.people.keys()] }
  for (let index = 0; index < 7; index++) await newChart(build, random.one(build.everybody), random.one([...graph.sources.keys()]))
  for (const chart of graph.charts.values()) await shareOn(build, 'chart', chart)
  for (const id of [...graph.charts.keys()]) {
    if (random.chance(0.3)) await cloneChart(build, id)
    if (random.chance(0.5)) await askAnew(build, id)
  }
  for (let index = 0; index < 5; index++) await newDashboard(build, random.one(build.everybody))
  for (const dashboard of [...graph.dashboards.values()]) {
    await shareOn(build, 'dashboard', dashboard)
    if (random.chance(0.4)) await placeOn(build, dashboard)
    if (random.chance(0.2)) await filterOn(build, dashboard, random.one(build.everybody))
    if (random.chance(0.25)) await cloneDashboard(build, dashboard)
    for (const minter of [dashboard.owner, random.one(build.everybody), admin]) await mint(build, dashboard.id, minter)
  }
  for (let index = 0; index < 3; index++) await askOnce(build, random.one(build.everybody), random.one([...graph.sources.values()]))
}

const queryOver = (isSql: boolean, floor: number) =>
  isSql
    ? { sql: `select code, region, id from orders where id > ${floor} order by id` }
    : {
        semantic_query: {
          dimensions: [
            { table: 'orders', column: 'code' },
            { table: 'orders', column: 'region' },
            { table: 'orders', column: 'id' },
          ],
          filters: { table: 'orders', column: 'id', operator: 'greater_than', values: [floor] },
        },
      }
const above =
  (floor: number) =>
  ({ id }: Row) =>
    id > floor

export async function newChart({ graph, ask, random }: Build, owner: string, source: string, isSql = random.chance(0.5)): Promise<string | null> {
  const floor = random.int(6)
  const cache_seconds = random.chance(0.5) ? 600 : 0
  const made = await ask('POST /analytics/charts', owner, { title: 'Orders', datasource_id: source, query: queryOver(isSql, floor), cache_seconds })
  if (made.status !== 201) return null
  graph.charts.set(made.body.id, { id: made.body.id, owner, source, given: [], where: above(floor), author: null })
  return made.body.id
}

/** Its owner shares it, then whoever has it tries to share it on. */
export async function shareOn({ graph, ask, random, everybody }: Build, type: 'chart' | 'dashboard' | 'session' | 'job', thing: Thing): Promise<void> {
  for (let step = 0; step < 4; step++) {
    const by = step < 2 ? thing.owner : random.one(everybody)
    const kind = random.chance(0.7) ? 'user' : 'group'
    const level = type === 'session' ? 'view' : random.one<Level>(['view', 'view', 'edit', 'own'])
    await give(graph, ask, { type, thing, by, to: random.one(kind === 'user' ? everybody : graph.groups), kind, level })
  }
}

export async function cloneChart({ graph, ask, random, everybody }: Build, id: string, named?: string): Promise<string | null> {
  const by = named ?? random.one(everybody)
  const [chart, made] = [graph.charts.get(id), await ask(`POST /analytics/charts/${id}/clone`, by)]
  if (!chart || made.status !== 201) return null
  graph.charts.set(made.body.id, { ...chart, id: made.body.id, owner: by, given: [], author: null })
  return made.body.id
}

/** Somebody changes what a chart asks. */
export async function askAnew({ graph, ask, random, everybody }: Build, id: string, named?: string): Promise<void> {
  const chart = graph.charts.get(id)
  const editors = everybody.filter((one) => chart && has(chart, graph.people.get(one), 'edit'))
  const by = named ?? random.one(editors.length > 0 ? editors : everybody)
  const floor = random.int(3)
  const made = await ask(`PUT /analytics/charts/${id}`, by, { query: queryOver(random.chance(0.5), floor) })
  if (!chart || made.status !== 200) return
  chart.where = above(floor)
  chart.author = by === chart.owner ? null : by
}

async function newDashboard({ graph, ask, random }: Build, owner: string): Promise<void> {
  const listed: { id: string }[] = (await ask('GET /analytics/charts?page_size=500', owner)).body
  const charts = listed.map(({ id }) => id).filter((id) => graph.charts.has(id) && random.chance(0.6))
  await dashboardOf({ graph, ask, random }, owner, charts)
}

const layoutOf = (charts: string[]) => charts.map((chart_id, place) => ({ id: `tile_${place}`, chart_id, x: 0, y: place * 4, w: 6, h: 4 }))
const FILTERS = [{ id: 'code', member: 'orders.code' }]

export async function dashboardOf(
  { graph, ask, random }: Pick<Build, 'graph' | 'ask' | 'random'>,
  owner: string,
  charts: string[],
  isFiltered = random.chance(0.7),
): Promise<Dashboard | null> {
  const body = { title: 'Board', layout: layoutOf(charts) }
  const wanted = isFiltered ? FILTERS : []
  let made = await ask('POST /analytics/dashboards', owner, { ...body, filters: wanted })
  const hasFilter = made.status === 201 && wanted.length > 0
  if (hasFilter && !charts.some((id) => canQuery(graph, id, owner))) graph.allowed.push({ what: 'a filter over a source one may not query', who: owner })
  if (made.status !== 201) made = await ask('POST /analytics/dashboards', owner, body)
  if (made.status !== 201) return null
  const dashboard: Dashboard = { id: made.body.id, owner, source: '', given: [], charts, embedded: true, hasFilter }
  graph.dashboards.set(dashboard.id, dashboard)
  return dashboard
}

function canQuery(graph: Graph, chart: string, who: string): boolean {
  const source = graph.sources.get(graph.charts.get(chart)?.source ?? '')
  return source !== undefined && has(source, graph.people.get(who), 'view')
}

/** Somebody puts one more chart on a dashboard, as a rule somebody else's. */
export async function placeOn({ graph, ask, random, everybody }: Build, dashboard: Dashboard, named?: { by: string; chart: string }): Promise<void> {
  const editors = everybody.filter((one) => has(dashboard, graph.people.get(one), 'edit'))
  const { by, chart } = named ?? { by: random.one(editors.length > 0 ? editors : everybody), chart: random.one([...graph.charts.keys()]) }
  if (dashboard.charts.includes(chart)) return
  const charts = [...dashboard.charts, chart]
  const made = await ask(`PUT /analytics/dashboards/${dashboard.id}`, by, { layout: layoutOf(charts) })
  if (made.status !== 200) return
  dashboard.charts = charts
  if (by !== dashboard.owner && !publishes(graph, chart, by)) graph.allowed.push({ what: "a chart on somebody else's dashboard", who: by })
}

/** Somebody has a dashboard, as a rule somebody else's, offer the values of a column. */
export async function filterOn({ graph, ask }: Pick<Build, 'graph' | 'ask'>, dashboard: Dashboard, by: string): Promise<void> {
  const made = await ask(`PUT /analytics/dashboards/${dashboard.id}`, by, { filters: FILTERS })
  if (made.status !== 200 || dashboard.hasFilter) return
  dashboard.hasFilter = true
  if (by !== dashboard.owner && dashboard.charts.some((id) => !publishes(graph, id, by)))
    graph.allowed.push({ what: "a filter on somebody else's dashboard", who: by })
}

async function cloneDashboard({ graph, ask, random, everybody }: Build, dashboard: Dashboard): Promise<void> {
  const by = random.one(everybody)
  const made = await ask(`POST /analytics/dashboards/${dashboard.id}/clone`, by)
  if (made.status !== 201) return
  const charts = made.body.layout.map(({ chart_id }: { chart_id: string }) => chart_id)
  graph.dashboards.set(made.body.id, { ...dashboard, id: made.body.id, owner: by, given: [], charts })
}

export async function mint(
  { graph, ask, random }: Pick<Build, 'graph' | 'ask' | 'random'>,
  dashboard: string,
  minter: string,
  own?: Condition[],
): Promise<void> {
  const filters = own ?? (random.chance(0.7) ? [conditionOf(random, random.chance(0.7) ? 'orders.' : '*.')] : [])
  const permissions = { can_export: true, can_chat: true }
  const named = random.chance(0.5) ? { user: { id: `guest-${random.int(3)}` } } : {}
  const made = await ask('POST /analytics/auth/guest-token', minter, { dashboard_id: dashboard, filters, permissions, expires_in: 3600, ...named })
  if (made.status >= 300) return
  graph.tokens.push({ token: made.body.token, minter, dashboard, filters })
  const closed = graph.dashboards.get(dashboard)?.charts.some((id) => !publishes(graph, id, minter))
  if (closed) graph.allowed.push({ what: 'a token over a chart one may not publish', who: minter })
}

/** Somebody asks in words, shares the answer and makes a link of it. */
export async function askOnce(build: Build, owner: string, source: Source): Promise<void> {
  const { graph, ask, random } = build
  const person = graph.people.get(owner)
  if (!person) return
  const made = await ask('POST /llm/session/completions', owner, { model: source.model, messages: [{ role: 'user', content: 'List the code of all orders' }] })
  if (made.status !== 200) return
  const may = has(source, person, 'view') ? leftTo(graph, source.id, person) : []
  const told = rowsIn(JSON.stringify(made.body))
  if (told.some((id) => !may.some((row) => row.id === id))) graph.allowed.push({ what: 'an answer', who: owner })
  const session = {
    id: made.body.session_id,
    owner,
    source: source.id,
    given: [],
    completion: made.body.id,
    link: null as string | null,
    rows: may,
    said: rowsIn(made.body.choices[0].message.content),
  }
  if (told.length === 0) return
  graph.sessions.set(session.id, session)
  await shareOn(build, 'session', session)
  if (random.chance(0.6)) session.link = (await ask(`POST /llm/sessions/${session.id}/share`, owner)).body.share_id
}

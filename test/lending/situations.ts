import { has } from './oracle.ts'
import { askAnew, askOnce, type Build, cloneChart, dashboardOf, mint, newChart, placeOn } from './things.ts'
import { type Ask, addFilter, type Chance, type Chart, type Dashboard, type Graph, give, type Level, REGIONS, type Source } from './world.ts'

type Scene = Build & { source: Source; plain: string[] }

/** Situations that chance alone makes too rarely, each among people as they happen to be: those in which one check alone holds a row back. */
export async function situations(graph: Graph, ask: Ask, random: Chance, admin: string): Promise<void> {
  const build = { graph, ask, random, admin, everybody: [...graph.people.keys()] }
  const plain = build.everybody.filter((id) => id !== admin)
  for (const source of graph.sources.values()) {
    const scene: Scene = { ...build, source, plain }
    for (const play of [tokenOutlivesRight, sharerLeaves]) if (random.chance(0.5)) await play(scene)
    // The words of an answer are lent where no filter stands.
    if (source.filters.length === 0 && random.chance(0.6)) {
      const askers = plain.filter((id) => has(source, graph.people.get(id), 'view'))
      if (askers.length > 0) await askOnce(build, random.one(askers), source)
      continue
    }
    for (const play of [sharedOn, askedByAnother, askedMore, sparedByEveryones, mintedByAnother, placedByAnother, twins])
      if (random.chance(0.4)) await play(scene)
  }
}

/** Somebody without the data source, if there is one. */
function outsiderOf({ graph, random, source, plain }: Scene, but: string): string | undefined {
  const without = plain.filter((id) => id !== but && !has(source, graph.people.get(id), 'view'))
  return without.length > 0 ? random.one(without) : undefined
}

/** A filter for one person; by a group where there is one that whoever looks is not in: then it holds by what is known of the lender alone. */
function bind({ graph, ask, random, admin, source }: Scene, who: string, apartFrom?: string): Promise<void> {
  const group = [...(graph.people.get(who)?.groups ?? [])].find((one) => apartFrom === undefined || !graph.people.get(apartFrom)?.groups.has(one))
  const reach = group !== undefined && random.chance(0.6) ? { groups: [group] } : { users: [who] }
  return addFilter(ask, admin, source, { member: 'region', operator: 'equals', values: [random.one(REGIONS)] }, reach)
}

async function given(
  { graph, ask, admin, source }: Scene,
  to: string,
  levels: { source?: Level; chart?: [Chart, Level]; dashboard?: [Dashboard, Level] },
): Promise<void> {
  const gift = { by: admin, to, kind: 'user' as const }
  if (levels.source) await give(graph, ask, { type: 'datasource', thing: source, ...gift, level: levels.source })
  if (levels.chart) await give(graph, ask, { type: 'chart', thing: levels.chart[0], ...gift, level: levels.chart[1] })
  if (levels.dashboard) await give(graph, ask, { type: 'dashboard', thing: levels.dashboard[0], ...gift, level: levels.dashboard[1] })
}

async function chartOf(scene: Scene, owner: string): Promise<Chart | undefined> {
  const id = await newChart(scene, owner, scene.source.id)
  return id === null ? undefined : scene.graph.charts.get(id)
}

/** Shared on by somebody whose filters do not bind whoever gets it. */
async function sharedOn(scene: Scene): Promise<void> {
  const { graph, ask, random, admin, plain } = scene
  const middle = random.one(plain)
  const last = outsiderOf(scene, middle)
  const chart = await chartOf(scene, admin)
  const dashboard = chart && (await dashboardOf(scene, admin, [chart.id]))
  if (!last || !chart || !dashboard) return
  await bind(scene, middle, last)
  const [type, thing] = random.chance(0.5) ? (['dashboard', dashboard] as const) : (['chart', chart] as const)
  await give(graph, ask, { type, thing, by: admin, to: middle, kind: 'user', level: 'own' })
  await give(graph, ask, { type, thing, by: middle, to: last, kind: 'user', level: 'view' })
  // A group whoever gets it is not in has it by the owner.
  const apart = graph.groups.find((group) => !graph.people.get(last)?.groups.has(group))
  if (apart && random.chance(0.7)) await give(graph, ask, { type, thing, by: admin, to: apart, kind: 'group', level: 'view' })
}

/** What a chart asks was changed by somebody whose filters bind nobody else who lends it. */
async function askedByAnother(scene: Scene): Promise<void> {
  const { random, admin, plain } = scene
  const author = random.one(plain)
  const last = outsiderOf(scene, author)
  const chart = await chartOf(scene, admin)
  if (!last || !chart) return
  await bind(scene, author, last)
  await given(scene, author, { source: 'view', chart: [chart, 'edit'] })
  await given(scene, last, { chart: [chart, 'view'] })
  await askAnew(scene, chart.id, author)
}

/** A filter of a dashboard asks more than the chart that is shared too. */
async function askedMore(scene: Scene): Promise<void> {
  const { graph, ask, random, admin, plain } = scene
  const publisher = random.one(plain)
  const last = outsiderOf(scene, publisher)
  const chart = await chartOf(scene, admin)
  if (!last || !chart) return
  await bind(scene, publisher, last)
  await given(scene, publisher, { source: 'edit', chart: [chart, 'edit'] })
  await given(scene, last, { chart: [chart, 'view'] })
  const dashboard = await dashboardOf(scene, publisher, [chart.id])
  if (dashboard) await give(graph, ask, { type: 'dashboard', thing: dashboard, by: publisher, to: last, kind: 'user', level: 'view' })
}

/** A token of somebody whom a filter of everyone spares: guests it binds all the same. */
async function sparedByEveryones(scene: Scene): Promise<void> {
  const { ask, random, admin, source, plain } = scene
  const maker = random.one(plain)
  const condition = { member: 'region', operator: 'not_equals', values: [random.one(REGIONS)] }
  await addFilter(ask, admin, source, condition, { everyone: true, except: { users: [maker] } })
  await given(scene, maker, { source: 'edit' })
  const chart = await chartOf(scene, maker)
  const dashboard = chart && (await dashboardOf(scene, maker, [chart.id]))
  if (dashboard) for (let count = 0; count < 2; count++) await mint(scene, dashboard.id, maker)
}

/** A token of somebody whose filters do not bind the owner of the dashboard. */
async function mintedByAnother(scene: Scene): Promise<void> {
  const { random, admin, plain } = scene
  const minter = random.one(plain)
  const chart = await chartOf(scene, admin)
  const dashboard = chart && (await dashboardOf(scene, admin, [chart.id]))
  if (!dashboard) return
  await bind(scene, minter)
  await given(scene, minter, { source: 'edit', chart: [chart, 'edit'], dashboard: [dashboard, 'edit'] })
  for (let count = 0; count < 2; count++) await mint(scene, dashboard.id, minter)
}

/** Somebody who may change a dashboard puts a chart on it that he may only look at. */
async function placedByAnother(scene: Scene): Promise<void> {
  const { random, admin, plain } = scene
  const editor = random.one(plain)
  const chart = await chartOf(scene, admin)
  const dashboard = await dashboardOf(scene, admin, [])
  if (!chart || !dashboard) return
  await given(scene, editor, { chart: [chart, 'view'], dashboard: [dashboard, 'edit'] })
  await placeOn(scene, dashboard, { by: editor, chart: chart.id })
}

/** Two charts that ask the same and are lent by others, side by side. */
async function twins(scene: Scene): Promise<void> {
  const { graph, ask, random, admin, plain } = scene
  const other = random.one(plain)
  const last = outsiderOf(scene, other)
  const chart = await chartOf(scene, admin)
  if (!last || !chart) return
  await bind(scene, other, last)
  await given(scene, other, { source: 'view', chart: [chart, 'view'] })
  const copy = await cloneChart(scene, chart.id, other)
  const dashboard = copy && (await dashboardOf(scene, admin, [chart.id, copy]))
  if (dashboard) await give(graph, ask, { type: 'dashboard', thing: dashboard, by: admin, to: last, kind: 'user', level: 'view' })
}

/** The maker of a token loses the dashboard and keeps all that is on it. */
async function tokenOutlivesRight(scene: Scene): Promise<void> {
  const { graph, random, admin, plain } = scene
  const minter = random.one(plain)
  const chart = await chartOf(scene, admin)
  const dashboard = chart && (await dashboardOf(scene, admin, [chart.id]))
  if (!dashboard) return
  await given(scene, minter, { source: 'edit', chart: [chart, 'edit'], dashboard: [dashboard, 'edit'] })
  for (let count = 0; count < 2; count++) await mint(scene, dashboard.id, minter)
  graph.endings.push({ loses: minter, type: 'dashboard', thing: dashboard })
}

/** Who shared on what others own is deleted, and an administrator is his heir. */
async function sharerLeaves(scene: Scene): Promise<void> {
  const { graph, ask, random, admin, plain } = scene
  const middle = random.one(plain)
  const last = outsiderOf(scene, middle)
  const chart = await chartOf(scene, admin)
  const dashboard = chart && (await dashboardOf(scene, admin, [chart.id]))
  if (!last || !chart || !dashboard) return
  const [type, thing] = random.chance(0.5) ? (['dashboard', dashboard] as const) : (['chart', chart] as const)
  await give(graph, ask, { type, thing, by: admin, to: middle, kind: 'user', level: 'own' })
  await give(graph, ask, { type, thing, by: middle, to: last, kind: 'user', level: 'view' })
  graph.endings.push({ leaves: middle, heir: admin })
}

import { has } from './oracle.ts'
import { askOnce, dashboardOf, mint, newChart } from './things.ts'
import { type Ask, addFilter, type Chance, type Graph, give, REGIONS } from './world.ts'

/** Situations that chance alone makes too rarely, each among people as they happen to be: those in which one check alone holds a row back. */
export async function situations(graph: Graph, ask: Ask, random: Chance, admin: string): Promise<void> {
  const build = { graph, ask, random, admin, everybody: [...graph.people.keys()] }
  const plain = build.everybody.filter((id) => id !== admin)
  for (const source of graph.sources.values()) {
    // The words of an answer are lent where no filter stands.
    if (source.filters.length === 0 && random.chance(0.6)) {
      const askers = plain.filter((id) => has(source, graph.people.get(id), 'view'))
      if (askers.length > 0) await askOnce(build, random.one(askers), source)
      continue
    }
    const without = plain.filter((id) => !has(source, graph.people.get(id), 'view'))
    // By a group where there is one that whoever looks is not in: then it holds by what is known of the lender alone.
    const bind = (who: string, apartFrom?: string) => {
      const group = [...(graph.people.get(who)?.groups ?? [])].find((one) => apartFrom === undefined || !graph.people.get(apartFrom)?.groups.has(one))
      const reach = group !== undefined && random.chance(0.6) ? { groups: [group] } : { users: [who] }
      return addFilter(ask, admin, source, { member: 'region', operator: 'equals', values: [random.one(REGIONS)] }, reach)
    }
    const [middle, last] = [random.one(plain), random.one(without.length > 0 ? without : plain)]
    if (middle !== last && random.chance(0.5)) {
      // Shared on by somebody whose filters do not bind whoever gets it.
      await bind(middle, last)
      const id = await newChart(build, admin, source.id)
      const chart = id && graph.charts.get(id)
      const dashboard = chart && (await dashboardOf(build, admin, [chart.id]))
      if (chart && dashboard) {
        const [type, thing] = random.chance(0.5) ? (['dashboard', dashboard] as const) : (['chart', chart] as const)
        await give(graph, ask, { type, thing, by: admin, to: middle, kind: 'user', level: 'own' })
        await give(graph, ask, { type, thing, by: middle, to: last, kind: 'user', level: 'view' })
        // A group whoever gets it is not in has it by the owner.
        const apart = graph.groups.find((group) => !graph.people.get(last)?.groups.has(group))
        if (apart && random.chance(0.7)) await give(graph, ask, { type, thing, by: admin, to: apart, kind: 'group', level: 'view' })
      }
    }
    const maker = random.one(plain)
    if (random.chance(0.4)) {
      // A token of somebody whom a filter of everyone spares: guests it binds all the same.
      const condition = { member: 'region', operator: 'not_equals', values: [random.one(REGIONS)] }
      await addFilter(ask, admin, source, condition, { everyone: true, except: { users: [maker] } })
      await give(graph, ask, { type: 'datasource', thing: source, by: admin, to: maker, kind: 'user', level: 'edit' })
      const id = await newChart(build, maker, source.id)
      const dashboard = id && (await dashboardOf(build, maker, [id]))
      if (dashboard) for (let count = 0; count < 2; count++) await mint(build, dashboard.id, maker)
    }
    const minter = random.one(plain)
    if (random.chance(0.5)) {
      // A token of somebody whose filters do not bind the owner of the dashboard.
      const id = await newChart(build, admin, source.id)
      const chart = id && graph.charts.get(id)
      const dashboard = chart && (await dashboardOf(build, admin, [chart.id]))
      if (chart && dashboard) {
        await bind(minter)
        for (const gift of [
          { type: 'datasource', thing: source } as const,
          { type: 'chart', thing: chart } as const,
          { type: 'dashboard', thing: dashboard } as const,
        ])
          await give(graph, ask, { ...gift, by: admin, to: minter, kind: 'user', level: 'edit' })
        await mint(build, dashboard.id, minter)
        await mint(build, dashboard.id, minter)
      }
    }
  }
}

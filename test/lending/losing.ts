import type { TestServer } from '#test/harness.ts'
import { chanceOf, type Dashboard, type Graph, type Person, pathOf } from './world.ts'

type Asking = (line: string, body?: unknown) => Promise<{ status: number }>

export const asAdmin =
  (server: TestServer): Asking =>
  (line, body) =>
    server.request(line, body === undefined ? {} : { body })

/** Takes rights away at random, as they are lost in life: shares, memberships, source grants, accounts, embedding. */
export async function loseRights(server: TestServer, graph: Graph, seed: number): Promise<void> {
  const random = chanceOf(seed)
  const ask = asAdmin(server)
  const spared = await ended(ask, graph)
  const kinds = { datasource: graph.sources, chart: graph.charts, dashboard: graph.dashboards, session: graph.sessions }
  for (const [type, things] of Object.entries(kinds)) {
    for (const thing of things.values()) {
      for (const given of [...thing.given]) {
        if (spared.has(given.to) || !random.chance(0.25)) continue
        const gone = await ask(`DELETE /${pathOf(type as keyof typeof kinds, thing)}/share/${given.kind}?${given.kind}_id=${given.to}`)
        if (gone.status < 300) thing.given.splice(thing.given.indexOf(given), 1)
      }
    }
  }
  for (const { minter, dashboard: id } of graph.tokens) {
    // The dashboard alone: chart and data source stay with the maker of the token.
    const dashboard = graph.dashboards.get(id)
    const held = dashboard?.given.find(({ to }) => to === minter)
    if (!dashboard || !held || !random.chance(0.4)) continue
    if ((await ask(`DELETE /${pathOf('dashboard', dashboard)}/share/user?user_id=${minter}`)).status < 300)
      dashboard.given.splice(dashboard.given.indexOf(held), 1)
  }
  for (const person of graph.people.values()) {
    if (person.admin || spared.has(person.id)) continue
    for (const group of graph.groups) {
      if (!random.chance(0.15)) continue
      const joins = !person.groups.has(group)
      const pair = `user_id=${person.id}&group_id=${group}`
      const done = joins ? await ask('POST /core/usergroups', { user_id: person.id, group_id: group }) : await ask(`DELETE /core/usergroups?${pair}`)
      if (done.status < 300) joins ? person.groups.add(group) : person.groups.delete(group)
    }
  }
  const plain = () => [...graph.people.values()].filter((person) => !person.admin && !spared.has(person.id))
  const lendsWords = (id: string) => [...graph.sessions.values()].some(({ owner, source }) => owner === id && graph.sources.get(source)?.filters.length === 0)
  const victim = plain().find(({ id }) => random.chance(lendsWords(id) ? 0.8 : 0.1))
  await disable(ask, victim)
  const things = Object.values(kinds).flatMap((some) => [...some.values()])
  const sharesOn = ({ id }: { id: string }) => things.some(({ owner, given }) => owner !== id && given.some(({ by }) => by === id))
  const active = plain().filter((person) => person.active)
  const leaver = random.chance(0.6) ? (active.filter(sharesOn).find(() => random.chance(0.7)) ?? active.find(() => random.chance(0.3))) : undefined
  if (leaver) {
    const heirs = [...graph.people.values()].filter(({ id }) => id !== leaver.id)
    await leave(ask, graph, leaver.id, random.one(random.chance(0.6) ? heirs.filter(({ admin }) => admin) : heirs).id)
  }
  for (const dashboard of graph.dashboards.values()) {
    if (!spared.has(dashboard.id) && random.chance(0.15)) await close(ask, dashboard)
  }
}

/** What scenes are made for happens first; answers whom and what nothing more is taken from, so that only this can hold a row back. */
export async function ended(ask: Asking, graph: Graph): Promise<Set<string>> {
  const spared = new Set<string>()
  for (const ending of graph.endings) {
    if ('leaves' in ending) {
      if (graph.people.has(ending.leaves) && graph.people.has(ending.heir) && !spared.has(ending.leaves)) await leave(ask, graph, ending.leaves, ending.heir)
    } else if ('disabled' in ending) await disable(ask, graph.people.get(ending.disabled))
    else if ('closes' in ending) await close(ask, ending.closes)
    else if ('leavesGroup' in ending) {
      const done = await ask(`DELETE /core/usergroups?user_id=${ending.leavesGroup}&group_id=${ending.group}`)
      if (done.status < 300) graph.people.get(ending.leavesGroup)?.groups.delete(ending.group)
    } else {
      const { loses: who, type, thing } = ending
      const held = thing.given.find(({ to }) => to === who)
      if (!held || (await ask(`DELETE /${pathOf(type, thing)}/share/user?user_id=${who}`)).status >= 300) continue
      thing.given.splice(thing.given.indexOf(held), 1)
      spared.add(who).add(thing.id)
    }
  }
  return spared
}

async function disable(ask: Asking, person: Person | undefined): Promise<void> {
  if (person && (await ask(`PUT /core/users/${person.id}`, { status: 'disabled' })).status < 300) person.active = false
}

async function close(ask: Asking, dashboard: Dashboard): Promise<void> {
  const done = await ask(`PUT /analytics/dashboards/${dashboard.id}`, { embedded: { enabled: false, allowed_domains: [] } })
  if (done.status < 300) dashboard.embedded = false
}

/** A user is deleted: what he owned, and the shares he gave on it, pass to his heir; what he had asked is nobody's. */
async function leave(ask: Asking, graph: Graph, id: string, heir: string): Promise<void> {
  if ((await ask(`DELETE /core/users/${id}?reassign_to=${heir}`)).status >= 300) return
  graph.people.delete(id)
  for (const job of graph.jobs.values()) if (job.owner === id) job.webhook = null
  for (const thing of [...graph.sources.values(), ...graph.charts.values(), ...graph.dashboards.values(), ...graph.jobs.values()]) {
    thing.given = thing.given.filter(({ to }) => to !== id)
    if (thing.owner !== id) continue
    thing.owner = heir
    for (const given of thing.given) if (given.by === id) given.by = heir
  }
  for (const session of graph.sessions.values()) session.given = session.given.filter(({ to }) => to !== id)
}

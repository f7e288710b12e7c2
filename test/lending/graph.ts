import type { TestServer } from '#test/harness.ts'
import { connectFiles, extract } from '#test/ports.ts'
import { layJobs } from './jobs.ts'
import { situations } from './situations.ts'
import { addPerson, emptied, emptyGraph, type Opened } from './stage.ts'
import { lendThings } from './things.ts'
import { addFilter, CSV, chanceOf, conditionOf, type Graph, give, type Level, markOf, NAMED, REGIONS, type Reach } from './world.ts'

/** Data sources with the same rows, each with a model that answers from it. */
export async function openSources(server: TestServer, count: number): Promise<Opened[]> {
  const opened: Opened[] = []
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
export async function randomGraph(server: TestServer, opened: Opened[], seed: number): Promise<Graph> {
  const random = chanceOf(seed)
  const { graph, ask, admin } = await emptyGraph(server)
  const models = opened.map(({ model }) => model)
  for (let index = 0; index < 3; index++) graph.groups.push((await ask('POST /core/groups', admin, { name: `g${seed}-${index}` })).body.id)
  for (let index = 0; index < 6; index++) {
    const region = random.chance(0.7) ? random.one(REGIONS) : null
    await addPerson(server, graph, ask, { admin, name: `u${index}`, models, region, groups: graph.groups.filter(() => random.chance(0.35)) })
  }
  const plain = [...graph.people.keys()].filter((id) => id !== admin)
  for (const { id, model } of opened) {
    const source = await emptied(graph, ask, admin, { id, model })
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

import { testServer } from '#test/harness.ts'
import { realSources } from '#test/ports.ts'
import { openSources, randomGraph } from './graph.ts'
import { loseRights } from './losing.ts'
import { type Case, type Reader, readAsGuest, readAsPerson, told } from './routes.ts'
import { chanceOf } from './world.ts'

export type Beyond = { route: string; seed: number; who: string; allowed: number[]; got: number[] }
/** `shown` counts the cases in which rows came back, over all and by route: a product that answers nobody proves nothing. */
export type Proof = { cases: number; shown: number; routes: Map<string, { cases: number; shown: number }>; beyond: Beyond[] }

/** Random graphs, each read by everyone through every route that returns rows, then again after rights were lost, until that many cases were judged. */
export async function proveLending(count: number, seed: number, stopAtFirst = false): Promise<Proof> {
  const server = await testServer({ ports: realSources() })
  const proof: Proof = { cases: 0, shown: 0, routes: new Map(), beyond: [] }
  const isDone = () => proof.cases >= count || (stopAtFirst && proof.beyond.length > 0)
  try {
    const sources = await openSources(server, 2)
    for (let round = 0; !isDone(); round++) {
      const at = seed + round * 7919
      const graph = await randomGraph(server, sources, at)
      for (const { what, who } of graph.allowed)
        proof.beyond.push({ route: `allowed: ${what}`, seed: at, who: graph.people.get(who)?.name ?? who, allowed: [], got: [] })
      // To find a mistake, more worlds tell more than more readings of one.
      const reader: Reader = { server, graph, random: chanceOf(at + 2), seed: at, share: stopAtFirst ? 0.3 : 1 }
      await readAll(reader, proof, isDone)
      await loseRights(server, graph, at + 1)
      await readAll({ ...reader, share: 1 }, proof, isDone)
      // A search of the next graph's people is to find none of these.
      for (const session of graph.sessions.keys()) await server.request(`DELETE /llm/sessions/${session}`)
    }
  } finally {
    await server.close()
  }
  return proof
}

async function readAll(reader: Reader, proof: Proof, isDone: () => boolean): Promise<void> {
  const { graph, seed } = reader
  const judge = async (who: string, cases: AsyncGenerator<Case>) => {
    for await (const one of cases) {
      const [got, may] = [told(one), new Set(one.allowed.map(({ id }) => id))]
      const counted = proof.routes.get(one.route) ?? { cases: 0, shown: 0 }
      const isShown = got.length > 0 ? 1 : 0
      proof.routes.set(one.route, { cases: counted.cases + 1, shown: counted.shown + isShown })
      proof.cases++
      proof.shown += isShown
      if (got.some((id) => !may.has(id))) proof.beyond.push({ route: one.route, seed, who, allowed: [...may], got })
    }
  }
  for (const person of graph.people.values()) {
    if (isDone()) return
    await judge(person.name, readAsPerson(reader, person))
  }
  for (const token of graph.tokens) {
    if (isDone()) return
    await judge(`guest of ${graph.people.get(token.minter)?.name ?? 'somebody deleted'}`, readAsGuest(reader, token))
  }
}

import { contractFor, fullPath } from '#test/contracts.ts'
import { type RequestOptions, type TestServer, testServer } from '#test/harness.ts'
import { realSources } from '#test/ports.ts'
import { openSources, randomGraph } from './graph.ts'
import { keptMessages, runJobs } from './jobs.ts'
import { loseRights } from './losing.ts'
import { WITH_ROWS } from './reads.ts'
import { type Case, type Reader, readAsGuest, readAsPerson, told } from './routes.ts'
import { chanceOf, markOf } from './world.ts'

export type Beyond = { route: string; seed: number; who: string; allowed: number[]; got: number[]; said: string }
/** `shown` counts the cases in which rows came back, over all and by route: a product that answers nobody proves nothing. `unread` are operations that never answered. */
export type Proof = { cases: number; shown: number; routes: Map<string, { cases: number; shown: number }>; beyond: Beyond[]; unread: string[] }

/** Random graphs, each read by everyone through every route that returns rows, then again after rights were lost, until that many cases were judged. */
export async function proveLending(count: number, seed: number, stopAtFirst = false): Promise<Proof> {
  const { outbox, webhooks } = keptMessages()
  const { server, called } = withCalls(await testServer({ ports: { ...realSources(), webhooks } }))
  const proof: Proof = { cases: 0, shown: 0, routes: new Map(), beyond: [], unread: [] }
  const isDone = () => proof.cases >= count || (stopAtFirst && proof.beyond.length > 0)
  try {
    const sources = await openSources(server, 2)
    for (let round = 0; !isDone(); round++) {
      const at = seed + round * 7919
      const graph = await randomGraph(server, sources, at)
      for (const { what, who } of graph.allowed)
        proof.beyond.push({ route: `allowed: ${what}`, seed: at, who: graph.people.get(who)?.name ?? who, allowed: [], got: [], said: '' })
      // To find a mistake, more worlds tell more than more readings of one.
      const reader: Reader = { server, graph, random: chanceOf(at + 2), seed: at, share: stopAtFirst ? 0.3 : 1 }
      await runJobs(server, graph, outbox)
      await readAll(reader, proof, isDone)
      await loseRights(server, graph, at + 1)
      await runJobs(server, graph, outbox)
      await readAll({ ...reader, share: 1 }, proof, isDone)
      // The next graph's people are to find none of these.
      for (const session of graph.sessions.keys()) await server.request(`DELETE /llm/sessions/${session}`)
      for (const job of graph.jobs.keys()) await server.request(`DELETE /core/jobs/${job}`)
    }
  } finally {
    await server.close()
  }
  proof.unread = [...WITH_ROWS].filter((operation) => !called.has(operation))
  return proof
}

/** The server, and the operations that answered with success. */
function withCalls(server: TestServer): { server: TestServer; called: ReadonlySet<string> } {
  const called = new Set<string>()
  const noted =
    <Answer extends { status: number }>(ask: (line: string, options?: RequestOptions) => Promise<Answer>) =>
    async (line: string, options?: RequestOptions): Promise<Answer> => {
      const answer = await ask(line, options)
      const [method = 'GET', short = '/'] = line.split(' ')
      if (answer.status < 300) called.add(contractFor(server.contracts, method, fullPath(short).split('?')[0] ?? '')?.operationId ?? '')
      return answer
    }
  return { server: { ...server, request: noted(server.request), open: noted(server.open) }, called }
}

/** Where a reply says a row too many, with some of what stands around it. */
function around(text: string, id: number): string {
  const at = text.indexOf(markOf(id))
  return text.slice(Math.max(0, at - 400), at + 100)
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
      const more = got.find((id) => !may.has(id))
      if (more !== undefined) proof.beyond.push({ route: one.route, seed, who, allowed: [...may], got, said: around(one.told, more) })
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

import { contractFor, fullPath } from '#test/contracts.ts'
import { type RequestOptions, type TestServer, testServer } from '#test/harness.ts'
import { realSources } from '#test/ports.ts'
import { openSources, randomGraph } from './graph.ts'
import { keptMessages, runJobs } from './jobs.ts'
import { asAdmin, ended, loseRights } from './losing.ts'
import { WITH_ROWS } from './reads.ts'
import { type Case, type Reader, readAsGuest, readAsPerson, told } from './routes.ts'
import { SCENES, type SceneName } from './scenes.ts'
import { likely, newStage, type Opened } from './stage.ts'
import { chanceOf, type Graph, markOf } from './world.ts'

/** `scene` names the graph: a scene, or a random one by its seed. */
export type Beyond = { route: string; scene: string; who: string; allowed: number[]; got: number[]; said: string }
/** `shown` counts the cases in which rows came back, over all and by route: a product that answers nobody proves nothing. `unread` are operations that never answered. */
export type Proof = { cases: number; shown: number; routes: Map<string, { cases: number; shown: number }>; beyond: Beyond[]; unread: string[] }

type Manner = { scenes?: readonly string[]; stopAtFirst?: boolean }

/**
 * Scenes, then random graphs, each read by everyone through every route that returns rows, then again after rights were lost, until that many cases were
 * judged.
 */
export async function proveLending(count: number, seed: number, { scenes = Object.keys(SCENES), stopAtFirst = false }: Manner = {}): Promise<Proof> {
  const { outbox, webhooks } = keptMessages()
  const { server, called } = withCalls(await testServer({ ports: { ...realSources(), webhooks } }))
  const proof: Proof = { cases: 0, shown: 0, routes: new Map(), beyond: [], unread: [] }
  const isFound = () => stopAtFirst && proof.beyond.length > 0
  const isDone = () => proof.cases >= count || isFound()
  try {
    const sources = await openSources(server, 2)
    for (const name of scenes) {
      if (isFound()) break
      const at = seed + Object.keys(SCENES).indexOf(name)
      const { graph, stage } = await newStage(server, sources[0] as Opened, at)
      await SCENES[name as SceneName](stage)
      noteAllowed(proof, graph, name)
      const reader: Reader = { server, graph, random: likely(at), seed: at, scene: name, share: 1 }
      await runJobs(server, graph, outbox)
      await readAll(reader, proof, isFound)
      if (graph.endings.length > 0) {
        await ended(asAdmin(server), graph)
        await runJobs(server, graph, outbox)
        await readAll(reader, proof, isFound)
      }
      await cleared(server, graph)
    }
    for (let round = 0; !isDone(); round++) {
      const at = seed + round * 7919
      const graph = await randomGraph(server, sources, at)
      noteAllowed(proof, graph, `graph ${at}`)
      // To find a mistake, more worlds tell more than more readings of one.
      const reader: Reader = { server, graph, random: chanceOf(at + 2), seed: at, scene: `graph ${at}`, share: stopAtFirst ? 0.3 : 1 }
      await runJobs(server, graph, outbox)
      await readAll(reader, proof, isDone)
      await loseRights(server, graph, at + 1)
      await runJobs(server, graph, outbox)
      await readAll({ ...reader, share: 1 }, proof, isDone)
      await cleared(server, graph)
    }
  } finally {
    await server.close()
  }
  proof.unread = [...WITH_ROWS].filter((operation) => !called.has(operation))
  return proof
}

function noteAllowed(proof: Proof, graph: Graph, scene: string): void {
  for (const { what, who } of graph.allowed)
    proof.beyond.push({ route: `allowed: ${what}`, scene, who: graph.people.get(who)?.name ?? who, allowed: [], got: [], said: '' })
}

/** The next graph's people are to find none of these. */
async function cleared(server: TestServer, graph: Graph): Promise<void> {
  for (const session of graph.sessions.keys()) await server.request(`DELETE /llm/sessions/${session}`)
  for (const job of graph.jobs.keys()) await server.request(`DELETE /core/jobs/${job}`)
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
  const { graph, scene } = reader
  const judge = async (who: string, cases: AsyncGenerator<Case>) => {
    for await (const one of cases) {
      const [got, may] = [told(one), new Set(one.allowed.map(({ id }) => id))]
      const counted = proof.routes.get(one.route) ?? { cases: 0, shown: 0 }
      const isShown = got.length > 0 ? 1 : 0
      proof.routes.set(one.route, { cases: counted.cases + 1, shown: counted.shown + isShown })
      proof.cases++
      proof.shown += isShown
      const more = got.find((id) => !may.has(id))
      if (more !== undefined) proof.beyond.push({ route: one.route, scene, who, allowed: [...may], got, said: around(one.told, more) })
    }
  }
  for (const person of graph.people.values()) {
    if (isDone()) return
    // In a scene the administrator is only who gives: he may see every row of it.
    if (person.admin && scene in SCENES) continue
    await judge(person.name, readAsPerson(reader, person))
  }
  for (const token of graph.tokens) {
    if (isDone()) return
    await judge(`guest of ${graph.people.get(token.minter)?.name ?? 'somebody deleted'}`, readAsGuest(reader, token))
  }
}

import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import type { Account } from '#test/harness.ts'

export type Row = { id: number; region: string; tier: number }
export type Level = 'view' | 'edit' | 'own'
export type Condition = { member: string; operator: string; values: (string | number)[] }
export type Reach = { everyone?: true; groups?: string[]; users?: string[]; except?: { groups?: string[]; users?: string[] } }
export type Given = { to: string; kind: 'user' | 'group'; level: Level; by: string }
export type Person = Account & { name: string; groups: Set<string>; admin: boolean; active: boolean; region: string | null }
export type Source = { id: string; owner: string; given: Given[]; filters: { condition: Condition; reach: Reach }[]; model: string }
export type Thing = { id: string; owner: string; source: string; given: Given[] }
/** `author` is who last changed what it asks, where that is not its owner. */
export type Chart = Thing & { where: (row: Row) => boolean; author: string | null }
export type Dashboard = Thing & { charts: string[]; embedded: boolean; hasFilter: boolean }
export type Token = { token: string; minter: string; dashboard: string; filters: Condition[] }
/** An answer that names rows: those its asker saw then, and those of its words. */
export type Session = Thing & { completion: string; link: string | null; rows: Row[]; said: number[] }

/** What a run of a job could hold at most: the rows that its owner saw when it ran. */
export type Run = { id: string; by: string; rows: Row[] }
export type Job = Thing & { kind: 'export' | 'subscription' | 'alert' | 'question' | 'chart_refresh'; reads: string; webhook: string | null; runs: Run[] }
/** What was sent to somebody's webhook, and by which job. */
export type Sent = { to: string; job: string; run: string; text: string }
/** What a scene is made for, and happens whatever chance takes: somebody is deleted or disabled, or loses one thing and keeps the others. */
export type Ending =
  | { leaves: string; heir: string }
  | { loses: string; type: Kind; thing: Thing | Source }
  | { leavesGroup: string; group: string }
  | { disabled: string }
  | { closes: Dashboard }

/** Everything the product was told, as plain data: what the oracle judges by. */
export type Graph = {
  rows: Row[]
  people: Map<string, Person>
  groups: string[]
  sources: Map<string, Source>
  charts: Map<string, Chart>
  dashboards: Map<string, Dashboard>
  sessions: Map<string, Session>
  tokens: Token[]
  jobs: Map<string, Job>
  sent: Sent[]
  endings: Ending[]
  /** The position of the feed of changes before it was built. */
  since: string
  /** What was allowed while it was built and should have been refused. */
  allowed: { what: string; who: string }[]
}

export const REGIONS = ['EU', 'US', 'ASIA']
export const ROWS: Row[] = Array.from({ length: 24 }, (_, index) => ({ id: index + 1, region: REGIONS[index % 3] ?? '', tier: (index * 7) % 5 }))
/** Each row bears a word that nothing else holds, no id either, which are written without these letters: wherever it stands in a reply, the row was told. */
export const markOf = (id: number): string => `uo${String(id).padStart(2, '0')}lu`
export const CSV = `id,region,tier,code\n${ROWS.map(({ id, region, tier }) => `${id},${region},${tier},${markOf(id)}`).join('\n')}\n`

/** The rows a reply tells of, in whatever form. */
export const rowsIn = (text: string): number[] => [...new Set([...text.matchAll(/uo(\d\d)lu/g)].map(([, id]) => Number(id)))].sort((a, b) => a - b)

/** The row of which a verified query of each source names the word. */
export const NAMED = 3

export type Chance = { int(below: number): number; chance(of: number): boolean; one<T>(list: readonly T[]): T }
export function chanceOf(seed: number): Chance {
  const next = randomOf(seed)
  const int = (below: number) => Math.floor(next() * below)
  return { int, chance: (of) => next() < of, one: (list) => list[int(list.length)] as never }
}

export type Ask = (line: string, by: string, body?: unknown) => Promise<{ status: number; body: any }>
export type Kind = 'datasource' | 'chart' | 'dashboard' | 'session' | 'job'
const SERVICE = { datasource: 'semantic', chart: 'analytics', dashboard: 'analytics', session: 'llm', job: 'core' }
export const pathOf = (type: Kind, thing: { id: string }): string => `${SERVICE[type]}/${type}s/${thing.id}`

export type Gift = { type: Kind; thing: { id: string; owner: string; given: Given[] }; by: string; to: string; kind: 'user' | 'group'; level: Level }

/** One gives another something, where the product lets him. */
export async function give(graph: Graph, ask: Ask, { type, thing, by, to, kind, level }: Gift): Promise<boolean> {
  const made =
    type === 'job'
      ? await ask(`POST /core/job${kind}s`, by, { job_id: thing.id, [`${kind}_id`]: to, level })
      : await ask(`POST /${pathOf(type, thing)}/share/${kind}`, by, { [`${kind}_id`]: to, level })
  if (made.status >= 300) return false
  const known = thing.given.find((one) => one.to === to)
  if (!known) thing.given.push({ to, kind, level, by })
  else {
    known.level = level
    // Its owner or an administrator stands in for whoever gave it before.
    if ((by === thing.owner || graph.people.get(by)?.admin) && known.by !== thing.owner) known.by = by
  }
  return true
}

/** A condition on the rows, written as a filter or a token has it. */
export const conditionOf = (random: Chance, prefix: string): Condition =>
  random.one<() => Condition>([
    () => ({ member: `${prefix}region`, operator: 'equals', values: [random.one(REGIONS)] }),
    () => ({ member: `${prefix}region`, operator: 'not_equals', values: [random.one(REGIONS)] }),
    () => ({ member: `${prefix}id`, operator: 'greater_than', values: [random.int(20)] }),
    () => ({ member: `${prefix}tier`, operator: 'less_than', values: [1 + random.int(5)] }),
  ])()

export async function addFilter(ask: Ask, admin: string, source: Source, condition: Condition, reach: Reach): Promise<void> {
  const made = await ask('POST /semantic/filters', admin, { datasource_id: source.id, table_name: 'orders', condition, applies_to: reach })
  if (made.status === 201) source.filters.push({ condition, reach })
}

import type { Contract } from '#test/contracts.ts'
import { breach } from '#test/contracts.ts'
import type { Recorded } from '#test/database.ts'
import { bodyFor, idFor, isForm } from './requests.ts'
import { createWorld, PRINCIPALS, type Principal, type World } from './world.ts'

export type CellOutcome = { checked: number; wrong: string[]; unplaced: string[] }

const REFUSED: ReadonlySet<Principal> = new Set([
  'malformed key',
  'nobody',
  'unknown key',
  'revoked key',
  'expired key',
  'disabled user',
  'expired guest',
  'tampered guest',
])
const LEVELS = ['none', 'view', 'edit', 'own'] as const
type Level = (typeof LEVELS)[number]

/** What each principal holds on the seeded objects, by kind; the first entry that names the kind wins. */
function levelOf(principal: Principal, type: string): Level {
  if (type === 'api_key') return principal === 'owner' ? 'own' : principal === 'admin' ? 'view' : 'none'
  if (principal === 'admin' || principal === 'owner') return 'own'
  if (type === 'user' || type === 'webhook') return 'none'
  if (type === 'group') return principal === 'viewer by group' ? 'view' : 'none'
  if (principal === 'editor') return 'edit'
  if (principal === 'viewer' || principal === 'viewer by group') return 'view'
  return 'none'
}

/** The statuses a cell may answer; `allowed` stands for everything that is not a refusal. */
function expected(contract: Contract, principal: Principal): { only: number[] } | 'allowed' {
  const { access } = contract
  if (access.who === 'anyone') return 'allowed'
  if (REFUSED.has(principal)) return { only: [401] }
  if (principal === 'directory' || access.who === 'directory') return principal === 'directory' && access.who === 'directory' ? 'allowed' : { only: [403] }
  if (principal === 'pending user') return access.pending ? 'allowed' : { only: [403] }
  if (principal === 'key without scope') return access.scope === 'none' ? 'allowed' : { only: [403] }
  if (principal === 'guest') return access.guest ? 'allowed' : { only: [403] }
  // Without an object a route is about the token's own dashboard.
  if (principal === 'guest of another dashboard') return access.guest ? (access.object ? { only: [404] } : 'allowed') : { only: [403] }
  if (access.who === 'admin') return principal === 'admin' ? 'allowed' : { only: [403] }
  if (!access.object) return 'allowed'
  const held = levelOf(principal, access.object.type)
  if (held === 'none') return { only: [404] }
  return LEVELS.indexOf(held) >= LEVELS.indexOf(access.object.level) ? 'allowed' : { only: [403] }
}

/** Whether this answer is what the cell calls for; a route may refuse a user a right of his own (to create a data source, say) with 403. */
function isRight(contract: Contract, principal: Principal, status: number): boolean {
  const wanted = expected(contract, principal)
  if (wanted !== 'allowed') return wanted.only.includes(status)
  if (contract.access.who === 'anyone') return status < 500
  if (contract.access.object || contract.access.who === 'admin') return ![401, 403, 404].includes(status)
  if (contract.access.who === 'directory') return ![401, 404].includes(status)
  return status !== 401
}

/** What a call is made with where that is not what the route is known to take: `more` stands in its query. */
type Asked = { body?: unknown; more?: Record<string, string> }

/** Calls a route on the seeded objects with a credential. */
export async function call(
  { server, ids }: World,
  contract: Contract,
  authorization: string | null,
  { body = bodyFor(contract, ids), more = {} }: Asked = {},
): Promise<{ status: number; fault: string | null }> {
  const path = contract.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(idFor(contract, name, ids)))
  const query = new URLSearchParams({ ...queryFor(contract, ids), ...more })
  const response = await server.open(`${contract.method} ${path}${query.size ? `?${query}` : ''}`, {
    as: null,
    headers: { ...(authorization === null ? {} : { authorization }), ...(body === undefined || isForm(body) ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { raw: isForm(body) ? body : JSON.stringify(body) }),
  })
  const type = response.headers.get('content-type')
  if (type?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, fault: null }
  }
  const text = await response.text()
  return { status: response.status, fault: breach(contract, response.status, type, type?.startsWith('application/json') && text ? JSON.parse(text) : text) }
}

/** The ids a route takes in its query: the object's, and in a deletion the other half of the pair. */
function queryFor(contract: Contract, ids: Record<string, string>): Record<string, string> {
  const { object } = contract.access
  const taken = Object.keys((contract.request.query?.shape ?? {}) as object).filter((name) => name.endsWith('_id'))
  const needed = contract.method === 'DELETE' ? taken : taken.filter((name) => object?.in === 'query' && name === object.name)
  return Object.fromEntries(needed.map((name) => [name, idFor(contract, name, ids)]))
}

/** What else is made of the calls: `statements` hears what the product sends, `succeeded` may call further before the world is given up. */
export type Watch = {
  statements?: (statement: Recorded) => void
  succeeded?: (world: World, contract: Contract, principal: Principal) => Promise<void>
}

/** Checks every route of the five services with every principal. A route without a place (no body known, no id for a parameter) is reported. */
export async function checkCells(only: (contract: Contract) => boolean = () => true, { statements, succeeded }: Watch = {}): Promise<CellOutcome> {
  const outcome: CellOutcome = { checked: 0, wrong: [], unplaced: [] }
  const newWorld = () => createWorld({}, {}, statements)
  let world = await newWorld()
  const contracts = world.server.contracts.filter(only)
  for (const contract of contracts) {
    const name = `${contract.method} ${contract.path}`
    try {
      bodyFor(contract, world.ids)
      for (const [, param] of contract.path.matchAll(/\{([^}]+)\}/g)) idFor(contract, param ?? '', world.ids)
      queryFor(contract, world.ids)
    } catch (error) {
      outcome.unplaced.push(`${name}: ${error instanceof Error ? error.message : error}`)
      continue
    }
    for (const principal of PRINCIPALS) {
      const { status, fault } = await call(world, contract, world.credential(principal))
      outcome.checked += 1
      if (!isRight(contract, principal, status) || fault)
        outcome.wrong.push(`${name} as ${principal}: ${status}, ${JSON.stringify(expected(contract, principal))}${fault ? ` ${fault}` : ''}`)
      if (status < 400) await succeeded?.(world, contract, principal)
      // What a success changed must not decide the next cell.
      if (contract.method !== 'GET' && status < 400) {
        await world.server.close()
        world = await newWorld()
      }
    }
  }
  await world.server.close()
  return outcome
}

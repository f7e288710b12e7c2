import { z } from 'zod'
import type { Contract } from '#test/contracts.ts'
import type { Recorded } from '#test/database.ts'
import { call, type Watch } from '../security/cells.ts'
import { createWorld, type Principal, type World } from '../security/world.ts'

/** One of each way a statement depends on who asks: by everything, by ownership, by a share through a group, by a token. */
const ASKING: readonly Principal[] = ['admin', 'owner', 'viewer by group', 'guest']

/** Hears every statement the services send while the cells are checked: with each query parameter of the routes that read, and with the work between requests. */
export function hearStatements(): { watch: Watch; all(): Promise<Recorded[]> } {
  const found = new Map<string, Recorded>()
  const statements = (statement: Recorded) => {
    if (!found.has(statement.sql)) found.set(statement.sql, statement)
  }
  const followed = new Set<Contract>()
  const succeeded: Watch['succeeded'] = async (world, contract, principal) => {
    if (!ASKING.includes(principal)) return
    if (contract.method !== 'GET') {
      // What a write leaves to be done does not depend on who wrote.
      if (followed.has(contract)) return
      followed.add(contract)
      return betweenRequests(world)
    }
    for (const more of variants(contract)) await call(world, contract, world.credential(principal), { more })
  }
  const all = async () => {
    const untouched = await createWorld({}, {}, statements)
    await betweenRequests(untouched)
    await untouched.server.close()
    return [...found.values()]
  }
  return { watch: { statements, succeeded }, all }
}

async function betweenRequests({ server }: World): Promise<void> {
  await server.querent.idle()
  await server.querent.keepHouse()
  await server.querent.worker.tick()
}

/** A query for each parameter a route takes, for each choice of one, and for each order from both ends. */
function variants({ request }: Contract): Record<string, string>[] {
  const shape = (request.query?.shape ?? {}) as Record<string, z.ZodType>
  const names = Object.keys(shape)
  const alone = names.flatMap((name) => valuesOf(name, shape[name]).map((value) => ({ [name]: value })))
  const sorted = valuesOf('sort', shape.sort).flatMap((sort): Record<string, string>[] => [
    { sort, order: 'desc' },
    { sort, order: 'asc', page: '60' },
  ])
  return [...alone, ...(names.includes('order') ? sorted : [])]
}

function valuesOf(name: string, schema: z.ZodType | undefined): string[] {
  if (!schema) return []
  const { enum: choices, type } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as { enum?: unknown[]; type?: string }
  if (choices) return choices.map(String)
  if (/_(from|to)$/.test(name)) return ['2026-11-21']
  if (type === 'boolean') return ['true', 'false']
  if (name === 'page') return ['2', '60']
  if (name === 'page_size' || name === 'limit') return ['5']
  return name === 'cursor' || name === 'after' ? [] : ['revenue']
}

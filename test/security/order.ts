import type { Contract } from '#test/contracts.ts'
import { call } from './cells.ts'
import { bodyFor, isForm } from './requests.ts'
import { createWorld } from './world.ts'

/** Those who are known and may not do everything. Others are refused by the gate, which never sees a body. */
const CALLERS = ['pending user', 'key without scope', 'user without grant', 'viewer', 'viewer by group', 'editor'] as const

/** Bodies that no route takes. Where the object stands in the body it stays there: without it nobody could tell what is asked for. */
function unfit(contract: Contract, body: unknown): unknown[] {
  const { object } = contract.access
  if (isForm(body)) return []
  const unknownMember = { ...(body as object), no_such_member: 1 }
  const named = object?.in === 'body' ? { [object.name]: (body as Record<string, unknown>)[object.name] } : {}
  return [unknownMember, { ...named, no_such_member: 1 }, ...(object?.in === 'body' ? [] : [[1], null])]
}

/** Whether a refusal is about the caller and the object of the route, and not about what else a body names. */
const isOfRoute = ({ access, path }: Contract, status: number): boolean =>
  status !== 404 || access.object !== undefined || path.includes('{') || access.who === 'admin'

/**
 * Calls each route that takes a body with every kind of caller, with a body that is right and with ones that are not: a refusal (401, 403, 404) has to be the
 * same for all of them, so that who may not do something learns nothing of how it is done.
 */
export async function checkOrder(only: (contract: Contract) => boolean = () => true): Promise<{ checked: number; wrong: string[] }> {
  const found = { checked: 0, wrong: [] as string[] }
  let world = await createWorld()
  const contracts = world.server.contracts.filter((one) => one.request.body && one.access.who !== 'anyone' && only(one))
  for (const contract of contracts) {
    for (const principal of CALLERS) {
      const body = bodyFor(contract, world.ids)
      const right = await call(world, contract, world.credential(principal), { body })
      if (right.status < 400) {
        await world.server.close()
        world = await createWorld()
        continue
      }
      if (![401, 403, 404].includes(right.status) || !isOfRoute(contract, right.status)) continue
      for (const other of unfit(contract, body)) {
        const { status, fault } = await call(world, contract, world.credential(principal), { body: other })
        found.checked += 1
        if (status !== right.status || fault)
          found.wrong.push(`${contract.method} ${contract.path} as ${principal}: ${status} for ${JSON.stringify(other)}, else ${right.status} ${fault ?? ''}`)
      }
    }
  }
  await world.server.close()
  return found
}

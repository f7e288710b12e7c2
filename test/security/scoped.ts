import { directories } from '#db/schema/directories.ts'
import { apiKeys, grants, groups, invitations, signinLinks, signins, users } from '#db/schema/identity.ts'
import { jobs } from '#db/schema/jobs.ts'
import { webhooks } from '#db/schema/webhooks.ts'
import { grantsScope, Scope } from '#domain/access/scopes.ts'
import type { Contract } from '#test/contracts.ts'
import type { Account } from '#test/harness.ts'
import { call } from './cells.ts'
import { bodyFor } from './requests.ts'
import { createWorld, type World } from './world.ts'

export type ScopedOutcome = { checked: number; wrong: string[] }

/** Each scope alone, all that write or read of every service, and all there are but `*`. */
const SCOPES = Scope.options.filter((scope) => scope !== '*')
const HELD: string[][] = [...SCOPES.map((scope) => [scope]), SCOPES.filter((scope) => scope.endsWith(':write')), SCOPES]

const password = 'correct horse battery'
type Ids = Record<string, string>
/** What a thief of a key would try, beside the bodies every route is tried with. */
const TRIED: Record<string, (ids: Ids) => unknown[]> = {
  createUser: () => [
    { email: 'thief@example.com', password },
    { email: 'thief@example.com', role: 'admin', password },
    { email: 'thief@example.com', role: 'admin', invite: true },
  ],
  updateUser: () => [{ role: 'admin' }, { email: 'thief@example.com' }, { attributes: { region: 'EU' } }, { status: 'active' }, { name: 'x', role: 'admin' }],
  createApiKey: () => [{ name: 'all', scopes: ['*'] }, { name: 'core', scopes: ['core:write'] }, { name: 'same' }],
  updateApiKey: () => [{ scopes: ['*'] }, { expires_at: null }, { expires_at: '2030-01-01T00:00:00Z' }],
  changePassword: () => [{ new_password: password }, { current_password: '', new_password: password }],
  createUserGroup: (ids) => [
    { user_id: ids.user, group_id: ids.group, role: 'manager' },
    { user_id: ids.viewer, group_id: ids.group },
  ],
  createGroup: () => [{ name: 'Makers', permissions: { create_datasources: true, create_models: true } }],
  updateJob: (ids) => [{ notify: { webhook_ids: [ids.webhook], on: ['success'] } }, { is_enabled: true }],
  updateWebhook: () => [{ url: 'http://127.0.0.1:9/thief' }],
  updateGroup: () => [{ permissions: { create_datasources: true } }],
}

/** Everything that says who there is and what he may do. */
async function principals({ server: { db, vault } }: World) {
  const [sources, people, keys, ways, links, invited, given, teams, tasks, hooks] = await db.batch([
    db.select({ id: directories.lookup }).from(directories),
    db.select().from(users),
    db.select().from(apiKeys),
    db.select().from(signins),
    db.select().from(signinLinks),
    db.select().from(invitations),
    db.select().from(grants),
    db.select().from(groups),
    db.select().from(jobs),
    db.select().from(webhooks),
  ])
  const addressOf = async (id: string, endpoint: (typeof hooks)[number]['endpoint']) =>
    JSON.parse((await vault.open({ table: 'webhooks', row: id, column: 'endpoint' }, endpoint)).expose()).url as string
  // What acts or is told by itself later, with the scopes it was given.
  const agents = [
    ...tasks.map(({ id, scopes, payload, notify }) => ({ id, scopes, does: JSON.stringify([payload, notify]) })),
    ...(await Promise.all(hooks.map(async ({ id, scopes, endpoint }) => ({ id, scopes, does: await addressOf(id, endpoint) })))),
  ]
  return {
    people,
    keys,
    agents,
    ways: [...ways, ...links, ...invited, ...sources],
    memberships: given.filter(({ resource_type }) => resource_type === 'group'),
    teams,
  }
}
type Principals = Awaited<ReturnType<typeof principals>>

const RANK = { pending: 0, user: 1, admin: 2 }
const LEVELS = { view: 1, edit: 2, own: 3 }

/** What a credential with these scopes gave away beyond them; `null` when nothing. */
function gained(before: Principals, after: Principals, held: string[]): string | null {
  const known = <T extends { id: string }>(list: T[], { id }: T) => list.find((one) => one.id === id)
  for (const user of after.people) {
    const was = known(before.people, user)
    if (!was) return `a user (${user.role})`
    if (RANK[user.role] > RANK[was.role]) return `the role ${user.role}`
    if (user.status === 'active' && was.status !== 'active') return 'an active user'
    for (const fact of ['email', 'password_hash', 'attributes'] as const)
      if (JSON.stringify(user[fact]) !== JSON.stringify(was[fact])) return `the ${fact} of a user`
  }
  for (const key of after.keys) {
    const was = known(before.keys, key)
    const isWider = key.scopes.some((scope) => !grantsScope(held, scope))
    const isLater = was !== undefined && was.expires_at !== null && (key.expires_at === null || key.expires_at > was.expires_at)
    const isAnew = !was || was.secret_hmac !== key.secret_hmac || was.user_id !== key.user_id || (was.revoked_at !== null && key.revoked_at === null)
    if (isWider && (isAnew || isLater)) return `a key with ${key.scopes}`
    if (was && key.scopes.some((scope) => !grantsScope(was.scopes, scope)) && isWider) return `a wider key: ${key.scopes}`
  }
  for (const agent of after.agents) {
    const was = known(before.agents, agent)
    const isWider = agent.scopes.some((scope) => !grantsScope(held, scope))
    if (isWider && (!was || was.does !== agent.does || String(was.scopes) !== String(agent.scopes))) return `a job or webhook with ${agent.scopes}`
  }
  if (after.ways.some((way) => !known(before.ways, way))) return 'a way to sign in'
  for (const membership of after.memberships) {
    const was = known(before.memberships, membership)
    if (!was || LEVELS[membership.level] > LEVELS[was.level]) return `a membership (${membership.level})`
  }
  for (const group of after.teams) {
    const was = known(before.teams, group)?.permissions ?? {}
    const [more] = Object.keys(group.permissions).filter((name) => group.permissions[name] && !was[name])
    if (more) return `the permission ${more}`
  }
  return null
}

/** An administrator's key with some scopes, and a wide key of his that is about to expire. */
async function keeperIn(world: World, scopes: string[]): Promise<Account> {
  const account = await world.server.account({ role: 'admin', scopes })
  const [made] = (await world.server.db.select().from(apiKeys)).filter(({ user_id }) => user_id === account.id)
  if (!made) throw new Error('an account without a key')
  const wide = { ...made, id: `${made.id.slice(0, -4)}wide`, lookup: `${made.lookup.slice(0, -1)}_`, scopes: ['*'], expires_at: '2026-12-01T00:00:00.000Z' }
  await world.server.db.insert(apiKeys).values(wide)
  world.ids.wideKey = wide.id
  return account
}

/**
 * Every route that changes something, called with keys that lack the scope `*`, of an administrator: whatever it answers, no user, role, password, key, invitation,
 * membership or permission comes of it that exceeds the key. What came of it is read from the database, so that no list of routes has to be kept.
 */
export async function checkScopedKeys(only: (contract: Contract) => boolean = () => true, most = HELD.length): Promise<ScopedOutcome> {
  const outcome: ScopedOutcome = { checked: 0, wrong: [] }
  for (const scopes of HELD.slice(-most)) {
    let world = await createWorld()
    let keeper = await keeperIn(world, scopes)
    let before = await principals(world)
    const contracts = world.server.contracts.filter((contract) => contract.method !== 'GET' && contract.access.who !== 'anyone' && only(contract))
    for (const contract of contracts) {
      const tried = TRIED[contract.operationId.replace(/^patch/, 'update')]?.(world.ids) ?? []
      const onKeys = contract.path.includes('{key_id}') ? [world.ids.ownerKey, world.ids.wideKey] : [world.ids.ownerKey]
      for (const ownerKey of onKeys) {
        for (const body of [bodyFor(contract, world.ids), ...tried]) {
          const aimed = { ...world, ids: { ...world.ids, ownerKey: ownerKey ?? '' } }
          const { status, fault } = await call(aimed, contract, `Bearer ${keeper.key}`, { body })
          const after = await principals(world)
          outcome.checked += 1
          const beyond = gained(before, after, scopes)
          const name = `${contract.method} ${contract.path} ${JSON.stringify(body)?.slice(0, 80) ?? ''} with ${scopes}: ${status}`
          if (beyond) outcome.wrong.push(`${name}, ${beyond}`)
          if (fault) outcome.wrong.push(`${name}, ${fault}`)
          if (status >= 400 && !beyond) continue
          await world.server.close()
          world = await createWorld()
          keeper = await keeperIn(world, scopes)
          before = await principals(world)
        }
      }
    }
    await world.server.close()
  }
  return outcome
}

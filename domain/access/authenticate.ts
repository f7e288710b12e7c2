import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { dashboards } from '#db/schema/analytics.ts'
import { directories } from '#db/schema/directories.ts'
import { apiKeys, epochs, grants, signins, users } from '#db/schema/identity.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import { Failure } from '../failure.ts'
import type { Actor, DirectoryActor, UserActor } from './actor.ts'
import { equalText, hashSecret, parseApiKey, parseDirectoryToken } from './api-key.ts'
import { type GuestTokenKeys, verifyGuestToken } from './guest-token.ts'
import { seenBy } from './seen-by.ts'
import { parseAccessToken, parseSigninToken } from './signin-token.ts'
import type { WebKey } from './web-key.ts'

/** One body for every cause, so that a reply tells nothing about a credential. */
export const unauthenticated = (cause?: string): Failure =>
  new Failure('unauthenticated', 'a valid credential is required', { hint: 'send Authorization: Bearer <API key>', ...(cause ? { cause } : {}) })

export type AuthenticatorParts = {
  db: Database
  now: () => Date
  /** The HMAC key of stored secrets. */
  pepper: WebKey
  signinKey: WebKey
  guestKeys: GuestTokenKeys
  /**
   * Where the database is this process's neighbour: a value that differs after any change of an epoch by anyone, read without a query; it may differ
   * after other commits. Lets a known credential be trusted again without asking; `null` = ask each time whether any changed.
   */
  changeCounter: () => string | null
  /** Told what `Context.catalogVersion` is as of a request, where only the query that was made for it could tell. */
  versionSeen?: (version: CatalogVersion) => void
  /** Notes that a key, user or directory was seen; called at most once a minute per credential. */
  seen: (actor: KnownActor) => void
}

/** Later versions are larger. */
export type CatalogVersion = { identity: number; catalog: number }

type UserRow = Omit<UserActor, 'type' | 'groupIds' | 'credential' | 'scopes'> & { status: string; groups: string }
/** Who is remembered by the credential that was sent. */
export type KnownActor = UserActor | DirectoryActor
type Entry = { actor: KnownActor; expiresAt: number }

const REMEMBERED = 10_000
const MINUTE = 60_000
const VERIFIED = 4

const columns = {
  userId: users.id,
  role: users.role,
  status: users.status,
  email: users.email,
  name: users.name,
  attributes: users.attributes,
  groups: sql<string>`(select json_group_array(${grants.resource_id}) from ${grants} where ${grants.resource_type} = 'group' and ${grants.principal_type} = 'user' and ${grants.principal_id} = ${users}.id)`,
}

/**
 * The function behind every `Authorization` header. A credential is checked for form before any query; what was found is remembered until any
 * identity row changes (the `identity` epoch, bumped by triggers), so a revocation holds from the next request on, whichever process made it.
 */
export function createAuthenticator({ db, now, pepper, signinKey, guestKeys, changeCounter, versionSeen, seen }: AuthenticatorParts) {
  let known = new Map<string, Entry>()
  const noted = new Map<string, number>()
  /** Counters under which what is known was found to hold. */
  const verified = new Set<string>()
  let epoch: number | null = null

  // Built once: it is asked after every write, whoever made it.
  const bothEpochs = db
    .select()
    .from(epochs)
    .where(inArray(epochs.name, ['identity', 'catalog']))
    .prepare()

  /** Forgets what is remembered when an identity row changed since. */
  async function refresh(current: string | null): Promise<void> {
    const rows = await bothEpochs.all()
    const epochOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0
    const value = epochOf('identity')
    if (current === null) versionSeen?.({ identity: value, catalog: epochOf('catalog') })
    if (value !== epoch) known = new Map()
    if (value !== epoch || verified.size >= VERIFIED) verified.clear()
    epoch = value
    if (current !== null) verified.add(current)
  }

  function remembered(token: string): KnownActor | null {
    const entry = known.get(token)
    if (!entry) return null
    const time = now().getTime()
    if (time >= entry.expiresAt) {
      known.delete(token)
      return null
    }
    note(entry.actor, time)
    return entry.actor
  }

  /** Tells `seen` of a credential, at most once a minute. */
  function note(actor: KnownActor, time: number): void {
    const id = actor.type === 'user' ? actor.credential.id : actor.directoryId
    const last = noted.get(id)
    if (last !== undefined && time - last < MINUTE) return
    if (noted.size >= REMEMBERED) noted.clear()
    noted.set(id, time)
    seen(actor)
  }

  async function byApiKey(token: string): Promise<UserActor> {
    const parsed = parseApiKey(token)
    if (!parsed) throw unauthenticated('malformed key')
    const [row] = await db
      .select({ ...columns, id: apiKeys.id, hmac: apiKeys.secret_hmac, scopes: apiKeys.scopes, expiresAt: apiKeys.expires_at, revokedAt: apiKeys.revoked_at })
      .from(apiKeys)
      .innerJoin(users, eq(users.id, apiKeys.user_id))
      .where(eq(apiKeys.lookup, parsed.id))
    if (!row || !equalText(row.hmac, await hashSecret(pepper, parsed.secret))) throw unauthenticated('unknown key')
    if (row.revokedAt && row.revokedAt <= now().toISOString()) throw unauthenticated('revoked key')
    const ends = [row.expiresAt, row.revokedAt].filter((end) => end !== null).sort()[0] ?? null
    return actorOf(row, { type: 'api_key', id: row.id, expiresAt: ends }, row.scopes)
  }

  async function bySignin(token: string): Promise<UserActor> {
    const parsed = await parseSigninToken(signinKey, token)
    if (!parsed) throw unauthenticated('malformed token')
    const [row] = await db
      .select({ ...columns, id: signins.id, expiresAt: signins.expires_at })
      .from(signins)
      .innerJoin(users, eq(users.id, signins.user_id))
      .where(eq(signins.id, parsed.signinId))
    if (!row) throw unauthenticated('unknown sign-in')
    const ends = [row.expiresAt, parsed.expiresAt.toISOString()].sort()[0] ?? row.expiresAt
    return actorOf(row, { type: 'signin', id: row.id, expiresAt: ends }, ['*'])
  }

  /** An app's token holds what its person agreed to, of what he may at this moment. */
  async function byAccessToken(token: string): Promise<UserActor> {
    const parsed = await parseAccessToken(signinKey, token)
    if (!parsed) throw unauthenticated('malformed token')
    const [row] = await db
      .select({
        ...columns,
        id: oauthConnections.id,
        scopes: oauthConnections.scopes,
        resource: oauthConnections.resource,
        expiresAt: oauthConnections.expires_at,
      })
      .from(oauthConnections)
      .innerJoin(users, eq(users.id, oauthConnections.user_id))
      .where(eq(oauthConnections.id, parsed.connectionId))
    if (!row) throw unauthenticated('unknown connection')
    const ends = [row.expiresAt, parsed.expiresAt.toISOString()].sort()[0] ?? row.expiresAt
    return actorOf(row, { type: 'oauth', id: row.id, expiresAt: ends, resource: row.resource }, row.scopes)
  }

  async function byDirectoryToken(token: string): Promise<DirectoryActor> {
    const parsed = parseDirectoryToken(token)
    if (!parsed) throw unauthenticated('malformed token')
    const [row] = await db.select().from(directories).where(eq(directories.lookup, parsed.id))
    if (!row || !equalText(row.secret_hmac, await hashSecret(pepper, parsed.secret))) throw unauthenticated('unknown directory')
    return { type: 'directory', directoryId: row.id, name: row.name, defaultRole: row.default_role }
  }

  function actorOf(row: UserRow, credential: UserActor['credential'], scopes: string[]): UserActor {
    if (row.status !== 'active') throw unauthenticated('inactive user')
    if (credential.expiresAt && Date.parse(credential.expiresAt) <= now().getTime()) throw unauthenticated('expired credential')
    const { userId, role, email, name, attributes } = row
    return { type: 'user', userId, role, email, name, attributes, groupIds: JSON.parse(row.groups) as string[], credential, scopes }
  }

  async function byGuestToken(token: string): Promise<Actor> {
    const claims = await verifyGuestToken(guestKeys, token, now()).catch((error) => {
      throw error instanceof Failure ? unauthenticated(error.message) : error
    })
    const [dashboard] = await db
      .select({ id: dashboards.id })
      .from(dashboards)
      .innerJoin(users, and(eq(users.id, dashboards.owner_id), eq(users.status, 'active')))
      .where(
        and(
          eq(dashboards.id, claims.dashboardId),
          eq(dashboards.embed_epoch, claims.epoch),
          eq(dashboards.is_enabled, true),
          seenBy(sql`${claims.minterId}`, 'dashboard', { id: dashboards.id, owner: dashboards.owner_id }, 'edit'),
        ),
      )
    if (!dashboard) throw unauthenticated('dashboard no longer embedded')
    return { type: 'guest', claims }
  }

  const LOOK_UPS: Record<string, (token: string) => Promise<KnownActor>> = { qs_: bySignin, qo_: byAccessToken, qd_: byDirectoryToken }

  async function lookUp(token: string): Promise<Actor> {
    const before = changeCounter()
    if (before === null || !verified.has(before)) await refresh(before)
    const hit = remembered(token)
    if (hit) return hit
    if (token.startsWith('ey')) return byGuestToken(token)
    // What changes from here on makes this map another.
    const remembering = known
    const actor = await (LOOK_UPS[token.slice(0, 3)] ?? byApiKey)(token)
    if (remembering.size >= REMEMBERED) remembering.delete(remembering.keys().next().value as string)
    const expiresAt = actor.type === 'user' ? actor.credential.expiresAt : null
    remembering.set(token, { actor, expiresAt: expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY })
    note(actor, now().getTime())
    return actor
  }

  return function authenticate(authorization: string | undefined): Actor | Promise<Actor> {
    if (!authorization) throw unauthenticated('no credential')
    const token = /^Bearer ([A-Za-z0-9._~+/=-]{8,4096})$/i.exec(authorization)?.[1]
    if (!token) throw unauthenticated('malformed header')
    const counter = changeCounter()
    if (counter !== null && verified.has(counter)) {
      const hit = remembered(token)
      if (hit) return hit
    }
    return lookUp(token)
  }
}

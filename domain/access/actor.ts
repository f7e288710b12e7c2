import type { GuestClaims } from './guest-token.ts'

export type Role = 'admin' | 'user' | 'pending'

/** `resource`: the address tokens of an app are for (RFC 8707); they open nothing outside of it. */
export type Credential = { type: 'api_key' | 'signin' | 'job' | 'oauth'; id: string; expiresAt: string | null; resource?: string }

export type UserActor = {
  type: 'user'
  userId: string
  role: Role
  email: string
  name: string
  groupIds: string[]
  attributes: Record<string, string | number | boolean | string[]>
  credential: Credential
  /** `*` or a list of `<service>:<read|write>`, `llm:completions`, `analytics:embed`. */
  scopes: string[]
}

/** The holder of an embedded dashboard's token: no user, no groups, one dashboard. */
export type GuestActor = { type: 'guest'; claims: GuestClaims }

/** A directory that keeps people and groups by SCIM: no user, and no way to anything else. */
export type DirectoryActor = { type: 'directory'; directoryId: string; name: string; defaultRole: 'user' | 'pending' }

/** The platform itself: first start, and work no request caused. */
export type SystemActor = { type: 'system' }

/** Whoever calls a route that needs no credential. */
export type AnonymousActor = { type: 'anonymous' }

export type Actor = UserActor | GuestActor | DirectoryActor | SystemActor | AnonymousActor

/** The actor as an audit entry names it. */
export function auditActor(actor: Actor): { type: string; user_id: string | null; api_key_id: string | null } {
  if (actor.type === 'user') {
    const { type, id } = actor.credential
    return { type, user_id: actor.userId, api_key_id: type === 'api_key' ? id : null }
  }
  return { type: actor.type, user_id: null, api_key_id: null }
}

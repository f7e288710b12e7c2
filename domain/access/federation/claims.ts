import type { IdentityProviderRow } from './providers.ts'

/** What a provider says of a person, in the terms of the product. */
export type VouchedPerson = {
  subject: string
  /** Lower case, as addresses stand here. */
  email: string | null
  isVerified: boolean
  name: string | null
  /** What a directory calls the person by. */
  externalId: string | null
  groups: string[]
  roles: string[]
}

type Facts = Pick<IdentityProviderRow, 'claims' | 'trusts_email'>
type Claims = { sub: string } & Record<string, unknown>

const EMAIL = /^[^\s@<>"]{1,64}@[a-z0-9.-]{1,190}$/
const MOST_VALUES = 2_000

/** A claim by its whole name, else by the path its dots make. */
export function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let at: unknown = claims
  for (const part of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<string, unknown>)[part]
  }
  return at
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** A list of texts, or one text. */
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.slice(0, MOST_VALUES) : [value]).map(textOf).filter((text) => text !== null)

/** The names of the claims a provider is asked for. */
export const wantedClaims = ({ claims }: Facts): string[] =>
  [claims.email, 'email_verified', claims.groups, claims.role, claims.external_id ?? null]
    .filter((name) => name !== null)
    .map((name) => name.split('.')[0] ?? name)

export function personOf(claims: Claims, provider: Facts): VouchedPerson {
  const { email: emailClaim, name, groups, role, external_id = null } = provider.claims
  const email = textOf(claimAt(claims, emailClaim))?.toLowerCase() ?? null
  // Some providers say it as a text.
  const said = claims.email_verified
  const verified = said === true || said === 'true'
  return {
    subject: claims.sub,
    email: email !== null && email.length <= 254 && EMAIL.test(email) ? email : null,
    isVerified: emailClaim === 'email' ? verified || (said === undefined && provider.trusts_email) : provider.trusts_email,
    name: textOf(claimAt(claims, name))?.slice(0, 120) ?? null,
    externalId: external_id === null ? null : textOf(claimAt(claims, external_id)),
    groups: groups === null ? [] : textsOf(claimAt(claims, groups)),
    roles: role === null ? [] : textsOf(claimAt(claims, role)),
  }
}

const RANK = { pending: 0, user: 1, admin: 2 } as const
type Role = keyof typeof RANK

/** The role a provider gives; null where the role is set here. */
export function roleFor({ roles }: VouchedPerson, { role_mappings, default_role }: Pick<IdentityProviderRow, 'role_mappings' | 'default_role'>): Role | null {
  if (role_mappings.length === 0) return null
  const given = role_mappings.filter(({ value }) => roles.includes(value)).map(({ role }) => role)
  return given.toSorted((a, b) => RANK[b] - RANK[a])[0] ?? default_role
}

/** Whether the provider's own limits let this person in: `domain` or `group` where not. */
export function refusedBy(
  person: VouchedPerson,
  { allowed_domains, allowed_groups }: Pick<IdentityProviderRow, 'allowed_domains' | 'allowed_groups'>,
): 'domain' | 'group' | null {
  const domain = person.email?.split('@')[1]
  if (allowed_domains.length && !(domain !== undefined && person.isVerified && allowed_domains.includes(domain))) return 'domain'
  const held = [...person.groups, ...person.roles]
  return allowed_groups.length && !allowed_groups.some((value) => held.includes(value)) ? 'group' : null
}

import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { Failure } from '../failure.ts'
import { FilterOperator, FilterValue } from '../semantics/semantic-query.ts'
import type { WebKey } from './web-key.ts'

/** A row filter locked into a token: typed values, bound when the query runs. Without a data source it holds for all of them. */
export const GuestFilter = z
  .strictObject({
    datasource_id: z.string().max(64).nullable().default(null),
    member: z.string().min(1).max(513).meta({ example: 'orders.region' }),
    operator: FilterOperator,
    values: z.array(FilterValue).max(1000),
  })
  .meta({ id: 'GuestFilter' })
export type GuestFilter = z.infer<typeof GuestFilter>

/** What the holder may do besides looking. */
export const GuestPermissions = z.strictObject({ can_export: z.boolean(), can_chat: z.boolean() }).meta({ id: 'GuestPermissions' })
export type GuestPermissions = z.infer<typeof GuestPermissions>

/** The claims as they stand in the token; times are seconds since 1970. */
const WireClaims = z.strictObject({
  iss: z.string().min(1),
  aud: z.string().min(1),
  sub: z.string().min(1).max(256),
  dash: z.string().min(1).max(64),
  by: z.string().min(1).max(64),
  flt: z.array(GuestFilter).max(100),
  perms: GuestPermissions,
  epoch: z.int().min(0),
  mdl: z.string().min(1).max(200).optional(),
  qpd: z.int().min(1).max(10_000).optional(),
  jti: z.string().min(1).max(64),
  iat: z.int(),
  exp: z.int(),
})

/** What a token grants: one dashboard at one embedding epoch, to whoever the host application calls `subject`, by the right of the user who made it; `model` answers its questions, `questionsPerDay` of them at most. */
export type GuestGrant = {
  subject: string
  dashboardId: string
  minterId: string
  filters: GuestFilter[]
  permissions: GuestPermissions
  epoch: number
  model?: string
  questionsPerDay?: number
}

/** A verified token; times are seconds since 1970. */
export type GuestClaims = GuestGrant & { tokenId: string; issuedAt: number; expiresAt: number }

/** `key` is the vault's subkey `guest-token`, `kid` names it in the header, `deployment` is issuer and audience. */
export type GuestTokenKeys = { key: WebKey; kid: string; deployment: string }

const algorithm = 'HS256'
const type = 'guest+jwt'
const skew = 30
const longestLife = 3600

const audience = (deployment: string): string => `embed:${deployment}`

const OPTIONAL = ['mdl', 'qpd']

const claimsOf = ({ sub, dash, by, flt, perms, epoch, mdl, qpd, jti, iat, exp }: z.infer<typeof WireClaims>): GuestClaims => ({
  subject: sub,
  dashboardId: dash,
  minterId: by,
  filters: flt,
  permissions: perms,
  epoch,
  ...(mdl === undefined ? {} : { model: mdl }),
  ...(qpd === undefined ? {} : { questionsPerDay: qpd }),
  tokenId: jti,
  issuedAt: iat,
  expiresAt: exp,
})

/** Signs a token that lives `expiresIn` seconds, 1 to 3600. */
export async function signGuestToken(
  { key, kid, deployment }: GuestTokenKeys,
  grant: GuestGrant,
  life: { now: Date; tokenId: string; expiresIn: number },
): Promise<{ token: string; claims: GuestClaims }> {
  const iat = Math.floor(life.now.getTime() / 1000)
  const exp = iat + Math.min(longestLife, Math.max(1, Math.floor(life.expiresIn)))
  const claims = WireClaims.parse({
    iss: deployment,
    aud: audience(deployment),
    sub: grant.subject,
    dash: grant.dashboardId,
    by: grant.minterId,
    flt: grant.filters,
    perms: grant.permissions,
    epoch: grant.epoch,
    ...(grant.model === undefined ? {} : { mdl: grant.model }),
    ...(grant.questionsPerDay === undefined ? {} : { qpd: grant.questionsPerDay }),
    jti: life.tokenId,
    iat,
    exp,
  })
  const token = await new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: type, kid }).sign(key)
  return { token, claims: claimsOf(claims) }
}

/**
 * The claims of a token this deployment signed and that has not expired (30 s of clock skew allowed).
 * Anything else fails with `unauthenticated` and one message for every reason. Whether the dashboard's epoch still holds is the caller's to check.
 */
export async function verifyGuestToken({ key, kid, deployment }: GuestTokenKeys, token: string, now: Date): Promise<GuestClaims> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      issuer: deployment,
      audience: audience(deployment),
      clockTolerance: skew,
      currentDate: now,
      maxTokenAge: longestLife,
      requiredClaims: Object.keys(WireClaims.shape).filter((name) => !OPTIONAL.includes(name)),
    })
    if (protectedHeader.kid !== kid) throw new errors.JWTInvalid('unexpected key id')
    return claimsOf(WireClaims.parse(payload))
  } catch (error) {
    if (!(error instanceof errors.JOSEError || error instanceof z.ZodError)) throw error
    throw new Failure('unauthenticated', 'a valid credential is required', { hint: 'get a new guest token', cause: error })
  }
}

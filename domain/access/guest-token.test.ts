import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { type GuestGrant, type GuestTokenKeys, signGuestToken, verifyGuestToken } from './guest-token.ts'

const hmacKey = (fill: number) => crypto.subtle.importKey('raw', new Uint8Array(32).fill(fill), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
const keys: GuestTokenKeys = { key: await hmacKey(1), kid: 'g1', deployment: 'https://bi.example' }
const now = new Date('2026-11-21T09:30:00Z')
const seconds = now.getTime() / 1000
const later = (by: number) => new Date(now.getTime() + by * 1000)
const grant: GuestGrant = {
  subject: 'customer-7',
  dashboardId: 'dsh_1',
  minterId: 'usr_1',
  filters: [{ datasource_id: null, member: 'orders.region', operator: 'equals', values: ['north', 7, true] }],
  permissions: { can_export: false, can_chat: true },
  epoch: 3,
}
const life = { now, tokenId: 'gt_1', expiresIn: 300 }
const refused = { name: 'Failure', code: 'unauthenticated', message: 'a valid credential is required' }

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const goodHeader = { alg: 'HS256', typ: 'guest+jwt', kid: 'g1' }
const goodClaims = {
  iss: keys.deployment,
  aud: `embed:${keys.deployment}`,
  sub: 'customer-7',
  dash: 'dsh_1',
  by: 'usr_1',
  flt: [],
  perms: { can_export: false, can_chat: false },
  epoch: 3,
  jti: 'gt_1',
  iat: seconds,
  exp: seconds + 300,
}
const forge = (claims: Record<string, unknown>, header: Record<string, unknown> = {}, key = keys.key) =>
  new SignJWT({ ...goodClaims, ...claims }).setProtectedHeader({ ...goodHeader, ...header }).sign(key)

test('a signed token gives back its grant', async () => {
  const { token, claims } = await signGuestToken(keys, grant, life)
  expect(claims).toEqual({ ...grant, tokenId: 'gt_1', issuedAt: seconds, expiresAt: seconds + 300 })
  expect(await verifyGuestToken(keys, token, now)).toEqual(claims)
})

test('forging is possible here: the untouched forgery verifies', async () => {
  expect(await verifyGuestToken(keys, await forge({}), now)).toMatchObject({ dashboardId: 'dsh_1' })
})

test('it lives as long as asked, an hour at most, and 30 seconds of skew', async () => {
  const { token } = await signGuestToken(keys, grant, life)
  await expect(verifyGuestToken(keys, token, later(329))).resolves.toBeTruthy()
  await expect(verifyGuestToken(keys, token, later(331))).rejects.toMatchObject(refused)
  const { token: long, claims } = await signGuestToken(keys, grant, { ...life, expiresIn: 1e9 })
  expect(claims.expiresAt).toBe(seconds + 3600)
  await expect(verifyGuestToken(keys, long, later(3631))).rejects.toMatchObject(refused)
  await expect(verifyGuestToken(keys, token, later(-31))).rejects.toMatchObject(refused)
})

const without = (claim: keyof typeof goodClaims) => forge({ [claim]: undefined })
const forgeries: [string, () => Promise<string>][] = [
  ['alg none', async () => `${base64url({ ...goodHeader, alg: 'none' })}.${base64url(goodClaims)}.`],
  ['alg none, a signature kept', async () => `${base64url({ ...goodHeader, alg: 'none' })}.${base64url(goodClaims)}.${(await forge({})).split('.')[2]}`],
  [
    'another algorithm',
    async () =>
      forge({}, { alg: 'HS512' }, await crypto.subtle.importKey('raw', new Uint8Array(64).fill(1), { name: 'HMAC', hash: 'SHA-512' }, false, ['sign'])),
  ],
  ['another key', async () => forge({}, {}, await hmacKey(2))],
  ['another key id', () => forge({}, { kid: 'g2' })],
  ['no key id', () => forge({}, { kid: undefined })],
  ['another type', () => forge({}, { typ: 'JWT' })],
  ['no type', () => forge({}, { typ: undefined })],
  ['another audience', () => forge({ aud: 'embed:https://other.example' })],
  ['the bare deployment as audience', () => forge({ aud: keys.deployment })],
  ['several audiences', () => forge({ aud: [`embed:${keys.deployment}`, 'x'] })],
  ['another issuer', () => forge({ iss: 'https://other.example' })],
  ['an issue time in the future', () => forge({ iat: seconds + 3000, exp: seconds + 3300 })],
  ['a life of years', () => forge({ iat: seconds - 9000, exp: seconds + 1e8 })],
  ['an expiry as text', () => forge({ exp: `${seconds + 300}` })],
  ['a claim of its own', () => forge({ role: 'admin' })],
  ['untyped filters', () => forge({ flt: [{ clause: '1=1' }] })],
  ['an unknown operator', () => forge({ flt: [{ member: 'a.b', operator: 'sql', values: ['x'] }] })],
  ['an object as filter value', () => forge({ flt: [{ member: 'a.b', operator: 'equals', values: [{ select: 1 }] }] })],
  ['a permission as text', () => forge({ perms: { can_export: 'yes', can_chat: true } })],
  ['a negative epoch', () => forge({ epoch: -1 })],
  ...(Object.keys(goodClaims) as (keyof typeof goodClaims)[]).map((claim): [string, () => Promise<string>] => [`no ${claim}`, () => without(claim)]),
  ['not a token', async () => 'ey.ey.ey'],
  ['nothing', async () => ''],
]

test.each(forgeries)('%s is refused like all others', async (_name, make) => {
  await expect(verifyGuestToken(keys, await make(), now)).rejects.toMatchObject(refused)
})

test('no character of a token can change', async () => {
  const { token } = await signGuestToken(keys, grant, life)
  for (let at = 0; at < token.length; at += 7) {
    const other = token[at] === 'A' ? 'B' : 'A'
    const changed = token.slice(0, at) + other + token.slice(at + 1)
    await expect(verifyGuestToken(keys, changed, now), `at ${at}`).rejects.toMatchObject(refused)
  }
})

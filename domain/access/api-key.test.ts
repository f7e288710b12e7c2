import { expect, test } from 'vitest'
import { equalText, hashSecret, newApiKey, parseApiKey } from './api-key.ts'
import { checksum, crc32, randomBase62 } from './base62.ts'
import { newInvitationToken, newRenewalToken, newSigninToken, parseInvitationToken, parseRenewalToken, parseSigninToken } from './signin-token.ts'

const signKey = await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const SIGNIN = 'sgn_01kap5x1m3z7v8q2r4t6w9y0bc'
const ENDS = new Date('2026-11-21T21:30:00.000Z')

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Numerical Recipes' generator: the same mutations on each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

/** 10,000 texts near `text`: characters changed, swapped, dropped, added, cut. */
function* mutations(text: string): Generator<string> {
  const source = numbers(42)
  const below = (limit: number): number => Math.floor((source.next().value ?? 0) * limit)
  for (let round = 0; round < 10_000; round += 1) {
    const characters = [...text]
    for (let times = 1 + below(4); times > 0; times -= 1) {
      const at = below(characters.length)
      const other = `${alphabet}_-. \n\u0000é`.charAt(below(69))
      const kinds = [
        () => characters.splice(at, 1, other),
        () => characters.splice(at, 1),
        () => characters.splice(at, 0, other),
        () => characters.splice(at, 2, ...characters.slice(at, at + 2).reverse()),
        () => characters.splice(below(characters.length)),
      ]
      kinds[below(kinds.length)]?.()
    }
    const mutated = characters.join('')
    if (mutated !== text) yield mutated
  }
}

test('a new key has the documented form and parses into its parts', () => {
  const made = newApiKey('live')
  expect(made.key).toMatch(/^qk_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/)
  expect(made.key.endsWith(made.last4)).toBe(true)
  expect(parseApiKey(made.key)).toEqual({ id: made.id, secret: made.secret })
  expect(newApiKey('dev').key).toMatch(/^qk_dev_/)
})

test('no mutation of a key or token parses', async () => {
  const { key } = newApiKey('dev')
  for (const mutated of mutations(key)) expect(parseApiKey(mutated), mutated).toBeNull()
  const token = await newSigninToken(signKey, SIGNIN, ENDS)
  for (const mutated of mutations(token)) expect(await parseSigninToken(signKey, mutated), mutated).toBeNull()
})

test('the environment is part of what the checksum covers', () => {
  expect(parseApiKey(newApiKey('dev').key.replace('qk_dev', 'qk_live'))).toBeNull()
})

test('a token opens only what its kind opens', async () => {
  const session = await newSigninToken(signKey, SIGNIN, ENDS)
  const renewal = await newRenewalToken(signKey, SIGNIN, 35)
  const invitation = newInvitationToken()
  expect(await parseSigninToken(signKey, session)).toEqual({ signinId: SIGNIN, expiresAt: ENDS })
  expect(await parseRenewalToken(signKey, renewal)).toEqual({ signinId: SIGNIN, generation: 35 })
  expect(parseInvitationToken(invitation.token)).toBe(invitation.secret)
  const wrong = [
    parseInvitationToken(session),
    parseApiKey(session),
    ...(await Promise.all([renewal, invitation.token, newApiKey('dev').key].map((token) => parseSigninToken(signKey, token)))),
    await parseRenewalToken(signKey, session),
  ]
  expect(wrong).toEqual(wrong.map(() => null))
})

test('a token that another claims, or another key signed, is refused although its checksum is right', async () => {
  const session = await newSigninToken(signKey, SIGNIN, ENDS)
  const summed = (text: string) => text.slice(0, -6) + checksum(text.slice(0, -6))
  expect(await parseSigninToken(signKey, summed(session))).not.toBeNull()
  expect(await parseSigninToken(signKey, summed(session.replace('bc', 'bd')))).toBeNull()
  expect(await parseRenewalToken(signKey, summed(session.replace('qs_', 'qr_')))).toBeNull()
  const other = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(1), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  expect(await parseSigninToken(other, session)).toBeNull()
})

test('the checksum is CRC-32 in base62', () => {
  expect(crc32('123456789')).toBe(0xcbf43926)
  expect(checksum('123456789')).toBe('3jZRME')
})

test('each of the 62 characters is equally likely', () => {
  const counts = new Map<string, number>()
  for (const character of randomBase62(124_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
  // Chi-squared with 61 degrees of freedom exceeds 150 once in 10^9 runs; taking bytes modulo 62 would give about 960.
  const chiSquared = [...alphabet].reduce((sum, character) => sum + ((counts.get(character) ?? 0) - 2000) ** 2 / 2000, 0)
  expect(chiSquared).toBeLessThan(150)
})

test('only the HMAC under the same pepper matches', async () => {
  const pepperOf = (fill: number) => crypto.subtle.importKey('raw', new Uint8Array(32).fill(fill), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  const [pepper, other] = await Promise.all([pepperOf(1), pepperOf(2)])
  const stored = await hashSecret(pepper, 'canary')
  expect(stored).toHaveLength(44)
  const others = await Promise.all([hashSecret(pepper, 'canary'), hashSecret(pepper, 'canarz'), hashSecret(other, 'canary')])
  expect(others.map((text) => equalText(stored, text))).toEqual([true, false, false])
})

test.each([
  ['', '', true],
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', '', false],
  ['', 'a', false],
  ['aa', 'a', false],
  ['a', 'a\0', false],
  ['a\0', 'a', false],
])('equalText(%j, %j) is %s', (a, b, equal) => expect(equalText(a, b)).toBe(equal))

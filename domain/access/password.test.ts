import { expect, test } from 'vitest'
import { Failure } from '../failure.ts'
import { checkPassword, createHasher, needsRehash, nobodysHash, type PasswordHasher, verifyPassword } from './password.ts'

/** A hasher that remembers what it was asked and answers when told to. */
function fakeArgon2() {
  const asked: string[] = []
  const pending: (() => void)[] = []
  let running = 0
  let most = 0
  async function turn(): Promise<void> {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => pending.push(resolve))
    running -= 1
  }
  const argon2: PasswordHasher = {
    hash: async (password) => {
      asked.push(password)
      await turn()
      return `hash of ${password}`
    },
    verify: async (password, phc) => {
      asked.push(phc)
      await turn()
      return phc === `hash of ${password}`
    },
  }
  const finish = async () => {
    while (pending.length) {
      pending.shift()?.()
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
  return { argon2, asked, finish, most: () => most }
}

test('8 to 128 characters are accepted, counted in Unicode NFKC', () => {
  for (const password of ['12345678', 'é'.repeat(8), 'e\u0301'.repeat(128), '🔑'.repeat(128), ' '.repeat(8)])
    expect(() => checkPassword(password)).not.toThrow()
  for (const password of ['', '1234567', 'e\u0301'.repeat(7), 'a'.repeat(129), 'ﷺ'.repeat(8)]) {
    expect(() => checkPassword(password, 'new_password')).toThrow(Failure)
  }
  expect(() => checkPassword('short', 'new_password')).toThrow(
    expect.objectContaining({ code: 'invalid', details: expect.objectContaining({ param: 'new_password' }) }),
  )
})

test('the same password typed on another system is the same password', async () => {
  const { argon2, asked, finish } = fakeArgon2()
  const hashing = createHasher(argon2).hash('e\u0301ﬁnal passwo\u212bd')
  await finish()
  await hashing
  expect(asked).toEqual(['éfinal passwoÅd'])
})

test('at most two hashes run at once, a bounded number waits, the rest are refused', async () => {
  const { argon2, finish, most } = fakeArgon2()
  const hasher = createHasher(argon2, 2, 3)
  const outcomes = Array.from({ length: 7 }, () => hasher.hash('password').catch((error: unknown) => (error instanceof Failure ? error.code : 'other')))
  await finish()
  expect(await Promise.all(outcomes)).toEqual([...Array(5).fill('hash of password'), 'overloaded', 'overloaded'])
  expect(most()).toBe(2)
  const later = hasher.hash('again')
  await finish()
  expect(await later).toBe('hash of again')
})

test('a hash that fails gives its place to the next', async () => {
  const failing = createHasher({ hash: () => Promise.reject(new Error('out of memory')), verify: async () => true }, 1, 5)
  const outcomes = await Promise.allSettled([failing.hash('a'), failing.hash('b'), failing.verify('c', '')])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('an unknown user, a missing password and an endless one cost a hash and are refused', async () => {
  const asked: string[] = []
  const yes: PasswordHasher = {
    hash: async () => '',
    verify: async (_password, phc) => {
      asked.push(phc)
      return true
    },
  }
  expect(await verifyPassword(yes, 'whatever', null)).toBe(false)
  expect(await verifyPassword(yes, 'x'.repeat(1_000_000), 'stored')).toBe(false)
  expect(await verifyPassword(yes, 'whatever', 'stored')).toBe(true)
  expect(asked).toEqual([nobodysHash, nobodysHash, 'stored'])
})

test('hashes with other parameters are due for renewal', () => {
  expect(needsRehash(nobodysHash)).toBe(false)
  expect(needsRehash(nobodysHash.replace('m=19456', 'm=4096'))).toBe(true)
  expect(needsRehash('$2b$10$abcdefghijklmnopqrstuv')).toBe(true)
})

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needsRehash, nobodysHash, verifyPassword } from '#domain/access/password.ts'
import { argon2EdgePasswords } from './argon2-edge.ts'
import { hashWasmPasswords, localPasswords, nativePasswords } from './local.ts'

const folder = join(createRequire(import.meta.url).resolve('argon2-wasm-edge'), '../../wasm')
const compile = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)))
const edge = argon2EdgePasswords({ argon2WASM: await compile('argon2.wasm'), blake2bWASM: await compile('blake2b.wasm') })
const native = nativePasswords()
const hashers = { 'hash-wasm': hashWasmPasswords(), 'argon2-wasm-edge': edge, ...(native ? { "Node's own": native } : {}) }

describe.each(Object.entries(hashers))('%s', (_name, hasher) => {
  test('hashes to a PHC string of the agreed parameters, salted anew each time', async () => {
    const [one, two] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(needsRehash(one)).toBe(false)
  })

  test.each(Object.entries(hashers))('verifies what %s made, and nothing else', async (_other, other) => {
    const hash = await other.hash('caf\u00e9 au lait')
    expect(await hasher.verify('cafe\u0301 au lait', hash)).toBe(true)
    expect(await hasher.verify('cafe au lait', hash)).toBe(false)
  })

  test("verifies argon2's own reference string", async () => {
    // From the test vectors of the reference implementation (phc-winner-argon2, test.c).
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await hasher.verify('password', reference)).toBe(true)
    expect(await hasher.verify('passwore', reference)).toBe(false)
  })

  test('an unknown user is refused at the price of one hash', async () => {
    expect(await hasher.verify('anything', nobodysHash)).toBe(false)
    expect(await verifyPassword(hasher, 'anything', null)).toBe(false)
  })
})

test('a hash of another kind, made elsewhere, is checked too', async () => {
  // argon2i of "password" and "somesalt", from the same vectors.
  const other = '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'
  expect(await localPasswords().verify('password', other)).toBe(true)
  expect(await localPasswords().verify('passwore', other)).toBe(false)
})

test.skipIf(native === null)('a hash is made beside the event loop', async () => {
  let turns = 0
  const turn = setInterval(() => turns++, 1)
  await native?.hash('correct horse')
  clearInterval(turn)
  expect(turns).toBeGreaterThan(0)
})

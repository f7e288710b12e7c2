import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import { argon2id, argon2Verify } from 'hash-wasm'
import { argon2Parameters, createHasher, type PasswordHasher, saltLength } from '#domain/access/password.ts'

type Parameters = { message: string; nonce: Uint8Array; memory: number; passes: number; parallelism: number; tagLength: number }

/** argon2id for Node and Bun: the runtime's own, which hashes beside the event loop in half the time, where it has one (Node from 24.7 on). */
export const localPasswords = (): PasswordHasher => nativePasswords() ?? hashWasmPasswords()

/** argon2id as WebAssembly compiled at run time. */
export const hashWasmPasswords = (): PasswordHasher =>
  createHasher({
    hash: (password) => argon2id({ ...argon2Parameters, password, salt: crypto.getRandomValues(new Uint8Array(saltLength)), outputType: 'encoded' }),
    verify: verifyByWasm,
  })

const verifyByWasm = (password: string, hash: string): Promise<boolean> => argon2Verify({ password, hash })

/** argon2id as the runtime brings it; null where it brings none. */
export function nativePasswords(): PasswordHasher | null {
  // An older runtime has no such export, which a named import would not survive.
  if (!('argon2' in crypto) || typeof crypto.argon2 !== 'function') return null
  const argon2 = promisify(crypto.argon2) as (algorithm: 'argon2id', parameters: Parameters) => Promise<Buffer>
  return createHasher({
    async hash(password) {
      const { memorySize, iterations, parallelism, hashLength } = argon2Parameters
      const nonce = crypto.getRandomValues(new Uint8Array(saltLength))
      const hash = await argon2('argon2id', { message: password, nonce, memory: memorySize, passes: iterations, parallelism, tagLength: hashLength })
      return `$argon2id$v=19$m=${memorySize},t=${iterations},p=${parallelism}$${text(nonce)}$${text(hash)}`
    },
    async verify(password, phc) {
      const { memory, passes, parallelism, salt, hash } = PHC.exec(phc)?.groups ?? {}
      // A hash of another kind, made elsewhere, is checked by who knows all of them.
      if (salt === undefined || hash === undefined) return verifyByWasm(password, phc)
      const wanted = Buffer.from(hash, 'base64')
      const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
      const got = await argon2('argon2id', { message: password, nonce: Buffer.from(salt, 'base64'), ...costs, tagLength: wanted.length })
      return crypto.timingSafeEqual(got, wanted)
    },
  })
}

const PHC = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

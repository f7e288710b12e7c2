import { argon2id, argon2Verify } from 'hash-wasm'
import { argon2Parameters, createHasher, type PasswordHasher, saltLength } from '#domain/access/password.ts'

/** argon2id for Node and Bun: WebAssembly compiled at run time. */
export const hashWasmPasswords = (): PasswordHasher =>
  createHasher({
    hash: (password) => argon2id({ ...argon2Parameters, password, salt: crypto.getRandomValues(new Uint8Array(saltLength)), outputType: 'encoded' }),
    verify: (password, hash) => argon2Verify({ password, hash }),
  })

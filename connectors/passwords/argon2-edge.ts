import { argon2id, argon2Verify, setWASMModules } from 'argon2-wasm-edge'
import { argon2Parameters, createHasher, type PasswordHasher, saltLength } from '#domain/access/password.ts'

export type Argon2Modules = Parameters<typeof setWASMModules>[0]

/** argon2id for Workers, which refuse to compile WebAssembly: the two modules come from the bundle. */
export function argon2EdgePasswords(modules: Argon2Modules): PasswordHasher {
  const ready = setWASMModules(modules)
  return createHasher({
    hash: async (password) => {
      await ready
      return argon2id({ ...argon2Parameters, password, salt: crypto.getRandomValues(new Uint8Array(saltLength)), outputType: 'encoded' })
    },
    verify: async (password, hash) => {
      await ready
      return argon2Verify({ password, hash })
    },
  })
}

import { Failure } from '../failure.ts'

/** Hashes and checks passwords. `hash` answers a PHC string (argon2id), `verify` reads one. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  verify(password: string, phc: string): Promise<boolean>
}

/** OWASP's argon2id profile for 19 MiB; the same on every runtime, so that a hash made on one verifies on all. */
export const argon2Parameters = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 }
export const saltLength = 16

const shortest = 8
const longest = 128
const prefix = `$argon2id$v=19$m=${argon2Parameters.memorySize},t=${argon2Parameters.iterations},p=${argon2Parameters.parallelism}$`

/** The hash of a password nobody has: checking against it takes as long as checking a real one. */
export const nobodysHash = `${prefix}dm9pZHZvaWR2b2lkdm9pZA$NpiBx2L5y6uWmR1qJ9mTgVlLwQm3rK8hXo4sY0dZcEA`

const canonical = (password: string): string => password.normalize('NFKC')

/** Fails with `invalid` unless the password has 8 to 128 characters (counted as they are hashed, in Unicode NFKC). */
export function checkPassword(password: string, param = 'password'): void {
  const length = [...canonical(password)].length
  if (length >= shortest && length <= longest) return
  const message = `a password has ${shortest} to ${longest} characters`
  throw new Failure('invalid', message, { param, details: [{ path: param, message }] })
}

/**
 * Whether `password` is the one hashed in `phc`. Without a hash (unknown user, no password set) it does the same work and answers false,
 * so that time tells nothing about who exists.
 */
export async function verifyPassword(hasher: PasswordHasher, password: string, phc: string | null): Promise<boolean> {
  const possible = phc !== null && password.length <= longest * 32
  const matches = await hasher.verify(possible ? password : 'nobody', possible ? phc : nobodysHash)
  return matches && possible
}

/** True when the hash was made with other parameters than today's: hash the password again after it verified. */
export const needsRehash = (phc: string): boolean => !phc.startsWith(prefix)

/**
 * Makes a hasher of a runtime's argon2: passwords are normalised (NFKC), at most `limit` are hashed at once, each needing 19 MiB,
 * and at most `queue` wait; more fail with `overloaded`.
 */
export function createHasher(argon2: PasswordHasher, limit = 2, queue = 64): PasswordHasher {
  let running = 0
  const waiting: (() => void)[] = []
  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running < limit) running += 1
    else if (waiting.length < queue) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new Failure('overloaded', 'too many sign-ins at once: try again shortly', { retryAfter: 1 })
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    hash: (password) => limited(() => argon2.hash(canonical(password))),
    verify: (password, phc) => limited(() => argon2.verify(canonical(password), phc)),
  }
}

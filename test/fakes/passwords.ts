import { localPasswords } from '#connectors/passwords/local.ts'
import type { PasswordHasher } from '#domain/access/password.ts'

const real = localPasswords()
const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/** What `work` answers for a key, worked out once in this process. */
function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const before = known.get(key)
  if (before) return before
  const made = work()
  known.set(key, made)
  made.catch(() => known.delete(key))
  return made
}

/** The hashes of a deployment, each worked out once: they are slow on purpose, and tests sign in with a few passwords again and again. */
export const rememberedPasswords: PasswordHasher = {
  hash: (password) => once(hashes, password, () => real.hash(password)),
  verify: (password, hash) => once(verdicts, `${hash} ${password}`, () => real.verify(password, hash)),
}

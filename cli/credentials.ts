import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CommandFailure, EXIT } from './exit-codes.ts'

export const DEFAULT_URL = 'http://127.0.0.1:42010'
const OTHERS = 0o077

/** A connected app: this program, acting for the person who agreed to it in a browser. */
export type Connection = { issuer: string; clientId: string; accessToken: string; refreshToken: string; expiresAt: string }
/** What one signs in with. `keyId`: of a key `querent login` made itself, which `querent logout` revokes. */
export type Held = { key: string; keyId?: string } | { connection: Connection }
/** What `querent login` keeps, and the address it is for. */
export type Credentials = { url: string } & Held
export type Env = Record<string, string | undefined>

/** The file of credentials, for its owner's eyes only: below `XDG_CONFIG_HOME`, `~/.config` without it. */
export const credentialsPath = ({ XDG_CONFIG_HOME, HOME }: Env): string =>
  join(XDG_CONFIG_HOME || join(HOME || homedir(), '.config'), 'querent', 'credentials.json')

/** The kept credentials; `null` without any. Fails where others may read them. */
export function readCredentials(env: Env): Credentials | null {
  const path = credentialsPath(env)
  try {
    if (process.platform !== 'win32' && statSync(path).mode & OTHERS)
      throw new CommandFailure(EXIT.signedOut, `${path} may be read by others`, `chmod 600 ${path}, and have a new key made if somebody did`)
    const { url, key, keyId, connection } = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof url === 'string' && isConnection(connection)) return { url, connection }
    if (typeof url !== 'string' || typeof key !== 'string') throw new SyntaxError('no credentials')
    return { url, key, ...(typeof keyId === 'string' ? { keyId } : {}) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (error instanceof SyntaxError) throw new CommandFailure(EXIT.signedOut, `${path} cannot be read`, 'sign in again with `querent login`')
    throw error
  }
}

const isConnection = (value: unknown): value is Connection =>
  typeof value === 'object' &&
  value !== null &&
  (['issuer', 'clientId', 'accessToken', 'refreshToken', 'expiresAt'] as const).every((name) => typeof (value as Connection)[name] === 'string')

/** Keeps credentials in place of any before; who reads meanwhile finds the one or the other, whole. */
export function writeCredentials(env: Env, credentials: Credentials): string {
  const path = credentialsPath(env)
  const fresh = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(fresh, { force: true })
  writeFileSync(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(fresh, path)
  return path
}

export const removeCredentials = (env: Env): void => rmSync(credentialsPath(env), { force: true })

/** The address services are found at: of the command line, `QUERENT_URL`, or where one is signed in. Fails on what is no http address. */
export function urlOf(env: Env, given: string | undefined, kept: Credentials | null): string {
  const text = given ?? (env.QUERENT_URL || kept?.url || DEFAULT_URL)
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandFailure(EXIT.usage, `${text} is no http address`)
  return `${url.origin}${url.pathname.replace(/\/+(?:api\/v1\/?)?$/, '')}`
}

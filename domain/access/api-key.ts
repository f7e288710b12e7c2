import { checksum, randomBase62 } from './base62.ts'
import { toBase64 } from './base64.ts'
import type { WebKey } from './web-key.ts'

export type ApiKeyEnvironment = 'dev' | 'live'

/** `id` is looked up, `secret` (178 bits) is compared by its HMAC. */
export type ApiKeyParts = { id: string; secret: string }

type NewKey = ApiKeyParts & { key: string; last4: string }

/** What secret scanners look for. */
const apiKeyPattern = /^(qk_(?:dev|live)_([0-9A-Za-z]{12})_([0-9A-Za-z]{30}))([0-9A-Za-z]{6})$/
const directoryTokenPattern = /^(qd_([0-9A-Za-z]{12})_([0-9A-Za-z]{30}))([0-9A-Za-z]{6})$/

/** A new key `qk_<environment>_<id 12>_<secret 30><checksum 6>`; `last4` are its last characters, which people recognise it by. */
export const newApiKey = (environment: ApiKeyEnvironment): NewKey => newKey(`qk_${environment}`)

/** A new token of a directory, `qd_<id 12>_<secret 30><checksum 6>`. */
export const newDirectoryToken = (): NewKey => newKey('qd')

function newKey(kind: string): NewKey {
  const id = randomBase62(12)
  const secret = randomBase62(30)
  const body = `${kind}_${id}_${secret}`
  const key = body + checksum(body)
  return { key, id, secret, last4: key.slice(-4) }
}

/** The parts of a well-formed key whose checksum is right, else null. Says nothing about whether the key exists. */
export const parseApiKey = (text: string): ApiKeyParts | null => partsOf(apiKeyPattern, text)

/** As `parseApiKey`, for a directory's token. */
export const parseDirectoryToken = (text: string): ApiKeyParts | null => partsOf(directoryTokenPattern, text)

function partsOf(pattern: RegExp, text: string): ApiKeyParts | null {
  const [, body, id, secret, sum] = pattern.exec(text) ?? []
  if (body === undefined || id === undefined || secret === undefined || sum !== checksum(body)) return null
  return { id, secret }
}

/** What is stored instead of a secret: its HMAC-SHA-256 under `pepper` (a subkey of the vault), base64. */
export async function hashSecret(pepper: WebKey, secret: string): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', pepper, new TextEncoder().encode(secret))))
}

/** Compares without telling by its time where two texts differ; their lengths are no secret. */
export function equalText(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ (b.charCodeAt(index) || 0)
  return difference === 0
}

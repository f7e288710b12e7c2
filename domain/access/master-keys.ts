import { fromBase64, toBase64 } from './base64.ts'

export type MasterKey = { kid: string; bytes: Uint8Array<ArrayBuffer> }

const form = 'QUERENT_MASTER_KEYS must be "<id>:<base64 of 32 random bytes>", the active key first, former ones after it, separated by commas'

function parseOne(part: string): MasterKey {
  const [, kid, encoded] = /^([a-z0-9]{1,16}):([A-Za-z0-9+/]+={0,2})$/.exec(part.trim()) ?? []
  if (kid === undefined || encoded === undefined || encoded.length % 4 !== 0) throw new Error(form)
  const bytes = fromBase64(encoded)
  if (bytes.length !== 32) throw new Error(`${form}: key "${kid}" has ${bytes.length} bytes`)
  // 32 random bytes have fewer than 16 different values about once in 10^15: this is a placeholder.
  if (new Set(bytes).size < 16) throw new Error(`${form}: key "${kid}" is not random`)
  return { kid, bytes }
}

/** The master keys of `text`, the active one first. Throws, naming what is wrong, on malformed, short, repeated or placeholder keys. */
export function parseMasterKeys(text: string): [MasterKey, ...MasterKey[]] {
  const [active, ...former] = text.split(',').map(parseOne)
  if (active === undefined) throw new Error(form)
  const keys: [MasterKey, ...MasterKey[]] = [active, ...former]
  for (const values of [keys.map((key) => key.kid), keys.map((key) => toBase64(key.bytes))]) {
    if (new Set(values).size !== values.length) throw new Error(`${form}: a key or its id is repeated`)
  }
  return keys
}

/** A fresh master key in the form of `QUERENT_MASTER_KEYS`. */
export const newMasterKey = (kid = 'k1'): string => `${kid}:${toBase64(crypto.getRandomValues(new Uint8Array(32)))}`

import type { Sealed } from '#db/schema/catalog.ts'
import { fromBase64, toBase64 } from './base64.ts'
import type { MasterKey } from './master-keys.ts'
import { Secret } from './secret.ts'
import type { WebKey } from './web-key.ts'

/** The one place a sealed value belongs to: moved to another row or column it does not open. */
export type SealContext = { table: string; row: string; column: string }

/** What each derived key is for. Keys of different labels are independent of each other. */
export type SubkeyLabel = 'api-key-pepper' | 'signin-token' | 'guest-token' | 'cursor' | 'audit-chain' | 'share-link' | 'mail-link' | 'chart-link'

/**
 * Envelope encryption (AES-256-GCM, one random data key per value, itself sealed by the master key) and the keys derived from
 * the deployment's root secret (HKDF-SHA-256). `rewrap` moves a value to the active master key without touching its ciphertext.
 */
export type Vault = {
  /** Id of the master key that seals now. */
  kid: string
  seal(context: SealContext, plaintext: string): Promise<Sealed>
  open(context: SealContext, sealed: Sealed): Promise<Secret>
  rewrap(context: SealContext, sealed: Sealed): Promise<Sealed>
  /** An HMAC-SHA-256 key. Changing master keys does not change it. */
  subkey(label: SubkeyLabel): Promise<WebKey>
  /** What to store so that the next start proves its master keys; the same secret under the active key. */
  checkValue(): Promise<Sealed>
}

/**
 * What opens values sealed with one data key; made of the key's bytes. WebCrypto's hands each value to another thread, which costs more than the
 * decryption: a runtime with a way of its own may bring it.
 */
export type MakeOpener = (dataKey: Uint8Array<ArrayBuffer>) => Opener | Promise<Opener>
type Opener = (nonce: Uint8Array<ArrayBuffer>, ct: Uint8Array<ArrayBuffer>, associated: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>

const rootContext: SealContext = { table: 'deployment', row: 'vault-root', column: 'value' }
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const version = 1
/** Data keys kept ready: handles that cannot be read out. The values themselves are decrypted each time. */
const KEYS_KEPT = 500

const associated = (context: SealContext, ...more: unknown[]): Uint8Array<ArrayBuffer> =>
  encoder.encode(JSON.stringify([context.table, context.row, context.column, ...more, version]))

const importHkdf = (bytes: Uint8Array<ArrayBuffer>): Promise<WebKey> => crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
const hkdf = (label: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: encoder.encode(`querent/${label}`) })
const importDataKey = (bytes: Uint8Array<ArrayBuffer>, usage: 'encrypt' | 'decrypt'): Promise<WebKey> =>
  crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [usage])

async function encrypt(key: WebKey, plaintext: Uint8Array<ArrayBuffer>, additionalData: Uint8Array<ArrayBuffer>): Promise<{ nonce: string; ct: string }> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plaintext)
  return { nonce: toBase64(iv), ct: toBase64(new Uint8Array(ct)) }
}

type Bytes = Uint8Array<ArrayBuffer>

const decrypt = async (key: WebKey, iv: Bytes, ct: Bytes, additionalData: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, ct))

const webOpener: MakeOpener = async (dataKey) => {
  const key = await importDataKey(dataKey, 'decrypt')
  return (nonce, ct, associated) => decrypt(key, nonce, ct, associated)
}

async function importMasterKeys(keys: MasterKey[]): Promise<Map<string, WebKey>> {
  const ring = new Map<string, WebKey>()
  for (const { kid, bytes } of keys) {
    const derived = await crypto.subtle.deriveKey(hkdf('key-encryption'), await importHkdf(bytes), { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    ring.set(kid, derived)
  }
  return ring
}

/** Sealing alone: what a vault does before the deployment has a root secret. */
function envelope(active: string, ring: Map<string, WebKey>, makeOpener: MakeOpener = webOpener) {
  const masterKey = (kid: string): WebKey => {
    const key = ring.get(kid)
    if (!key) throw new Error(`QUERENT_MASTER_KEYS lacks the key "${kid}", which sealed a value of this database`)
    return key
  }
  const wrap = async (context: SealContext, dataKey: Uint8Array<ArrayBuffer>) => {
    const { nonce, ct } = await encrypt(masterKey(active), dataKey, associated(context, active))
    return { v: 1 as const, kid: active, dek: ct, dek_nonce: nonce }
  }
  const unwrap = (context: SealContext, { kid, dek, dek_nonce }: Sealed) =>
    decrypt(masterKey(kid), fromBase64(dek_nonce), fromBase64(dek), associated(context, kid))

  const openers = new Map<string, Promise<() => Uint8Array | Promise<Uint8Array>>>()
  const openerOf = (context: SealContext, sealed: Sealed) => {
    const name = JSON.stringify([context.table, context.row, context.column, sealed.kid, sealed.dek_nonce, sealed.dek, sealed.nonce, sealed.ct])
    let opener = openers.get(name)
    if (!opener) {
      if (openers.size >= KEYS_KEPT) openers.clear()
      const [nonce, ct, about] = [fromBase64(sealed.nonce), fromBase64(sealed.ct), associated(context)]
      opener = unwrap(context, sealed)
        .then(makeOpener)
        .then((open) => () => open(nonce, ct, about))
      openers.set(name, opener)
      opener.catch(() => openers.delete(name))
    }
    return opener
  }

  return {
    async seal(context: SealContext, plaintext: string): Promise<Sealed> {
      const dataKey = crypto.getRandomValues(new Uint8Array(32))
      const value = await encrypt(await importDataKey(dataKey, 'encrypt'), encoder.encode(plaintext), associated(context))
      return { ...(await wrap(context, dataKey)), ...value }
    },
    async open(context: SealContext, sealed: Sealed): Promise<Secret> {
      const open = await openerOf(context, sealed)
      return new Secret(decoder.decode(await open()))
    },
    async rewrap(context: SealContext, sealed: Sealed): Promise<Sealed> {
      if (sealed.kid === active) return sealed
      return { ...(await wrap(context, await unwrap(context, sealed))), nonce: sealed.nonce, ct: sealed.ct }
    },
  }
}

/** The check value of a deployment that has none yet: a random root secret, sealed by the active master key. */
export async function newCheckValue(keys: [MasterKey, ...MasterKey[]]): Promise<Sealed> {
  const root = toBase64(crypto.getRandomValues(new Uint8Array(32)))
  return envelope(keys[0].kid, await importMasterKeys(keys)).seal(rootContext, root)
}

/** The vault of a deployment. Throws at once when these are not the master keys that made its `checkValue`. */
export async function openVault(keys: [MasterKey, ...MasterKey[]], checkValue: Sealed, makeOpener?: MakeOpener): Promise<Vault> {
  const kid = keys[0].kid
  const sealing = envelope(kid, await importMasterKeys(keys), makeOpener)
  const root = await sealing.open(rootContext, checkValue).catch((cause: unknown) => {
    throw new Error(`QUERENT_MASTER_KEYS does not fit this database: its secrets were sealed with another key "${checkValue.kid}"`, { cause })
  })
  const rootKey = await importHkdf(fromBase64(root.expose()))
  const derived = new Map<SubkeyLabel, Promise<WebKey>>()
  return {
    kid,
    ...sealing,
    subkey(label) {
      const known =
        derived.get(label) ?? crypto.subtle.deriveKey(hkdf(label), rootKey, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify'])
      derived.set(label, known)
      return known
    },
    checkValue: () => sealing.rewrap(rootContext, checkValue),
  }
}

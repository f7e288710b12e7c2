import { inspect } from 'node:util'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deployment } from '#db/schema/identity.ts'
import { freshDatabase } from '#test/database.ts'
import { hashSecret } from './api-key.ts'
import { loadVault } from './deployment-vault.ts'
import { newMasterKey, parseMasterKeys } from './master-keys.ts'
import { Secret } from './secret.ts'
import { newCheckValue, openVault, type Vault } from './vault.ts'

const canary = 'pa55word-canary-✓'
const here = { table: 'providers', row: 'prv_1', column: 'api_key' }
const k1 = newMasterKey('k1')
const k2 = newMasterKey('k2')

async function vaultOf(text: string): Promise<Vault> {
  const keys = parseMasterKeys(text)
  return openVault(keys, await newCheckValue(keys))
}

test('what was sealed opens in its place, and the sealed form holds none of it', async () => {
  const vault = await vaultOf(k1)
  const sealed = await vault.seal(here, canary)
  expect(JSON.stringify(sealed)).not.toContain('canary')
  expect((await vault.open(here, JSON.parse(JSON.stringify(sealed)))).expose()).toBe(canary)
  expect((await vault.open(here, await vault.seal(here, ''))).expose()).toBe('')
})

test('sealing the same value twice gives unrelated ciphertexts and data keys', async () => {
  const vault = await vaultOf(k1)
  const [a, b] = [await vault.seal(here, canary), await vault.seal(here, canary)]
  expect([a.ct === b.ct, a.nonce === b.nonce, a.dek === b.dek, a.dek_nonce === b.dek_nonce]).toEqual([false, false, false, false])
})

test('a value moved to another table, row or column does not open', async () => {
  const vault = await vaultOf(k1)
  const sealed = await vault.seal(here, canary)
  const places = [
    { ...here, table: 'models' },
    { ...here, row: 'prv_2' },
    { ...here, column: 'token' },
    { table: 'providers","prv_1', row: 'api_key', column: '' },
  ]
  for (const place of places) await expect(vault.open(place, sealed)).rejects.toThrow()
})

test('no byte of the sealed form can change', async () => {
  const vault = await vaultOf(k1)
  const sealed = await vault.seal(here, canary)
  for (const field of ['dek', 'dek_nonce', 'nonce', 'ct'] as const) {
    const bytes = Buffer.from(sealed[field], 'base64')
    for (const at of [0, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(vault.open(here, { ...sealed, [field]: changed.toString('base64') }), `${field}[${at}]`).rejects.toThrow()
    }
  }
  const other = await vault.seal(here, 'other')
  await expect(vault.open(here, { ...sealed, dek: other.dek, dek_nonce: other.dek_nonce })).rejects.toThrow()
})

test('rotation: the new key rewraps the data key alone, and the old key is then not needed', async () => {
  const keys = parseMasterKeys(k1)
  const check = await newCheckValue(keys)
  const before = await openVault(keys, check)
  const sealed = await before.seal(here, canary)

  const during = await openVault(parseMasterKeys(`${k2},${k1}`), check)
  const renewed = await during.rewrap(here, sealed)
  expect(renewed).toMatchObject({ kid: 'k2', ct: sealed.ct, nonce: sealed.nonce })
  expect(await during.rewrap(here, renewed)).toBe(renewed)
  expect((await during.open(here, sealed)).expose()).toBe(canary)

  const after = await openVault(parseMasterKeys(k2), await during.checkValue())
  expect((await after.open(here, renewed)).expose()).toBe(canary)
  await expect(after.open(here, sealed)).rejects.toThrow('lacks the key "k1"')
  await expect(during.rewrap({ ...here, row: 'prv_2' }, sealed)).rejects.toThrow()

  const peppers = await Promise.all([before, during, after].map(async (vault) => hashSecret(await vault.subkey('api-key-pepper'), 'x')))
  expect(new Set(peppers).size).toBe(1)
})

test('subkeys differ by label and by deployment', async () => {
  const [one, two] = [await vaultOf(k1), await vaultOf(k1)]
  const labels = ['api-key-pepper', 'signin-token', 'guest-token', 'cursor', 'audit-chain', 'share-link'] as const
  const tags = await Promise.all([one, two].flatMap((vault) => labels.map(async (label) => hashSecret(await vault.subkey(label), 'x'))))
  expect(new Set(tags).size).toBe(labels.length * 2)
  expect((await one.subkey('cursor')).extractable).toBe(false)
})

test('a wrong key of the same name, or a missing one, stops the start', async () => {
  const check = await newCheckValue(parseMasterKeys(k1))
  await expect(openVault(parseMasterKeys(newMasterKey('k1')), check)).rejects.toThrow('QUERENT_MASTER_KEYS does not fit this database')
  await expect(openVault(parseMasterKeys(k2), check)).rejects.toThrow('QUERENT_MASTER_KEYS does not fit this database')
})

test.each([
  ['', 'must be'],
  ['k1', 'must be'],
  ['k1:', 'must be'],
  ['k1:c2hvcnQ=', 'has 5 bytes'],
  [`k1:${Buffer.alloc(32).toString('base64')}`, 'is not random'],
  [`k1:${Buffer.from('changeme'.repeat(4)).toString('base64')}`, 'is not random'],
  [`k1:${Buffer.alloc(31, 'abcdefghijklmnopqrstuvwxyz').toString('base64')}`, 'has 31 bytes'],
  [`${k1},${newMasterKey('k1')}`, 'repeated'],
  [`${k1},${k1.replace('k1:', 'k2:')}`, 'repeated'],
  [`${k1},`, 'must be'],
  [`K!:${k1.slice(3)}`, 'must be'],
  [k1.slice(3), 'must be'],
])('master keys "%s" are refused', (text, reason) => {
  const error = (() => {
    try {
      return parseMasterKeys(text)
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toContain(reason)
  for (const part of text.split(/[:,]/).filter((piece) => piece.length > 20)) expect(String(error)).not.toContain(part)
})

test('a secret prints as [secret] however it is printed', () => {
  const secret = new Secret(canary)
  const prints = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect(secret),
    inspect({ deep: [secret] }, { showHidden: true }),
    Object.values(secret).join(),
  ]
  for (const print of prints) expect(print).not.toContain('canary')
  expect(JSON.stringify([secret])).toBe('["[secret]"]')
  expect(structuredClone({ ...secret })).toEqual({})
  expect(secret.expose()).toBe(canary)
})

test('several first starts agree on one vault, and a later start with a wrong key is refused', async () => {
  const { db } = await freshDatabase()
  const vaults = await Promise.all([loadVault(db, k1), loadVault(db, k1), loadVault(db, k1)])
  const tags = await Promise.all(vaults.map(async (vault) => hashSecret(await vault.subkey('cursor'), 'x')))
  expect(new Set(tags).size).toBe(1)
  await expect(loadVault(db, newMasterKey('k1'))).rejects.toThrow('does not fit this database')
  await expect(loadVault(db, 'nonsense')).rejects.toThrow('QUERENT_MASTER_KEYS must be')
})

test('starting with a new active key moves the check value to it', async () => {
  const { db } = await freshDatabase()
  const first = await loadVault(db, k1)
  const second = await loadVault(db, `${k2},${k1}`)
  const third = await loadVault(db, k2)
  const tags = await Promise.all([first, second, third].map(async (vault) => hashSecret(await vault.subkey('cursor'), 'x')))
  expect(new Set(tags).size).toBe(1)
  const [row] = await db.select().from(deployment).where(eq(deployment.name, 'vault-check'))
  expect(JSON.parse(row?.value ?? '{}')).toMatchObject({ v: 1, kid: 'k2' })
})

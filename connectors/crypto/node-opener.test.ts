import { expect, test } from 'vitest'
import { newMasterKey, parseMasterKeys } from '#domain/access/master-keys.ts'
import { newCheckValue, openVault } from '#domain/access/vault.ts'
import { nodeOpener } from './node-opener.ts'

const here = { table: 'providers', row: 'prv_1', column: 'api_key' }

test('what WebCrypto sealed opens on this thread, and nothing else does', async () => {
  const keys = parseMasterKeys(newMasterKey('k1'))
  const check = await newCheckValue(keys)
  const [vault, other] = [await openVault(keys, check, nodeOpener), await openVault(keys, check)]
  for (const value of ['', 'sk-1', 'pa55word ✓ 你好', 'x'.repeat(10_000)]) {
    const sealed = await other.seal(here, value)
    expect((await vault.open(here, sealed)).expose()).toBe(value)
    expect((await vault.open(here, sealed)).expose()).toBe(value)
    expect((await other.open(here, await vault.seal(here, value))).expose()).toBe(value)
    await expect(vault.open({ ...here, row: 'prv_2' }, sealed)).rejects.toThrow()
    for (const field of ['dek', 'nonce', 'ct'] as const) {
      const bytes = Buffer.from(sealed[field], 'base64')
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      await expect(vault.open(here, { ...sealed, [field]: bytes.toString('base64') }), field).rejects.toThrow()
    }
    await expect(vault.open(here, { ...sealed, ct: '' })).rejects.toThrow()
  }
})

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseMasterKeys } from '#domain/access/master-keys.ts'
import { temporaryFolder } from '#test/database.ts'
import { masterKeyFile } from './master-key-file.ts'

test('a key is made once, for the owner to read, and found again', () => {
  const folder = temporaryFolder()
  const made = masterKeyFile(folder)
  expect(parseMasterKeys(made)).toHaveLength(1)
  expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o400)
  expect(masterKeyFile(folder)).toBe(made)
  expect(masterKeyFile(temporaryFolder())).not.toBe(made)
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { expect, test } from 'vitest'
import { groups } from '#db/schema/identity.ts'
import { temporaryFolder } from '#test/database.ts'
import { createBackup } from './backup.ts'
import { openStorage } from './database.ts'

test('a database is copied while it is written to; of the copies the newest are kept', async () => {
  const folder = temporaryFolder()
  const { db, end } = await openStorage(`file:${join(folder, 'querent.db')}`, undefined)
  const at = '2026-11-21T09:30:00.000Z'
  const group = (name: string) => ({ id: `grp_${name}`, name, description: '', permissions: {}, created_at: at, updated_at: at })
  await db.insert(groups).values(group('before'))
  const backup = createBackup(db, join(folder, 'backups'))
  const [made] = await Promise.all([backup('run_1', 2), db.insert(groups).values(group('meanwhile'))])
  expect(made).toMatchObject({ name: 'querent-run_1.db', bytes: expect.any(Number), removed: 0 })
  expect(await backup('run_1', 2)).toMatchObject({ removed: 0 })
  await backup('run_2', 2)
  expect(await backup('run_3', 2)).toMatchObject({ removed: 1 })
  expect(readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.db'))).toEqual(['querent-run_2.db', 'querent-run_3.db'])
  const copy = createClient({ url: `file:${join(folder, 'backups/querent-run_3.db')}` })
  expect((await copy.execute('select name from groups order by name')).rows.map((row) => row.name)).toEqual(['before', 'meanwhile'])
  copy.close()
  await end()
})

import { createClient } from '@libsql/client'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { deploymentSettings } from '#db/schema/deployment.ts'
import { readEnvironment, settingsOf } from '#runtime/env.ts'
import { overloaded } from '#runtime/overloaded.ts'
import { freshDatabase } from '#test/database.ts'
import { deploymentOf, SETTINGS_ID } from './effective.ts'

const settings = settingsOf(readEnvironment({ CHART_FONT: 'Roboto' }), '0')
afterEach(() => void vi.useRealTimers())

test('another process follows a change after a second, in which it asks the database once; what the operator set wins', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let asked = 0
  const fresh = await freshDatabase(({ sql }) => {
    if (sql.includes('deployment_settings')) asked += 1
  })
  const other = openDatabase(createClient({ url: `file:${fresh.path}` }), overloaded)
  const here = { db: fresh.db, settings }
  expect(await deploymentOf(here)).toMatchObject({ name: 'Querent', 'theme.font': 'Roboto' })
  const at = '2026-11-21T09:30:00.000Z'
  await other.insert(deploymentSettings).values({ id: SETTINGS_ID, stored: { name: 'Acme', 'theme.font': 'Comic' }, created_at: at, updated_at: at })
  vi.advanceTimersByTime(900)
  expect([(await deploymentOf(here)).name, asked]).toEqual(['Querent', 1])
  vi.advanceTimersByTime(200)
  expect(await deploymentOf(here)).toMatchObject({ name: 'Acme', 'theme.font': 'Roboto' })
  expect([(await deploymentOf(here)).name, asked]).toEqual(['Acme', 2])
  other.$client.close()
  fresh.close()
})

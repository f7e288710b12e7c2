import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { deploymentSettings } from '#db/schema/deployment.ts'
import type { Context } from '../context.ts'
import { DEFAULTS, type DeploymentValues } from './values.ts'

/** There is one row, under this name. */
export const SETTINGS_ID = 'settings'

/** Other processes learn of a change within this time, without being told. */
const FRESH_MS = 1_000

type Stored = Partial<DeploymentValues>
const kept = new WeakMap<Database, { stored: Stored; at: number }>()

/** What is in force: the operator's word, else what administrators set, else the default. At most a second old. */
export async function deploymentOf(ctx: Pick<Context, 'db' | 'settings'>): Promise<DeploymentValues> {
  const known = kept.get(ctx.db)
  const stored = known && performance.now() - known.at < FRESH_MS ? known.stored : await readStored(ctx)
  return inForce(ctx, stored)
}

export const inForce = ({ settings }: Pick<Context, 'settings'>, stored: Stored): DeploymentValues => ({ ...DEFAULTS, ...stored, ...settings.fixed })

async function readStored({ db }: Pick<Context, 'db'>): Promise<Stored> {
  const [row] = await db.select({ stored: deploymentSettings.stored }).from(deploymentSettings).where(eq(deploymentSettings.id, SETTINGS_ID))
  const stored = (row?.stored ?? {}) as Stored
  kept.set(db, { stored, at: performance.now() })
  return stored
}

/** Has the next reader in this process look again. */
export const forgetDeployment = (db: Database): void => void kept.delete(db)

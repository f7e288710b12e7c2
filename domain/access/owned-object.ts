import { eq, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { models, prompts } from '#db/schema/catalog.ts'
import { groups } from '#db/schema/identity.ts'
import { jobs } from '#db/schema/jobs.ts'
import { datasources, files } from '#db/schema/semantics.ts'
import { sessions } from '#db/schema/sessions.ts'
import { type Level, type ResourceType, requireLevel } from '../allow.ts'
import type { Context } from '../context.ts'

type Shareable = { table: SQLiteTable; id: SQLiteColumn; owner: SQLiteColumn | null }

/** Where the objects of each kind stand, and which column names their owner. */
export const SHAREABLE: Record<ResourceType, Shareable> = {
  chart: { table: charts, id: charts.id, owner: charts.owner_id },
  dashboard: { table: dashboards, id: dashboards.id, owner: dashboards.owner_id },
  datasource: { table: datasources, id: datasources.id, owner: datasources.owner_id },
  file: { table: files, id: files.id, owner: files.owner_id },
  group: { table: groups, id: groups.id, owner: null },
  job: { table: jobs, id: jobs.id, owner: jobs.owner_id },
  model: { table: models, id: models.id, owner: models.owner_id },
  prompt: { table: prompts, id: prompts.id, owner: prompts.owner_id },
  session: { table: sessions, id: sessions.id, owner: sessions.user_id },
}

export type OwnedObject = { id: string; owner_id: string | null }

/** An object's id and owner, whoever may see it; `undefined` when there is none. */
export async function findOwned(ctx: Context, type: ResourceType, id: string): Promise<OwnedObject | undefined> {
  const { table, id: key, owner } = SHAREABLE[type]
  const [row] = await ctx.db
    .select({ id: key, owner_id: owner ?? sql`null` })
    .from(table)
    .where(eq(key, id))
  return row as OwnedObject | undefined
}

/** Lets an object of any kind through when the actor holds `needed` on it; fails as `requireLevel` does. */
export const requireOwned = async (ctx: Context, type: ResourceType, id: string, needed: Level, param?: string): Promise<OwnedObject> =>
  requireLevel(ctx, type, await findOwned(ctx, type, id), needed, param)

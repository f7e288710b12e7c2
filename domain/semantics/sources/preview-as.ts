import { eq } from 'drizzle-orm'
import { groups } from '#db/schema/identity.ts'
import type { UserActor } from '../../access/actor.ts'
import { activeUsers } from '../../access/lenders.ts'
import { notFound } from '../../allow.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { contextOf } from '../../jobs/owner.ts'
import { previewTable, type TablePreview } from './browse-datasource.ts'
import { requireDatasource } from './datasources.ts'

/** Whose eyes a preview is read with: a person's, or those of somebody who is in one group and nothing else. */
export type Viewer = { user_id?: string | undefined; group_id?: string | undefined }

/**
 * The first rows of a table as somebody else would get them. Needs `own` on the source: its row filters are the caller's to set. Fails with `not_found` naming
 * the viewer who is not there, not active, or has no access to the source, else as `previewTable`.
 */
export async function previewTableAs(ctx: Context, id: string, table: string, limit: number, viewer: Viewer): Promise<TablePreview> {
  await requireDatasource(ctx, id, 'own')
  const param = viewer.user_id ? 'user_id' : 'group_id'
  const actor = viewer.user_id ? (await activeUsers(ctx, [viewer.user_id]))[0] : await memberOf(ctx, viewer.group_id ?? '')
  if (!actor) throw notFound(param === 'user_id' ? 'user' : 'group', param)
  const theirs = contextOf(ctx, actor, ctx.signal)
  await requireDatasource(theirs, id, 'view').catch((error) => {
    const isUnseen = error instanceof Failure && error.code === 'not_found'
    throw isUnseen ? new Failure('not_found', `this ${param === 'user_id' ? 'user' : 'group'} has no access to the data source`, { param }) : error
  })
  return previewTable(theirs, id, table, limit)
}

async function memberOf(ctx: Context, groupId: string): Promise<UserActor | undefined> {
  const [group] = await ctx.db.select({ id: groups.id, name: groups.name }).from(groups).where(eq(groups.id, groupId))
  const nobody = { userId: '', role: 'user', email: '', attributes: {}, scopes: [], credential: { type: 'signin', id: 'preview', expiresAt: null } } as const
  return group && { ...nobody, type: 'user', name: group.name, groupIds: [group.id], attributes: {}, scopes: [] }
}

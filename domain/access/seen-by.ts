import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { grants, users } from '#db/schema/identity.ts'
import type { Level, ResourceType } from '../allow.ts'

/**
 * The condition that a user, who need not be the caller, holds a level on an object: an administrator, its owner, or reached by a grant.
 * A shared chart lends its viewers what its owner may see; a dashboard and a guest token show third persons what their makers may publish, which needs
 * more than `view`. Each holds for as long as that user is active and has the right.
 */
export function seenBy(user: SQLWrapper, type: ResourceType, object: { id: SQLWrapper; owner: SQLWrapper }, least: Exclude<Level, 'own'> = 'view'): SQL {
  const groupsOfUser = sql`select m.resource_id from ${grants} m where m.resource_type = 'group' and m.principal_type = 'user' and m.principal_id = u.id`
  const reached = sql`g.principal_type = 'everyone' or (g.principal_type = 'user' and g.principal_id = u.id) or (g.principal_type = 'group' and g.principal_id in (${groupsOfUser}))`
  const granted = sql`select 1 from ${grants} g where g.resource_type = ${type} and g.resource_id = ${object.id} and (${reached})${least === 'edit' ? sql` and g.level <> 'view'` : sql``}`
  return sql`exists (select 1 from ${users} u where u.id = ${user} and u.status = 'active' and u.role <> 'pending' and (u.role = 'admin' or u.id = ${object.owner} or exists (${granted})))`
}

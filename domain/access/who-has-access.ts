import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { grants, groups, users } from '#db/schema/identity.ts'
import { datasources } from '#db/schema/semantics.ts'
import { type ResourceType, visible } from '../allow.ts'
import type { Context } from '../context.ts'
import { exampleId } from '../identifiers.ts'
import { type Page, PlainListQuery } from '../pagination.ts'
import { requireOwned, SHAREABLE } from './owned-object.ts'
import { seenBy } from './seen-by.ts'

export const AccessWay = z
  .object({
    principal_type: z.enum(['user', 'group', 'everyone']),
    principal_id: z.string().meta({ description: '"*" for everyone', example: exampleId('usr') }),
    name: z.string().meta({ example: 'Ann Smith' }),
    is_active: z.boolean().meta({ description: 'False for a user who is disabled, invited or pending, whom it opens nothing' }),
    level: z.enum(['view', 'edit', 'own']),
    through: z.enum(['owner', 'share', 'group', 'chart', 'dashboard']).meta({
      description: 'As its owner, by a share, as a member of a group it is shared with; `chart` and `dashboard` lend its rows to whom it is not shared with',
    }),
    through_id: z.string().nullable().meta({ description: 'The group, chart or dashboard' }),
    through_name: z.string().nullable().meta({ description: 'Its name; null where the caller may not see that chart or dashboard' }),
  })
  .meta({ id: 'AccessWay', description: 'One way by which somebody has access to an object; who has several has an entry for each' })
export type AccessWay = z.infer<typeof AccessWay>

export const AccessQuery = PlainListQuery.extend({
  user_id: z.string().max(64).optional().meta({ description: 'Ways of this user alone' }),
})

type Found = Omit<AccessWay, 'is_active'> & { is_active: number; total: number }

/**
 * Who has access to an object, and by which way: its owner first, then people, groups and everyone it is shared with, members of those groups, and to whom a
 * chart or dashboard lends it. Administrators, who may all, and guest tokens are not listed. Needs `own`, as sharing it does.
 */
export async function listAccess(ctx: Context, object: { type: ResourceType; id: string }, query: z.output<typeof AccessQuery>): Promise<Page<AccessWay>> {
  await requireOwned(ctx, object.type, object.id, 'own')
  const { page, page_size, user_id } = query
  const only = user_id === undefined ? sql`true` : sql`(w.principal_type = 'everyone' or (w.principal_type = 'user' and w.principal_id = ${user_id}))`
  const rows = await ctx.db.all<Found>(sql`
    with objects (type, id, owner, name, is_self, needs) as (${objectsOf(ctx, object)}),
    ways as (${WAYS})
    select distinct w.principal_type, w.principal_id, coalesce(u.name, gr.name, 'Everyone') as name,
      w.principal_type <> 'user' or (u.status = 'active' and u.role <> 'pending') as is_active,
      iif(w.is_self, w.level, 'view') as level, iif(w.is_self, w.how, w.type) as through,
      iif(w.is_self, w.group_id, w.id) as through_id, iif(w.is_self, member.name, w.name) as through_name, count(*) over () as total
    from (
      select * from ways where is_self
      union select type, id, owner, name, is_self, needs, principal_type, principal_id, null, null, null from ways lent where not is_self and not exists (
        select 1 from ways own where own.is_self and (own.principal_type = 'everyone' or (own.principal_type = lent.principal_type and own.principal_id = lent.principal_id)))
    ) w
    left join ${users} u on w.principal_type = 'user' and u.id = w.principal_id
    left join ${groups} gr on w.principal_type = 'group' and gr.id = w.principal_id
    left join ${groups} member on member.id = w.group_id
    where ${only} and (u.id is not null or w.principal_type <> 'user')
      and (w.needs is null or (u.id is not null and ${seenBy(sql`u.id`, 'datasource', { id: sql`w.needs`, owner: sql`(select s.owner_id from ${datasources} s where s.id = w.needs)` })}))
    order by w.is_self desc, case w.how when 'owner' then 0 when 'share' then 1 else 2 end, w.principal_type, name, w.principal_id, through_id
    limit ${page_size} offset ${(page - 1) * page_size}`)
  const total = rows[0]?.total ?? 0
  const items = rows.map(({ total: _, is_active, ...row }): AccessWay => ({ ...row, is_active: Boolean(is_active) }))
  const total_pages = Math.ceil(total / page_size)
  return { items, total, page, page_size, total_pages, has_next: page < total_pages, has_prev: page > 1, next_cursor: null }
}

/** Each object with everyone it is open to; a group stands beside its members. */
const WAYS = sql`
  select o.*, 'user' as principal_type, o.owner as principal_id, 'own' as level, 'owner' as how, null as group_id from objects o where o.owner is not null
  union all select o.*, g.principal_type, g.principal_id, g.level, 'share', null
    from objects o join ${grants} g on g.resource_type = o.type and g.resource_id = o.id and g.principal_type <> 'model'
  union all select o.*, 'user', m.principal_id, g.level, 'group', g.principal_id
    from objects o join ${grants} g on g.resource_type = o.type and g.resource_id = o.id and g.principal_type = 'group'
    join ${grants} m on m.resource_type = 'group' and m.resource_id = g.principal_id and m.principal_type = 'user'`

/** The object itself, and the charts and dashboards that lend it to others. `needs` is a data source that whoever looks has to see himself. */
function objectsOf(ctx: Context, { type, id }: { type: ResourceType; id: string }): SQL {
  const { table, id: key, owner } = SHAREABLE[type]
  const itself = sql`select ${type}, ${key}, ${owner ?? sql`null`}, null, true, null from ${table} where ${key} = ${id}`
  const seen = (kind: 'chart' | 'dashboard', of: typeof charts | typeof dashboards) =>
    sql`iif(${visible(ctx, kind, of.id, of.owner_id) ?? sql`true`}, ${of.title}, null)`
  const publishes = (kind: 'chart' | 'datasource') =>
    kind === 'chart'
      ? seenBy(dashboards.owner_id, 'chart', { id: charts.id, owner: charts.owner_id }, 'edit')
      : seenBy(dashboards.owner_id, 'datasource', { id: datasources.id, owner: datasources.owner_id }, 'edit')
  const shown = sql`exists (select 1 from json_each(${dashboards.layout}) tile where json_extract(tile.value, '$.chart_id') = ${charts.id})`
  const placed = (needs: SQL) =>
    sql`select 'dashboard', ${dashboards.id}, ${dashboards.owner_id}, ${seen('dashboard', dashboards)}, false, ${needs}
      from ${charts} join ${datasources} on ${datasources.id} = ${charts.datasource_id} join ${dashboards} on ${shown} where ${publishes('chart')}`
  if (type === 'chart') {
    return sql`${itself} union all ${placed(sql`iif(${publishes('datasource')}, null, ${datasources.id})`)} and ${charts.id} = ${id}`
  }
  if (type !== 'datasource') return itself
  const lent = seenBy(charts.owner_id, 'datasource', { id: datasources.id, owner: datasources.owner_id })
  return sql`${itself}
    union all select 'chart', ${charts.id}, ${charts.owner_id}, ${seen('chart', charts)}, false, null
      from ${charts} join ${datasources} on ${datasources.id} = ${charts.datasource_id} where ${charts.datasource_id} = ${id} and ${lent}
    union all ${placed(sql`null`)} and ${publishes('datasource')} and ${charts.datasource_id} = ${id} and ${lent}`
}

import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { grants, users } from '#db/schema/identity.ts'
import { type Context, instantOf } from '../context.ts'
import { GROUPS, named } from './attributes.ts'
import { quoted, refused } from './refusals.ts'

/** What becomes of a group's members; several steps follow one another. */
export type MemberStep = { how: 'add' | 'remove' | 'set'; ids: string[] }

const MOST_MEMBERS = 50_000

type Given = Record<string, unknown>
const partOf = (value: Given, name: string): unknown => Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1]

/** The ids in a list of members as it is sent: objects with `value`, or bare ids. Fails with `invalidValue` for a group among them. */
export function memberIds(value: unknown): string[] {
  if (value === null || value === undefined) return []
  const all = Array.isArray(value) ? value : [value]
  if (all.length > MOST_MEMBERS) throw refused('invalidValue', `members: at most ${MOST_MEMBERS} at once`)
  const ids = all.map((one) => {
    const id = typeof one === 'object' && one !== null ? partOf(one as Given, 'value') : one
    if (typeof id !== 'string' || id === '') throw refused('invalidValue', 'members: each needs the id of a user as its value')
    const type = typeof one === 'object' && one !== null ? partOf(one as Given, 'type') : undefined
    if (typeof type === 'string' && type.toLowerCase() !== 'user') throw refused('invalidValue', `members: groups have users as members, not ${quoted(type)}`)
    return id
  })
  return [...new Set(ids)]
}

/** The ids a filter of a path chooses: Entra ID and others name each member by `value eq`. */
export function chosenIds(filter: { op: string; attrPath?: string; compValue?: unknown; filters?: unknown[] }): string[] {
  if (filter.op === 'or') return (filter.filters ?? []).flatMap((one) => chosenIds(one as typeof filter))
  if (filter.op === 'eq' && filter.attrPath === named(GROUPS.attributes, 'members')?.subAttributes?.[0]?.name && typeof filter.compValue === 'string')
    return [filter.compValue]
  throw refused('invalidFilter', 'members are chosen by value eq "<id>", several with or between')
}

/** Fails with `invalidValue` when somebody who is to join does not exist. */
export async function requireUsers(ctx: Context, steps: MemberStep[]): Promise<void> {
  const ids = [...new Set(steps.flatMap(({ how, ids }) => (how === 'remove' ? [] : ids)))]
  if (ids.length === 0) return
  const [missing] = await ctx.db
    .select({ id: sql<string>`j.value` })
    .from(sql`json_each(${JSON.stringify(ids)}) j`)
    .where(sql`not exists (select 1 from ${users} where ${users.id} = j.value)`)
    .limit(1)
  if (missing) throw refused('invalidValue', `members: there is no user ${quoted(missing.id)}`)
}

/** The statements of some steps, each made only when `isMade`. Who is in a group already stays what he is in it. */
export function memberStatements(ctx: Context, groupId: string, by: string, steps: MemberStep[], isMade: SQL): BatchItem<'sqlite'>[] {
  const at = instantOf(ctx)
  const inGroup = sql`${grants.resource_type} = 'group' and ${grants.resource_id} = ${groupId} and ${grants.principal_type} = 'user'`
  const named = (ids: string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`
  const joined = (ids: string[]) =>
    ctx.db.run(sql`insert into ${grants} (id, resource_type, resource_id, principal_type, principal_id, level, created_by, created_at)
      select json_extract(j.value, '$[0]'), 'group', ${groupId}, 'user', u.id, 'view', ${by}, ${at}
      from json_each(${JSON.stringify(ids.map((id) => [ctx.newId('shr'), id]))}) j join users u on u.id = json_extract(j.value, '$[1]')
      where ${isMade} on conflict do nothing`)
  const left = (condition: SQL) => ctx.db.run(sql`delete from ${grants} where ${inGroup} and ${condition} and ${isMade}`)
  return steps.flatMap(({ how, ids }) => {
    if (how === 'remove') return [left(sql`${grants.principal_id} in ${named(ids)}`)]
    return how === 'add' ? [joined(ids)] : [left(sql`${grants.principal_id} not in ${named(ids)}`), joined(ids)]
  }) as unknown as BatchItem<'sqlite'>[]
}

import { type SQL, sql } from 'drizzle-orm'
import { directoryUsers } from '#db/schema/directories.ts'
import { grants, groups, users } from '#db/schema/identity.ts'
import { type Attribute, named, placeOf, USERS } from './attributes.ts'
import type { Reach, Term } from './filter.ts'

const profile = directoryUsers.profile
const json = (path: string): SQL => sql`json_extract(${profile}, ${sql.raw(`'$${path}'`)})`

/** What an account is called in the directory: its address, where no directory has said anything of it. */
export const userName = sql<string>`coalesce(${directoryUsers.user_name}, ${users.email})`
/** The addresses of an account: its own, where no directory has said any. */
export const emails = sql<string>`coalesce(${json('.emails')}, json_array(json_object('value', ${users.email}, 'type', 'work', 'primary', json('true'))))`

/** By the indexes; a name with a record's is no other account's address. */
const byUserName = (name: string): SQL =>
  sql`(${users.id} in (select user_id from directory_users where user_name = ${name} collate nocase)
    or (${users.email} = ${name.toLowerCase()} and ${directoryUsers.user_id} is null))`
const byExternalId = (id: string): SQL => sql`${users.id} in (select user_id from directory_users where external_id = ${id})`

const COLUMNS: Record<string, Pick<Term, 'value' | 'equals'>> = {
  id: { value: sql`${users.id}` },
  externalId: { value: sql`${directoryUsers.external_id}`, equals: byExternalId },
  userName: { value: userName, equals: byUserName },
  displayName: { value: sql`coalesce(${json('.displayName')}, ${users.name})` },
  active: { value: sql`(${users.status} <> 'disabled')` },
  'meta.created': { value: sql`${users.created_at}` },
  'meta.lastModified': { value: sql`${users.updated_at}` },
  'meta.resourceType': { value: sql`'User'` },
}

const inGroups: Reach = {
  of: (sub) => ({ value: sub.toLowerCase() === 'display' ? sql`g.name` : sql`m.resource_id`, type: 'string', caseExact: sub.toLowerCase() !== 'display' }),
  any: (condition) =>
    sql`exists (select 1 from ${grants} m join ${groups} g on g.id = m.resource_id
      where m.resource_type = 'group' and m.principal_type = 'user' and m.principal_id = ${users.id} and ${condition})`,
}

/** Where the attributes of users stand. The names in the paths of JSON are the schema's own, never the caller's. */
export function userReach(path: string): Reach | null {
  const place = placeOf(USERS, path)
  if (!place) return null
  const { extension, attribute, sub } = place
  if (attribute.name === 'groups') return sub ? null : inGroups
  if (attribute.multiValued) return sub ? null : inProfile(attribute)
  const name = sub ? `${attribute.name}.${sub.name}` : attribute.name
  const { type, caseExact } = sub ?? attribute
  const column = extension === null ? COLUMNS[name] : undefined
  if (!column && (attribute.name === 'meta' || attribute.name === 'id')) return null
  return { one: { ...(column ?? { value: json(extension === null ? `.${name}` : `."${extension}".${name}`) }), type, caseExact } }
}

/** The values of one attribute of a profile. */
function inProfile(attribute: Attribute): Reach {
  const values = attribute.name === 'emails' ? emails : json(`.${attribute.name}`)
  return {
    of(sub) {
      const part = named(attribute.subAttributes ?? [], sub)
      // No part of that name: nothing has a value there.
      return part
        ? { value: sql`json_extract(v.value, ${sql.raw(`'$.${part.name.replace('$', '\\$')}'`)})`, type: part.type, caseExact: part.caseExact }
        : { value: sql`null`, type: 'string', caseExact: true }
    },
    any: (condition) => sql`exists (select 1 from json_each(${values}) v where ${condition})`,
  }
}

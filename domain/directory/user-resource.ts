import { z } from 'zod'
import type { users } from '#db/schema/identity.ts'
import { ENTERPRISE, USER } from './attributes.ts'
import { quoted, refused } from './refusals.ts'
import type { Attributes, Json } from './values.ts'

const several = (value: string, type = 'work') =>
  z
    .array(z.object({ value: z.string().optional(), display: z.string().optional(), type: z.string().optional(), primary: z.boolean().optional() }))
    .meta({ example: [{ value, type, primary: true }] })

const schemas = z.array(z.string()).meta({ example: [USER] })

/** A user as a directory sees one. */
export const ScimUser = z
  .object({
    externalId: z.string(),
    userName: z.string().meta({ example: 'ann@example.com' }),
    name: z.object({
      formatted: z.string().optional(),
      familyName: z.string().optional(),
      givenName: z.string().optional(),
      middleName: z.string().optional(),
      honorificPrefix: z.string().optional(),
      honorificSuffix: z.string().optional(),
    }),
    displayName: z.string(),
    nickName: z.string(),
    profileUrl: z.string(),
    title: z.string(),
    userType: z.string(),
    preferredLanguage: z.string(),
    locale: z.string(),
    timezone: z.string(),
    active: z.boolean(),
    emails: several('ann@example.com'),
    phoneNumbers: several('+49 30 1234'),
    ims: several('ann', 'xmpp'),
    photos: several('https://example.com/ann.png', 'photo'),
    addresses: z.array(z.record(z.string(), z.union([z.string(), z.boolean()]))).meta({ example: [{ type: 'work', locality: 'Berlin' }] }),
    entitlements: several('editor', 'plan'),
    roles: several('editor', 'app'),
    groups: z
      .array(z.object({ value: z.string(), $ref: z.string(), display: z.string(), type: z.string() }).partial())
      .meta({ example: [{ value: 'grp_01kap5x1m3z7v8q2r4t6w9y0bc', display: 'Sales', type: 'direct' }] }),
    [ENTERPRISE]: z.object({
      employeeNumber: z.string().optional(),
      costCenter: z.string().optional(),
      organization: z.string().optional(),
      division: z.string().optional(),
      department: z.string().optional(),
      manager: z.object({ value: z.string(), $ref: z.string(), displayName: z.string() }).partial().optional(),
    }),
    meta: z
      .object({ resourceType: z.string(), created: z.string(), lastModified: z.string(), location: z.string(), version: z.string() })
      .partial()
      .meta({ example: { resourceType: 'User', version: 'W/"3"' } }),
  })
  .partial()
  .extend({ schemas, id: z.string() })
  .meta({ id: 'ScimUser', description: 'A User of RFC 7643 §4.1 and §4.3' })

/** A user as it is sent, in whatever case; what no schema knows is passed over. */
export const ScimUserInput = z.looseObject({ schemas: z.array(z.string()).optional() }).meta({
  id: 'ScimUserInput',
  description: 'A User of RFC 7643 §4.1 and §4.3; `userName` is needed',
  example: {
    schemas: [USER],
    userName: 'ann@example.com',
    externalId: '00u1a2b3',
    name: { givenName: 'Ann', familyName: 'Smith' },
    emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
    active: true,
  },
})

type Account = Pick<typeof users.$inferSelect, 'email' | 'name' | 'status' | 'attributes'>

/** Row filters use these facts under these names. */
const FACTS: readonly (readonly [attribute: string, source: readonly [string, ...string[]]])[] = [
  ['title', ['title']],
  ['user_type', ['userType']],
  ...(['department', 'division', 'organization'] as const).map((name) => [name, [ENTERPRISE, name]] as const),
  ['cost_center', [ENTERPRISE, 'costCenter']],
  ['employee_number', [ENTERPRISE, 'employeeNumber']],
]
const LONGEST_FACT = 500
const LONGEST_NAME = 120

const Email = z.email().max(254)
const addressIn = (text: Json | undefined): string | null => {
  const parsed = Email.safeParse(typeof text === 'string' ? text.trim() : null)
  return parsed.success ? parsed.data.toLowerCase() : null
}

const textIn = (holder: Json | undefined, ...path: string[]): string | null => {
  const found = path.reduce<Json | undefined>((at, name) => (typeof at === 'object' && at !== null && !Array.isArray(at) ? at[name] : undefined), holder)
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null
}

/** The account's address: the primary e-mail address, else the first for work, else the first, else the user name. Fails with `invalidValue` where none is one. */
function emailOf(resource: Attributes): string {
  const all = (resource.emails ?? []) as Attributes[]
  const chosen = all.find(({ primary }) => primary === true) ?? all.find(({ type }) => textIn(type)?.toLowerCase() === 'work') ?? all[0]
  const email = chosen ? addressIn(chosen.value) : addressIn(resource.userName)
  if (email === null)
    throw refused('invalidValue', `${chosen ? 'emails' : 'userName'}: an e-mail address is needed, not ${quoted(chosen?.value ?? resource.userName)}`)
  return email
}

function nameOf(resource: Attributes, email: string): string {
  const parts = [textIn(resource, 'name', 'givenName'), textIn(resource, 'name', 'familyName')].filter((part) => part !== null).join(' ')
  const name = textIn(resource, 'displayName') ?? textIn(resource, 'name', 'formatted') ?? (parts || textIn(resource, 'userName') || email)
  return name.slice(0, LONGEST_NAME)
}

/** The name a directory has for somebody. Fails with `invalidValue`. */
export function userNameOf(resource: Attributes): string {
  const name = textIn(resource, 'userName')
  if (name === null) throw refused('invalidValue', 'userName: a text is needed')
  return name
}

/** What follows for the account from what a directory says. `before`: what it said before, and the facts row filters use, of which it sets and removes its own alone. */
export function accountOf(resource: Attributes, before: { resource: Attributes; attributes: Account['attributes'] }): Omit<Account, 'status'> {
  const email = emailOf(resource)
  const attributes = { ...before.attributes }
  for (const [fact, path] of FACTS) {
    const value = textIn(resource, ...path)
    if (value !== null) attributes[fact] = value.slice(0, LONGEST_FACT)
    else if (textIn(before.resource, ...path) !== null) delete attributes[fact]
  }
  return { email, name: nameOf(resource, email), attributes }
}

/** What is kept as the profile: all that has no column of its own. */
export function profileOf({ externalId: _, userName: __, active: ___, ...profile }: Attributes): Attributes {
  return profile
}

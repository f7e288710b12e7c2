/** An attribute as a schema of SCIM describes it (RFC 7643 §7). */
export type Attribute = {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readWrite' | 'readOnly' | 'immutable'
  returned: 'always' | 'default'
  uniqueness: 'none' | 'server'
  referenceTypes?: string[]
  subAttributes?: Attribute[]
}

export type SchemaId = string
/** The attributes of one kind of resource: those of its own schema, those of extensions, and those every resource has. */
export type Kind = { name: 'User' | 'Group'; schema: SchemaId; attributes: readonly Attribute[]; extensions: Readonly<Record<SchemaId, readonly Attribute[]>> }

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

function attribute(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: more.subAttributes ? 'complex' : 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  }
}

const texts = (...pairs: (readonly [string, string])[]) => pairs.map(([name, description]) => attribute(name, description))

/** What each value of a multi-valued attribute has beside `value` (RFC 7643 §2.4). */
const beside = (kinds: string) => [
  attribute('display', 'How it is shown'),
  attribute('type', kinds),
  attribute('primary', 'The preferred one; of several values one may be', { type: 'boolean' }),
]
const several = (name: string, description: string, kinds: string) =>
  attribute(name, description, { multiValued: true, subAttributes: [attribute('value', 'The value itself'), ...beside(kinds)] })

/** What every resource has (RFC 7643 §3.1). */
export const COMMON: readonly Attribute[] = [
  attribute('id', 'The id given here', { caseExact: true, mutability: 'readOnly', returned: 'always', uniqueness: 'server' }),
  attribute('externalId', 'The id the directory has for it', { caseExact: true }),
  attribute('meta', 'When it was made and changed, where it is, and its version', {
    mutability: 'readOnly',
    subAttributes: [
      attribute('resourceType', 'User or Group', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'When it was made', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When it was changed', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'Its address', { type: 'reference', caseExact: true, mutability: 'readOnly', referenceTypes: ['uri'] }),
      attribute('version', 'Its ETag', { caseExact: true, mutability: 'readOnly' }),
    ],
  }),
]

const USER_ATTRIBUTES: readonly Attribute[] = [
  attribute('userName', 'Its name in the directory, unique whatever the case', { required: true, uniqueness: 'server' }),
  attribute('name', 'The parts of the name', {
    subAttributes: texts(
      ['formatted', 'The whole name'],
      ['familyName', 'Family name'],
      ['givenName', 'Given name'],
      ['middleName', 'Middle names'],
      ['honorificPrefix', 'Such as Dr.'],
      ['honorificSuffix', 'Such as III'],
    ),
  }),
  ...texts(
    ['displayName', 'The name others see'],
    ['nickName', 'A casual name'],
    ['title', 'Such as Vice President; the attribute `title` of row filters'],
    ['userType', 'Such as Contractor; the attribute `user_type` of row filters'],
    ['preferredLanguage', 'As Accept-Language has it'],
    ['locale', 'Such as en-US'],
    ['timezone', 'Such as Europe/Berlin'],
  ),
  attribute('profileUrl', 'A page about the person', { type: 'reference', caseExact: true, referenceTypes: ['external'] }),
  attribute('active', 'False ends the sign-ins, API keys and connected apps of the person, and keeps it out', { type: 'boolean' }),
  several('emails', 'E-mail addresses; the primary one is that of the account', 'work, home or other'),
  several('phoneNumbers', 'Telephone numbers', 'work, home, mobile, fax, pager or other'),
  several('ims', 'Addresses for instant messages', 'Such as xmpp'),
  several('photos', 'Pictures of the person', 'photo or thumbnail'),
  attribute('addresses', 'Postal addresses', {
    multiValued: true,
    subAttributes: [
      ...texts(
        ['formatted', 'The whole address'],
        ['streetAddress', 'Street and number'],
        ['locality', 'City'],
        ['region', 'State or region'],
        ['postalCode', 'Postal code'],
        ['country', 'Country'],
        ['type', 'work, home or other'],
      ),
      attribute('primary', 'The preferred one', { type: 'boolean' }),
    ],
  }),
  several('entitlements', 'What the person may have elsewhere; kept, and nothing follows from it here', 'Any'),
  several('roles', 'Roles elsewhere; kept, and nothing follows from them here', 'Any'),
  attribute('groups', 'The groups the person is in; changed by the groups', {
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'The id of the group', { caseExact: true, mutability: 'readOnly' }),
      attribute('$ref', 'Its address', { type: 'reference', caseExact: true, mutability: 'readOnly', referenceTypes: ['Group'] }),
      attribute('display', 'Its name', { mutability: 'readOnly' }),
      attribute('type', 'direct: groups have no groups', { mutability: 'readOnly' }),
    ],
  }),
]

const ENTERPRISE_ATTRIBUTES: readonly Attribute[] = [
  ...texts(
    ['employeeNumber', 'The attribute `employee_number` of row filters'],
    ['costCenter', 'The attribute `cost_center` of row filters'],
    ['organization', 'The attribute `organization` of row filters'],
    ['division', 'The attribute `division` of row filters'],
    ['department', 'The attribute `department` of row filters'],
  ),
  attribute('manager', 'The manager of the person', {
    subAttributes: [
      attribute('value', 'The id of the manager', { caseExact: true }),
      attribute('$ref', 'Its address', { type: 'reference', caseExact: true, referenceTypes: ['User'] }),
      attribute('displayName', 'Its name', { mutability: 'readOnly' }),
    ],
  }),
]

const GROUP_ATTRIBUTES: readonly Attribute[] = [
  attribute('displayName', 'Its name, unique whatever the case', { required: true, uniqueness: 'server' }),
  attribute('members', 'Who is in it', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'The id of the user', { caseExact: true, mutability: 'immutable' }),
      attribute('$ref', 'Its address', { type: 'reference', caseExact: true, mutability: 'immutable', referenceTypes: ['User'] }),
      attribute('display', 'Its name', { mutability: 'readOnly' }),
      attribute('type', 'User: groups have no groups', { mutability: 'immutable' }),
    ],
  }),
]

export const USERS: Kind = { name: 'User', schema: USER, attributes: USER_ATTRIBUTES, extensions: { [ENTERPRISE]: ENTERPRISE_ATTRIBUTES } }
export const GROUPS: Kind = { name: 'Group', schema: GROUP, attributes: GROUP_ATTRIBUTES, extensions: {} }

/** An attribute by its name, in whatever case (RFC 7643 §2.1). */
export const named = (attributes: readonly Attribute[], name: string): Attribute | undefined => {
  const wanted = name.toLowerCase()
  return attributes.find((one) => one.name.toLowerCase() === wanted)
}

/** Where an attribute stands in a resource: below its extension, or at the top. */
export type Place = { extension: SchemaId | null; attribute: Attribute; sub: Attribute | null }

/**
 * The place a path such as `name.givenName` or `urn:…:User:department` leads to, written in any case; null where there is none. A path that is an extension's
 * own name leads to no attribute.
 */
export function placeOf(kind: Kind, path: string): Place | null {
  const lower = path.toLowerCase()
  const schema = [kind.schema, ...Object.keys(kind.extensions)].find((id) => lower.startsWith(`${id.toLowerCase()}:`))
  if (schema === undefined && lower.startsWith('urn:')) return null
  const [name = '', ...rest] = (schema === undefined ? path : path.slice(schema.length + 1)).split('.')
  const isExtension = schema !== undefined && schema !== kind.schema
  const found = named(isExtension ? (kind.extensions[schema] ?? []) : [...COMMON, ...kind.attributes], name)
  if (!found || rest.length > 1) return null
  const [subName] = rest
  const sub = subName === undefined ? null : named(found.subAttributes ?? [], subName)
  return sub === undefined ? null : { extension: isExtension ? schema : null, attribute: found, sub }
}

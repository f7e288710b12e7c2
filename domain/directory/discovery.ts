import { z } from 'zod'
import { notFound } from '../allow.ts'
import type { Context } from '../context.ts'
import { type Attribute, ENTERPRISE, GROUP, GROUPS, type Kind, USER, USERS } from './attributes.ts'
import { requireDirectory, scimBase } from './directories.ts'
import { listResponse, MOST_RESULTS } from './listing.ts'

const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'
const GUIDE = 'https://www.rfc-editor.org/rfc/rfc7644'

/** A document about the service itself (RFC 7643 §5 to §7). */
export const ScimDocument = z
  .looseObject({ schemas: z.array(z.string()) })
  .meta({ id: 'ScimDocument', description: 'As RFC 7643 §5, §6 and §7 say', example: { schemas: [CONFIG], patch: { supported: true } } })

type Document = z.infer<typeof ScimDocument>
const about = (ctx: Context, resourceType: string, path: string) => ({ meta: { resourceType, location: `${scimBase(ctx)}${path}` } })

/** What this service can do (RFC 7643 §5). */
export function serviceProviderConfig(ctx: Context): Document {
  requireDirectory(ctx)
  return {
    schemas: [CONFIG],
    documentationUri: GUIDE,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_RESULTS },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token of a directory: Authorization: Bearer qd_…',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    ...about(ctx, 'ServiceProviderConfig', '/ServiceProviderConfig'),
  }
}

const resourceTypes = (ctx: Context): (Document & { id: string })[] => [
  {
    schemas: [RESOURCE_TYPE],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'People with an account',
    schema: USER,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
    ...about(ctx, 'ResourceType', '/ResourceTypes/User'),
  },
  {
    schemas: [RESOURCE_TYPE],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'Groups that things are shared with',
    schema: GROUP,
    schemaExtensions: [],
    ...about(ctx, 'ResourceType', '/ResourceTypes/Group'),
  },
]

/** An attribute without the facts that do not apply to its type (RFC 7643 §7). */
function told({ caseExact, uniqueness, subAttributes, ...attribute }: Attribute): object {
  const isText = attribute.type === 'string' || attribute.type === 'reference'
  return { ...attribute, ...(isText ? { caseExact, uniqueness } : {}), ...(subAttributes ? { subAttributes: subAttributes.map(told) } : {}) }
}

function schemas(ctx: Context): (Document & { id: string })[] {
  const one = (id: string, name: string, description: string, attributes: readonly Attribute[]) => ({
    schemas: [SCHEMA],
    id,
    name,
    description,
    attributes: attributes.map(told),
    ...about(ctx, 'Schema', `/Schemas/${id}`),
  })
  const own = ({ schema, name, attributes }: Kind, description: string) => one(schema, name, description, attributes)
  return [
    own(USERS, 'A person with an account'),
    one(ENTERPRISE, 'EnterpriseUser', 'What an enterprise says of a person', USERS.extensions[ENTERPRISE] ?? []),
    own(GROUPS, 'A group of people'),
  ]
}

export const listResourceTypes = (ctx: Context) => listed(ctx, resourceTypes(ctx))
export const listSchemas = (ctx: Context) => listed(ctx, schemas(ctx))
/** Fails with `not_found`. */
export const getResourceType = (ctx: Context, id: string): Document => found(ctx, resourceTypes(ctx), id, 'resource type')
/** Fails with `not_found`. */
export const getSchema = (ctx: Context, id: string): Document => found(ctx, schemas(ctx), id, 'schema')

function listed(ctx: Context, all: Document[]) {
  requireDirectory(ctx)
  return listResponse(all, all.length, 1)
}

function found(ctx: Context, all: (Document & { id: string })[], id: string, what: string): Document {
  requireDirectory(ctx)
  const one = all.find((document) => document.id.toLowerCase() === id.toLowerCase())
  if (!one) throw notFound(what)
  return one
}

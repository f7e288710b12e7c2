import { z } from 'zod'
import { getResourceType, getSchema, listResourceTypes, listSchemas, ScimDocument, serviceProviderConfig } from '#domain/directory/discovery.ts'
import { createRouter, route } from '#http/router.ts'
import { scimReply } from '#http/scim.ts'
import { listOf } from './lists.ts'
import { answered, scim } from './routes.ts'

const params = (name: string, example: string) =>
  z.object({
    [name]: z
      .string()
      .max(200)
      .meta({ param: { name, in: 'path' }, description: 'Its id', example }),
  } as { id: z.ZodString })

export const scimDiscovery = createRouter()
  .openapi(
    route({
      ...scim('/ServiceProviderConfig'),
      method: 'get',
      operationId: 'getScimConfig',
      summary: 'What this service can do',
      responses: { 200: scimReply(ScimDocument, 'As RFC 7643 §5 says') },
    }),
    (c) => answered(c, serviceProviderConfig(c.var.ctx)),
  )
  .openapi(
    route({
      ...scim('/ResourceTypes'),
      method: 'get',
      operationId: 'listScimResourceTypes',
      summary: 'The kinds of resources',
      responses: { 200: scimReply(listOf(ScimDocument, 'ScimDocumentList'), 'As RFC 7643 §6 says') },
    }),
    (c) => answered(c, listResourceTypes(c.var.ctx)),
  )
  .openapi(
    route({
      ...scim('/ResourceTypes/{id}'),
      method: 'get',
      operationId: 'getScimResourceType',
      summary: 'One kind of resources',
      request: { params: params('id', 'User') },
      responses: { 200: scimReply(ScimDocument, 'As RFC 7643 §6 says') },
    }),
    (c) => answered(c, getResourceType(c.var.ctx, c.req.valid('param').id)),
  )
  .openapi(
    route({
      ...scim('/Schemas'),
      method: 'get',
      operationId: 'listScimSchemas',
      summary: 'The attributes of resources',
      responses: { 200: scimReply(listOf(ScimDocument, 'ScimDocumentList'), 'As RFC 7643 §7 says') },
    }),
    (c) => answered(c, listSchemas(c.var.ctx)),
  )
  .openapi(
    route({
      ...scim('/Schemas/{id}'),
      method: 'get',
      operationId: 'getScimSchema',
      summary: 'The attributes of one schema',
      request: { params: params('id', 'urn:ietf:params:scim:schemas:core:2.0:User') },
      responses: { 200: scimReply(ScimDocument, 'As RFC 7643 §7 says') },
    }),
    (c) => answered(c, getSchema(c.var.ctx, c.req.valid('param').id)),
  )

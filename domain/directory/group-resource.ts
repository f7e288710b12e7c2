import { z } from 'zod'
import { GROUP } from './attributes.ts'

const members = z
  .array(z.object({ value: z.string(), $ref: z.string(), display: z.string(), type: z.string() }).partial())
  .meta({ example: [{ value: 'usr_01kap5x1m3z7v8q2r4t6w9y0bc', display: 'Ann Smith', type: 'User' }] })

const schemas = z.array(z.string()).meta({ example: [GROUP] })

/** A group as a directory sees one. */
export const ScimGroup = z
  .object({
    externalId: z.string(),
    displayName: z.string().meta({ example: 'Sales' }),
    members,
    meta: z
      .object({ resourceType: z.string(), created: z.string(), lastModified: z.string(), location: z.string(), version: z.string() })
      .partial()
      .meta({ example: { resourceType: 'Group', version: 'W/"3"' } }),
  })
  .partial()
  .extend({ schemas, id: z.string() })
  .meta({ id: 'ScimGroup', description: 'A Group of RFC 7643 §4.2' })

/** A group as it is sent, in whatever case; what no schema knows is passed over. */
export const ScimGroupInput = z.looseObject({ schemas: z.array(z.string()).optional() }).meta({
  id: 'ScimGroupInput',
  description: 'A Group of RFC 7643 §4.2; `displayName` is needed',
  example: { schemas: [GROUP], displayName: 'Sales', externalId: '00g1a2b3', members: [] },
})

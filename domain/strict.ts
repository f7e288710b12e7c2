import { z } from 'zod'

/** A strict input: an unknown member is refused by name, and the known ones are listed. */
export const strict = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const unknown = (issue.keys ?? []).map((key) => JSON.stringify(key)).join(', ')
      return `unknown field ${unknown}; known fields: ${Object.keys(shape).join(', ')}`
    },
  })

/** An instant on the wire: RFC 3339, UTC, milliseconds. */
export const Instant = z.iso.datetime({ precision: 3 })

/** The members every stored resource has. */
export const stored = { id: z.string(), revision: z.int().meta({ description: 'Grows with each change; the ETag' }), created_at: Instant, updated_at: Instant }

/** The address of a vendor's API. Its credential is a member of its own, which is sealed. */
export const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((text) => !URL.canParse(text) || !(new URL(text).username || new URL(text).password), 'an address without user and password: send api_key')

import { z } from 'zod'

/** A page of results (RFC 7644 §3.4.2). */
export const listOf = (item: z.ZodType, id: string) =>
  z
    .object({ schemas: z.array(z.string()), totalResults: z.int(), itemsPerPage: z.int(), startIndex: z.int(), Resources: z.array(item) })
    .meta({ id, description: 'A ListResponse of RFC 7644 §3.4.2' })

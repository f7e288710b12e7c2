import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kind } from './attributes.ts'
import { conditionOf, type Resolve, readFilter } from './filter.ts'
import { quoted, refused } from './refusals.ts'

export const MOST_RESULTS = 500
export const USUAL_RESULTS = 100
const LARGEST = 2_000_000_000

const projection = {
  attributes: z.string().max(4_000).optional().meta({ description: 'Names of attributes with commas between: only these', example: 'userName,emails' }),
  excludedAttributes: z.string().max(4_000).optional().meta({ description: 'Names of attributes with commas between: all but these', example: 'members' }),
}
export const ScimReadQuery = z.object(projection)
export const ScimListQuery = z.object({
  filter: z.string().optional().meta({ description: 'As RFC 7644 §3.4.2.2 says', example: 'userName eq "ann@example.com"' }),
  startIndex: z.coerce.number().int().min(-LARGEST).max(LARGEST).default(1).meta({ description: 'The first result, counted from 1; less counts as 1' }),
  count: z.coerce
    .number()
    .int()
    .min(-LARGEST)
    .max(LARGEST)
    .default(USUAL_RESULTS)
    .meta({ description: `Results on a page; more than ${MOST_RESULTS} counts as that, less than 0 as none` }),
  sortBy: z.string().max(200).optional().meta({ description: 'The attribute to sort by; the order of making when absent', example: 'userName' }),
  sortOrder: z.string().max(20).default('ascending').meta({ description: 'ascending or descending' }),
  ...projection,
})
export type ScimListQuery = z.output<typeof ScimListQuery>

/** A page of a list, in the terms of SQL. */
export type Sought = { where: SQL | undefined; order: SQL[]; limit: number; offset: number }

/** Fails with `invalidFilter`, and `invalidValue` for an order there is none of. */
export function soughtBy(kind: Kind, resolve: Resolve, id: SQL, { filter, startIndex, count, sortBy, sortOrder }: ScimListQuery): Sought {
  const direction = { ascending: sql`asc`, descending: sql`desc` }[sortOrder.toLowerCase()]
  if (!direction) throw refused('invalidValue', `sortOrder: ascending or descending, not ${quoted(sortOrder)}`)
  return {
    where: filter === undefined ? undefined : conditionOf(readFilter(filter), resolve),
    order: [...(sortBy === undefined ? [] : [sql`${sortTerm(kind, resolve, sortBy)} ${direction}`]), sql`${id} asc`],
    limit: Math.min(Math.max(count, 0), MOST_RESULTS),
    offset: Math.max(startIndex, 1) - 1,
  }
}

function sortTerm(kind: Kind, resolve: Resolve, path: string): SQL {
  const reach = resolve(path)
  if (!reach || !('one' in reach) || reach.one.type === 'complex') throw refused('invalidValue', `sortBy: ${kind.name}s are not sorted by ${quoted(path)}`)
  const { value, caseExact } = reach.one
  return caseExact ? sql`${value}` : sql`lower(${value})`
}

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** A list as it is answered (RFC 7644 §3.4.2). */
export const listResponse = <Item>(resources: Item[], total: number, startIndex: number) => ({
  schemas: [LIST],
  totalResults: total,
  itemsPerPage: resources.length,
  startIndex: Math.max(startIndex, 1),
  Resources: resources,
})

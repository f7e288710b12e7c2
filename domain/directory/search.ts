import { z } from 'zod'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { requireDirectory } from './directories.ts'
import { listScimGroups } from './groups.ts'
import { listResponse, MOST_RESULTS, type ScimListQuery, USUAL_RESULTS } from './listing.ts'
import { listScimUsers } from './users.ts'

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const names = z.array(z.string().max(200)).max(100).optional()

/** What a list is asked for, as a body (RFC 7644 §3.4.3). */
export const ScimSearch = z
  .looseObject({
    schemas: z.array(z.string()),
    filter: z.string().optional(),
    startIndex: z.int().optional(),
    count: z.int().optional(),
    sortBy: z.string().max(200).optional(),
    sortOrder: z.string().max(20).optional(),
    attributes: names,
    excludedAttributes: names,
  })
  .meta({ id: 'ScimSearch', description: 'As RFC 7644 §3.4.3 says', example: { schemas: [SEARCH], filter: 'userName sw "a"', count: 10 } })
type ScimSearch = z.infer<typeof ScimSearch>

/** A search as the query of a list. */
export const queryOf = ({
  filter,
  startIndex = 1,
  count = USUAL_RESULTS,
  sortBy,
  sortOrder = 'ascending',
  attributes,
  excludedAttributes,
}: ScimSearch): ScimListQuery => ({
  filter,
  startIndex,
  count,
  sortBy,
  sortOrder,
  attributes: attributes?.join(','),
  excludedAttributes: excludedAttributes?.join(','),
})

type Found = { totalResults: number; Resources: unknown[] }

/** Users that are sought, and after them groups. What one kind has no attribute for, none of that kind meets. Fails with `invalidFilter` where neither has. */
export async function searchScim(ctx: Context, search: ScimSearch) {
  requireDirectory(ctx)
  const query = queryOf(search)
  const start = Math.max(query.startIndex, 1)
  const wanted = Math.min(Math.max(query.count, 0), MOST_RESULTS)
  const refusals: unknown[] = []
  const found = async (list: (ctx: Context, query: ScimListQuery) => Promise<Found>, startIndex: number, count: number): Promise<Found> => {
    try {
      return await list(ctx, { ...query, startIndex, count })
    } catch (error) {
      if (!(error instanceof Failure) || error.details.scim === undefined) throw error
      refusals.push(error)
      return { totalResults: 0, Resources: [] }
    }
  }
  const users = await found(listScimUsers, start, wanted)
  const groups = await found(listScimGroups, Math.max(start - users.totalResults, 1), wanted - users.Resources.length)
  if (refusals.length > 1) throw refusals[0]
  return listResponse([...users.Resources, ...groups.Resources], users.totalResults + groups.totalResults, start)
}

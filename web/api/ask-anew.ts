import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Has what changed elsewhere asked again, as a function of the queries that tell of it. A reading under way may tell of what was before the change, so it
 * is asked again once it has ended: TanStack Query alone takes a first reading for an answer to an invalidation that came after its question. It is not
 * cut off either, since a run of changes would keep it from ever ending.
 */
export function asksAnew(client: QueryClient): (filters?: QueryFilters) => void {
  const overtaken = new Set<Query>()
  const cache = client.getQueryCache()
  const again = (filters: QueryFilters) => void client.invalidateQueries(filters, { cancelRefetch: false })
  cache.subscribe(({ type, query }) => {
    if (type === 'removed') overtaken.delete(query)
    if (type !== 'updated' || query.state.fetchStatus !== 'idle' || !overtaken.delete(query)) return
    again({ queryKey: query.queryKey, exact: true })
  })
  return (filters = {}) => {
    for (const query of cache.findAll({ ...filters, fetchStatus: 'fetching' })) overtaken.add(query)
    again(filters)
  }
}

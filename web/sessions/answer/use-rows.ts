import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import type { QueryAttachment } from '../shapes.ts'

/** Rows a card reads and draws at most. */
export const MOST_ROWS = 10_000

export type Rows = { rows: unknown[][]; isWhole: boolean; isLoading: boolean }

/** The rows of a query: those the answer carries, and where there are more, all of them, read anew with the reader's rights. */
export function useRows(query: QueryAttachment, isWanted: boolean): Rows {
  const isShort = !query.withheld && (query.row_count > query.rows.length || (query.truncated && query.rows.length < MOST_ROWS))
  const { data, isLoading } = useQuery({
    queryKey: ['rows', query.id, query.sql],
    queryFn: ({ signal }) =>
      call('POST /semantic/datasources/{datasource_id}/query', {
        path: { datasource_id: query.datasource_id },
        body: { ...(query.semantic_query ? { semantic_query: query.semantic_query } : { sql: query.sql }), row_limit: MOST_ROWS },
        signal,
      }),
    enabled: isWanted && isShort,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const rows = data && data.columns.length === query.columns.length ? data.rows : query.rows
  return { rows, isWhole: !isShort || data !== undefined, isLoading }
}

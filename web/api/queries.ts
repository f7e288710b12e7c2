import { QueryClient, queryOptions } from '@tanstack/react-query'
import { asksAnew } from './ask-anew.ts'
import { call } from './client.ts'
import { asFailure } from './failure.ts'
import type { InputOf, Line, ReplyOf } from './operations.ts'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (times, error) => times < 2 && [0, 429, 502, 503, 504].includes(asFailure(error).status),
      refetchOnWindowFocus: true,
    },
  },
})

/** Has what changed elsewhere asked again. */
export const askAnew = asksAnew(queries)

/**
 * A query of an operation. `kind` is the kind of object it tells of, as the change feed names it (`session`, `datasource`): a change of one makes the
 * query be asked again.
 */
function queryOfAny(kind: string, line: string, input: object) {
  return queryOptions({ queryKey: [kind, line, input], queryFn: ({ signal }) => (call as unknown as AnyCall)(line, { ...input, signal }) })
}
type AnyCall = (line: string, input: object) => Promise<unknown>

export const queryOf = queryOfAny as unknown as <L extends Line>(kind: string, line: L, input: InputOf<L>) => QueryOf<ReplyOf<L>>
type QueryOf<Reply> = { queryKey: readonly unknown[]; queryFn: (asked: { signal: AbortSignal }) => Promise<Reply> }

import { QueryClient, queryOptions } from '@tanstack/react-query'
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

/**
 * A query of an operation. `kind` is the kind of object it tells of, as the change feed names it (`session`, `datasource`): a change of one makes the
 * query be asked again.
 */
export function queryOf<L extends Line>(kind: string, line: L, input: InputOf<L>) {
  const ask = ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<L>> => call(line, withSignal(input, signal))
  return queryOptions({ queryKey: keyOf(kind, line, input), queryFn: ask })
}

function withSignal<T>(input: T, signal: AbortSignal): T {
  return Object.assign({}, input, { signal })
}

// What is generic stays generic: spelled out, the inputs of all operations are too much for the compiler.
const keyOf = <T>(kind: string, line: string, input: T): readonly unknown[] => [kind, line, input]

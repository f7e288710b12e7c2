import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#web/api/client.ts'
import type { Message } from './shapes.ts'

const EACH = 100

/** The messages of a session, the latest first to be read and the oldest first to be shown. */
export function useMessages(sessionId: string) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, isPending } = useInfiniteQuery({
    queryKey: ['message', 'paginated', sessionId],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('GET /llm/sessions/{session_id}/messages/paginated', {
        path: { session_id: sessionId },
        query: { order: 'desc', page_size: EACH, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  const messages = useMemo((): Message[] => (data?.pages.flatMap(({ items }) => items) ?? []).toReversed(), [data])
  return { messages, error, isPending, hasEarlier: hasNextPage, isReadingEarlier: isFetchingNextPage, readEarlier: fetchNextPage }
}

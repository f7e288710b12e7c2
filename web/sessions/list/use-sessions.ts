import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import type { Session } from '#web/api/llm.gen.ts'
import type { SessionSearch } from '../routes.ts'

const EACH = 100
const MOST_FOUND = 50

export type Listed = Session & { snippet?: string | null }

/** The sessions of a list, page after page as it is scrolled; words are looked for in titles and messages. */
export function useSessions({ q, show, model, source }: SessionSearch) {
  const found = useInfiniteQuery({
    queryKey: ['session', 'listed', q, show, model, source],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => (q ? search(q, signal) : page({ show, model, source }, pageParam, signal)),
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  })
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  return {
    sessions: data?.pages.flatMap(({ items }) => items) ?? [],
    total: data?.pages[0]?.total ?? 0,
    error,
    isPending,
    readMore: () => hasNextPage && !isFetchingNextPage && void fetchNextPage(),
  }
}

type Found = { items: Listed[]; total: number; next: string | null }

async function search(q: string, signal: AbortSignal): Promise<Found> {
  const items = await call('GET /llm/sessions/search', { query: { q, page_size: MOST_FOUND }, signal })
  return { items, total: items.length, next: null }
}

async function page({ show, model, source }: SessionSearch, cursor: string | null, signal: AbortSignal): Promise<Found> {
  const { items, total, next_cursor } = await call('GET /llm/sessions/paginated', {
    query: {
      page_size: EACH,
      sort: 'updated_at',
      order: 'desc',
      ...(show === 'shared' ? { shared: true } : show === 'pinned' ? { pinned: true } : { archived: show === 'archived' }),
      ...(model ? { model } : {}),
      ...(source ? { datasource_id: source } : {}),
      ...(cursor ? { cursor } : {}),
    },
    signal,
  })
  return { items, total, next: next_cursor }
}

import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ListSearch } from './search.ts'

/** Changes some of the address of a list and goes back to its first page. */
export function useSearchChange(): (change: Partial<ListSearch>) => void {
  const navigate = useNavigate()
  return useCallback(
    (change) => void navigate({ to: '.', search: ((before: ListSearch) => ({ ...before, page: undefined, ...change })) as never, replace: true }),
    [navigate],
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ChartPreview } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { type ApiFailure, asFailure } from '#web/api/failure.ts'
import { type ChartDraft, isDrawable } from './chart-draft.ts'

const WAIT_MS = 350

export type Previewed = { preview: ChartPreview | undefined; failure: ApiFailure | null; isReading: boolean }

/** What a chart would show, asked a moment after its last change; nothing is stored. What was shown before stays until the next is there. */
export function usePreview(draft: ChartDraft): Previewed {
  const { datasourceId, query, type, spec } = draft
  const asked = isDrawable(draft)
    ? JSON.stringify({ datasource_id: datasourceId, query, ...(spec ? { spec } : {}), ...(type ? { chart_type: type } : {}) })
    : null
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), WAIT_MS)
    return () => clearTimeout(timer)
  }, [asked])
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', settled],
    queryFn: ({ signal }) => call('POST /analytics/charts/preview', { body: JSON.parse(settled ?? '{}'), signal }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  // What was refused hides nothing: the last that could be drawn tells how else the result can be.
  const last = useRef<ChartPreview | undefined>(undefined)
  if (data) last.current = data
  return {
    preview: settled === null ? undefined : (data ?? last.current),
    failure: settled !== null && error ? asFailure(error) : null,
    isReading: isFetching || settled !== asked,
  }
}

import { useCallback, useMemo, useState } from 'react'
import type { Chart, ChartQuery, ChartSpec, ChartType } from '#web/api/analytics.gen.ts'
import { asksSomething, shapeOf } from './wells.ts'

/** A chart while it is edited. Without a spec it is drawn by its type, without a type as the result asks for. */
export type ChartDraft = {
  title: string
  description: string
  datasourceId: string | null
  query: ChartQuery | null
  type: ChartType | null
  spec: ChartSpec | null
}

export const draftOf = (chart: Chart): ChartDraft => ({
  title: chart.title,
  description: chart.description,
  datasourceId: chart.datasource_id,
  query: chart.query,
  type: chart.chart_type,
  spec: chart.spec as ChartSpec | null,
})

export type Change = (next: Partial<ChartDraft>) => void

export function useChartDraft(stored: ChartDraft): { draft: ChartDraft; change: Change; reset: (stored: ChartDraft) => void; isChanged: boolean } {
  const [base, setBase] = useState(stored)
  const [draft, setDraft] = useState(stored)
  const change = useCallback<Change>((next) => setDraft((before) => withChange(before, next)), [])
  const reset = useCallback((again: ChartDraft) => {
    setBase(again)
    setDraft(again)
  }, [])
  const isChanged = useMemo(() => JSON.stringify(base) !== JSON.stringify(draft), [base, draft])
  return { draft, change, reset, isChanged }
}

/** A spec names the columns of a result: it goes when those change, unless another is given. */
function withChange(before: ChartDraft, next: Partial<ChartDraft>): ChartDraft {
  const after = { ...before, ...next }
  if (next.spec !== undefined || !('query' in next)) return after
  return columnsOf(before.query) === columnsOf(after.query) ? after : { ...after, spec: null }
}

const columnsOf = (query: ChartQuery | null): string => (query === null ? '' : 'sql' in query ? 'sql' : shapeOf(query.semantic_query))

/** Whether there is anything to draw. */
export const isDrawable = ({ query, datasourceId }: ChartDraft): boolean =>
  datasourceId !== null && query !== null && ('sql' in query ? query.sql.trim() !== '' : asksSomething(query.semantic_query))

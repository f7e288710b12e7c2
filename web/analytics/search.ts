import type { ChartType } from '#web/api/analytics.gen.ts'
import { text } from '#web/text/analytics.ts'

type Search = Record<string, unknown>

const words = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const oneOf = <T extends string>(value: unknown, allowed: readonly T[]): T | undefined => allowed.find((one) => one === value)
/** An address without what is not chosen. */
const chosen = <T extends object>(search: T): T => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as T

export const CHART_TYPES = Object.keys(text.types) as ChartType[]
const SORTS = ['updated_at', 'created_at', 'title', 'chart_type'] as const

export type ListSearch = {
  q?: string | undefined
  type?: ChartType | undefined
  owner?: 'me' | undefined
  sort?: (typeof SORTS)[number] | undefined
  origin?: 'answer' | undefined
  hidden?: boolean | undefined
  page?: number | undefined
}

/** How a list is searched, filtered and sorted, as its address tells. */
export const readListSearch = (search: Search): ListSearch =>
  chosen({
    q: words(search.q),
    type: oneOf(search.type, CHART_TYPES),
    owner: oneOf(search.owner, ['me'] as const),
    sort: oneOf(search.sort, SORTS),
    origin: oneOf(search.origin, ['answer'] as const),
    hidden: search.hidden === true || undefined,
    page: typeof search.page === 'number' && Number.isInteger(search.page) && search.page > 1 ? search.page : undefined,
  })

export type ChartSearch = { view?: 'table' | 'sql' | undefined }

export const readChartSearch = (search: Search): ChartSearch => chosen({ view: oneOf(search.view, ['table', 'sql'] as const) })

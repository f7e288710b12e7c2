import type { ChartType } from '#web/api/analytics.gen.ts'
import type { Chosen, Drill } from '#web/dashboard/choices.ts'
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
  favourite?: boolean | undefined
  tag?: string | undefined
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
    favourite: search.favourite === true || undefined,
    tag: words(search.tag),
    page: typeof search.page === 'number' && Number.isInteger(search.page) && search.page > 1 ? search.page : undefined,
  })

export type ChartSearch = { view?: 'table' | 'sql' | undefined; edit?: boolean | undefined }

export const readChartSearch = (search: Search): ChartSearch =>
  chosen({ view: oneOf(search.view, ['table', 'sql'] as const), edit: search.edit === true || undefined })

export const readNewChartSearch = (search: Search): { source?: string | undefined } => chosen({ source: words(search.source) })

export type DashboardSearch = {
  /** What was chosen in filters and on tiles. */
  chosen?: Chosen[] | undefined
  drill?: Drill[] | undefined
  /** The tabs that are open. */
  tabs?: string[] | undefined
  edit?: boolean | undefined
}

const isObject = (value: unknown): value is Search => typeof value === 'object' && value !== null
const isValues = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => one === null || typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
const isChosen = (value: unknown): value is Chosen =>
  isObject(value) && isValues(value.values) && (typeof value.filter === 'string' || (typeof value.tile === 'string' && typeof value.column === 'string'))
const isDrill = (value: unknown): value is Drill =>
  isObject(value) && typeof value.tile === 'string' && typeof value.column === 'string' && Number.isInteger(value.level)

function listOf<T>(value: unknown, isOne: (one: unknown) => one is T): T[] | undefined {
  const kept = Array.isArray(value) ? value.filter(isOne) : []
  return kept.length > 0 ? kept : undefined
}

export const readDashboardSearch = (search: Search): DashboardSearch =>
  chosen({
    chosen: listOf(search.chosen, isChosen),
    drill: listOf(search.drill, isDrill),
    tabs: listOf(search.tabs, (one): one is string => typeof one === 'string'),
    edit: search.edit === true || undefined,
  })

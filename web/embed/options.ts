import type { Chosen } from '#web/dashboard/choices.ts'

/** What the framing page asked for in the address, and what a permanent link brought along. */
export type Options = {
  hideTitle: boolean
  hideTabs: boolean
  hideControls: boolean
  emitsChoices: boolean
  showFilters: boolean
  expandFilters: boolean
  theme: string | null
  locale: string | undefined
  /** The chat alone, or whether it is offered beside the dashboard. */
  isChat: boolean
  offersChat: boolean
  tab: string | null
  chosen: Chosen[]
}

/** What a permanent link holds: no token and no rows, only what was chosen. */
export type Place = { chosen: Chosen[]; tabs: string[]; anchor?: string | null }

// As Superset's SDK counts them.
const [TITLE, TABS, CONTROLS, MASKS] = [1, 2, 8, 16]

/** Parameters that name a filter of the dashboard choose its values, separated by commas. */
export function optionsOf(search: URLSearchParams, place: Place | null): Options {
  const bits = Number(search.get('uiConfig') ?? 0)
  const known = new Set(['uiConfig', 'show_filters', 'expand_filters', 'theme', 'locale', 'tab', 'permalink', 'view', 'chat'])
  const fromAddress = [...search].filter(([name]) => !known.has(name)).map(([filter, text]) => ({ filter, values: text === '' ? [] : text.split(',') }))
  return {
    hideTitle: (bits & TITLE) !== 0,
    hideTabs: (bits & TABS) !== 0,
    hideControls: (bits & CONTROLS) !== 0,
    emitsChoices: (bits & MASKS) !== 0,
    showFilters: search.get('show_filters') !== 'false',
    expandFilters: search.get('expand_filters') !== 'false',
    isChat: search.get('view') === 'chat',
    offersChat: search.get('chat') !== 'false',
    theme: search.get('theme'),
    locale: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.exec(search.get('locale') ?? '')?.[0],
    tab: place?.tabs[0] ?? search.get('tab'),
    chosen: place?.chosen ?? fromAddress,
  }
}

export const writePlace = (place: Place): string =>
  btoa(encodeURIComponent(JSON.stringify(place)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export function readPlace(text: string | null): Place | null {
  if (!text || text.length > 20_000) return null
  try {
    const read = JSON.parse(decodeURIComponent(atob(text.replaceAll('-', '+').replaceAll('_', '/')))) as Partial<Place>
    return { chosen: Array.isArray(read.chosen) ? read.chosen : [], tabs: Array.isArray(read.tabs) ? read.tabs.map(String) : [] }
  } catch {
    return null
  }
}

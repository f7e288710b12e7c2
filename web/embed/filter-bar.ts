import { type Chosen, type ChosenValues, RELATIVE_DATES } from '#web/dashboard/choices.ts'
import { el } from './dom.ts'
import type { Filter, Service } from './service.ts'

const WAIT_MS = 300

type Bar = { service: Service; filters: Filter[]; values(id: string): ChosenValues['values']; choose(chosen: ChosenValues): void; chosen(): Chosen[] }

/** One control for each filter; each tells what was chosen in it. */
export const filterControl = (filter: Filter, bar: Bar): HTMLElement => {
  const label = filter.label || (filter.member.split('.').at(-1) ?? filter.id)
  const control = filter.type === 'list' ? listControl(filter, bar) : filter.type === 'text' ? textControl(filter, bar) : rangeControl(filter, bar)
  return el(
    'div',
    { class: 'filter', role: 'group', 'aria-label': label },
    el('span', { class: 'filter-label' }, filter.required ? `${label} *` : label),
    control,
  )
}

function listControl(filter: Filter, bar: Bar): HTMLElement {
  const chosen = bar.values(filter.id)
  const list = el('div', { class: 'filter-values' })
  const search = el('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search values', oninput: () => later() })
  const summary = el('summary', {}, chosen.length === 0 ? 'All' : chosen.length === 1 ? String(chosen[0]) : `${chosen.length} chosen`)
  const box = el('details', { class: 'filter-list', ontoggle: () => box.open && void offer() }, summary, el('div', { class: 'filter-panel' }, search, list))
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | null = null
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void offer(), WAIT_MS)
  }

  async function offer(): Promise<void> {
    asking?.abort()
    asking = new AbortController()
    const parents = bar.chosen().filter((one) => 'filter' in one && filter.depends_on.includes(one.filter))
    try {
      const { values, truncated } = await bar.service.offered(filter.id, parents, search.value, asking.signal)
      const all = [...new Set([...chosen, ...values])]
      list.replaceChildren(...all.map((value) => option(value)), truncated ? el('p', { class: 'quiet' }, 'Search to see more') : '')
    } catch (error) {
      if (!(error instanceof DOMException)) list.replaceChildren(el('p', { class: 'quiet' }, 'These values cannot be shown'))
    }
  }

  function option(value: string | number | boolean): HTMLElement {
    const input = el('input', { type: 'checkbox', checked: chosen.includes(value) })
    input.addEventListener('change', () => {
      const values = input.checked ? [...chosen, value] : chosen.filter((one) => one !== value)
      bar.choose({ filter: filter.id, values })
    })
    return el('label', {}, input, String(value))
  }
  return box
}

function textControl(filter: Filter, bar: Bar): HTMLElement {
  const input = el('input', { type: 'text', value: String(bar.values(filter.id)[0] ?? ''), 'aria-label': filter.label })
  input.addEventListener('change', () => bar.choose({ filter: filter.id, values: input.value === '' ? [] : [input.value] }))
  return input
}

function rangeControl(filter: Filter, bar: Bar): HTMLElement {
  const type = filter.type === 'date' ? 'date' : 'number'
  const [from, to] = bar.values(filter.id)
  const isWords = typeof from === 'string' && to === undefined && (RELATIVE_DATES as readonly string[]).includes(from)
  const field = (value: unknown, label: string) => el('input', { type, step: 'any', value: isWords ? '' : String(value ?? ''), 'aria-label': label })
  const [low, high] = [field(from, 'From'), field(to, 'To')]
  const read = (input: HTMLInputElement) => (type === 'number' ? Number(input.value) : input.value)
  const change = () => {
    if (low.value && high.value) bar.choose({ filter: filter.id, values: [read(low), read(high)] })
    else if (low.value) bar.choose({ filter: filter.id, operator: 'greater_or_equal', values: [read(low)] })
    else if (high.value) bar.choose({ filter: filter.id, operator: 'less_or_equal', values: [read(high)] })
    else bar.choose({ filter: filter.id, values: [] })
  }
  for (const input of [low, high]) input.addEventListener('change', change)
  const fields = el('span', { class: 'filter-range' }, low, '–', high)
  if (filter.type !== 'date') return fields
  const words = el(
    'select',
    { 'aria-label': 'Period' },
    el('option', { value: '' }, 'Any time'),
    ...RELATIVE_DATES.map((text) => el('option', { value: text, selected: isWords && from === text }, text)),
  )
  words.addEventListener('change', () => bar.choose({ filter: filter.id, values: words.value ? [words.value] : [] }))
  return el('span', { class: 'filter-date' }, words, fields)
}

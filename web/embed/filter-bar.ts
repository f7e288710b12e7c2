import { type Chosen, type ChosenValues, RELATIVE_DATES } from '#web/dashboard/choices.ts'
import { el } from './dom.ts'
import type { Filter, Service } from './service.ts'
import type { Words } from './words.ts'

const WAIT_MS = 300

type Bar = {
  service: Service
  words: Words
  filters: Filter[]
  values(id: string): ChosenValues['values']
  choose(chosen: ChosenValues): void
  chosen(): Chosen[]
}

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
  const { words } = bar
  let chosen = bar.values(filter.id)
  const told = () => (chosen.length === 0 ? words.all : chosen.length === 1 ? String(chosen[0]) : words.chosen(chosen.length))
  const list = el('div', { class: 'filter-values' })
  const search = el('input', { type: 'search', placeholder: words.search, 'aria-label': words.search, oninput: () => later() })
  const summary = el('summary', {}, told())
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
      list.replaceChildren(...all.map((value) => option(value)), truncated ? el('p', { class: 'quiet' }, words.searchMore) : '')
    } catch (error) {
      if (!(error instanceof DOMException)) list.replaceChildren(el('p', { class: 'quiet' }, words.notOffered))
    }
  }

  function option(value: string | number | boolean): HTMLElement {
    const input = el('input', { type: 'checkbox', checked: chosen.includes(value) })
    input.addEventListener('change', () => {
      chosen = input.checked ? [...chosen, value] : chosen.filter((one) => one !== value)
      summary.textContent = told()
      bar.choose({ filter: filter.id, values: chosen })
    })
    return el('label', {}, input, typeof value === 'number' && !Number.isInteger(value) ? String(Number(value.toPrecision(12))) : String(value))
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
  const [low, high] = [field(from, bar.words.from), field(to, bar.words.to)]
  const read = (input: HTMLInputElement) => (type === 'number' ? Number(input.value) : input.value)
  const change = () => {
    words.value = ''
    if (low.value && high.value) bar.choose({ filter: filter.id, values: [read(low), read(high)] })
    else if (low.value) bar.choose({ filter: filter.id, operator: 'greater_or_equal', values: [read(low)] })
    else if (high.value) bar.choose({ filter: filter.id, operator: 'less_or_equal', values: [read(high)] })
    else bar.choose({ filter: filter.id, values: [] })
  }
  const words = el(
    'select',
    { 'aria-label': bar.words.period },
    el('option', { value: '' }, bar.words.anyTime),
    ...RELATIVE_DATES.map((text) => el('option', { value: text, selected: isWords && from === text }, bar.words.periods[text])),
  )
  for (const input of [low, high]) input.addEventListener('change', change)
  const fields = el('span', { class: 'filter-range' }, low, '–', high)
  if (filter.type !== 'date') return fields
  words.addEventListener('change', () => {
    low.value = ''
    high.value = ''
    bar.choose({ filter: filter.id, values: words.value ? [words.value] : [] })
  })
  return el('span', { class: 'filter-date' }, words, fields)
}

import type { Selected } from '#charts/browser.ts'
import type { ThemeMode } from '#charts/chart.ts'
import { type Chosen, type Drill, isMark, valuesIn, withDrill, withMark, withValues } from '#web/dashboard/choices.ts'
import { el } from './dom.ts'
import { filterControl } from './filter-bar.ts'
import type { Options } from './options.ts'
import type { Dashboard, Filter, Service, Tile } from './service.ts'
import { ChartTileView } from './tile-view.ts'
import { type Words, wordsOf } from './words.ts'

const COLUMNS = 12
const FIRST_ROW_MS = 50

type Told = { chosen(): void; failed(error: unknown): void }

/** A dashboard on the page: its tiles, filters, tabs, and what was chosen in them. */
export class DashboardView {
  readonly element = el('div', { class: 'dashboard' })
  readonly #service: Service
  readonly #dashboard: Dashboard
  readonly #options: Options
  readonly #told: Told
  readonly #words: Words
  readonly #charts = new Map<string, ChartTileView>()
  readonly #activeTabs = new Map<string, string>()
  readonly #bar = el('div', { class: 'filters' })
  readonly #marks = el('span', { class: 'chosen-marks' })
  #chosen: Chosen[]
  #drills: Drill[] = []
  #theme: ThemeMode
  #reading: AbortController | null = null
  #isFirst = true

  constructor(service: Service, dashboard: Dashboard, options: Options, theme: ThemeMode, told: Told) {
    this.#service = service
    this.#dashboard = dashboard
    this.#options = options
    this.#theme = theme
    this.#told = told
    this.#words = wordsOf(options.locale)
    const filters = new Set(dashboard.filters.map(({ id }) => id))
    const tiles = new Set(dashboard.layout.map(({ id }) => id))
    this.#chosen = options.chosen.filter((one) => ('filter' in one ? filters.has(one.filter) : tiles.has(one.tile)))
    this.#build()
    let timer: ReturnType<typeof setTimeout> | undefined
    new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => void Promise.all([...this.#charts.values()].map((chart) => chart.resize())), 4 * FIRST_ROW_MS)
    }).observe(this.element)
  }

  get chosen(): Chosen[] {
    return this.#chosen
  }
  get activeTabs(): string[] {
    return [...this.#activeTabs.values()]
  }
  get charts(): ReadonlyMap<string, ChartTileView> {
    return this.#charts
  }

  /** What is chosen, as Superset's users know it: by filter, then by tile. */
  dataMask(): Record<string, unknown> {
    return Object.fromEntries(
      this.#chosen.map((one) => {
        const id = 'filter' in one ? one.filter : one.tile
        return [id, { id, filterState: { value: one.values }, extraFormData: {}, ownState: {} }]
      }),
    )
  }

  setTheme(theme: ThemeMode): void {
    if (theme === this.#theme) return
    this.#theme = theme
    for (const chart of this.#charts.values()) if (chart.data) void chart.show({ ...chart.data, picture: null }, this.#shown(true))
  }

  /** Reads the tiles anew. The first time each is drawn by the service, and answers the pointer when the engine has come. */
  async read(): Promise<void> {
    this.#reading?.abort()
    const reading = new AbortController()
    this.#reading = reading
    for (const chart of this.#charts.values()) chart.wait()
    const first = this.#isFirst
    const asked = {
      chosen: this.#chosen,
      drills: this.#drills,
      ...(first ? { pictures: this.#theme, width: Math.max(200, this.element.clientWidth), locale: this.#options.locale } : {}),
    }
    try {
      for await (const tile of this.#service.tiles(asked, reading.signal)) {
        const chart = this.#charts.get(tile.tile)
        if (chart) void chart.show(tile, this.#shown(!first))
      }
      this.#isFirst = false
      if (first) for (const chart of this.#charts.values()) if (chart.data) void chart.show(chart.data, this.#shown(true))
    } catch (error) {
      if (!reading.signal.aborted) this.#told.failed(error)
    }
  }

  #shown(interactive: boolean) {
    const labelOf = (filter: string) => this.#dashboard.filters.find(({ id }) => id === filter)?.label || filter
    return { words: this.#words, labelOf, theme: this.#theme, locale: this.#options.locale, interactive }
  }

  #build(): void {
    const { title, description, layout } = this.#dashboard
    const { hideTitle } = this.#options
    if (!hideTitle) this.element.append(el('header', { class: 'title' }, el('h1', {}, title), description ? el('p', {}, description) : null))
    this.element.append(this.#bar)
    this.#buildBar()
    this.element.append(this.#grid(layout.filter(({ tab }) => tab === undefined)))
  }

  /** The controls stand as long as the page: one in which a reader chooses stays open. */
  #buildBar(): void {
    const placed = new Set(this.#dashboard.layout.flatMap(({ filter }) => filter ?? []))
    const controls = this.#options.showFilters ? this.#dashboard.filters.filter(({ id }) => !placed.has(id)).map((filter) => this.#control(filter)) : []
    const box = el(
      'details',
      { class: 'filter-box', open: this.#options.expandFilters },
      el('summary', {}, this.#words.filters),
      el('div', { class: 'filter-row' }, ...controls),
    )
    this.#bar.replaceChildren(...(controls.length > 0 ? [box] : []), this.#marks)
    this.#showMarks()
  }

  #showMarks(): void {
    this.#marks.replaceChildren(...this.#chosen.flatMap((one) => (isMark(one) ? [this.#chip(one)] : [])))
  }

  #control(filter: Filter): HTMLElement {
    const { filters } = this.#dashboard
    return filterControl(filter, {
      service: this.#service,
      words: this.#words,
      filters,
      values: (id) => valuesIn(this.#chosen, id) ?? filter.values,
      choose: (chosen) => this.#choose(withValues(this.#chosen, chosen)),
      chosen: () => this.#chosen,
    })
  }

  #chip(one: Extract<Chosen, { tile: string }>): HTMLElement {
    const text = `${one.column}: ${one.values.map((value) => value ?? this.#words.empty).join(', ')}`
    return el(
      'button',
      { type: 'button', class: 'chip', 'aria-label': this.#words.remove(text), onclick: () => this.#choose(this.#chosen.filter((other) => other !== one)) },
      `${text} ×`,
    )
  }

  #choose(chosen: Chosen[]): void {
    this.#chosen = chosen
    this.#showMarks()
    this.#told.chosen()
    void this.read()
  }

  /** A mark that is clicked filters the other tiles; clicked again, or beside all marks, it no longer does. */
  #select(tile: string, selected: Selected): void {
    if (this.#options.hideControls) return
    const chosen = withMark(this.#chosen, tile, selected, this.#charts.get(tile)?.data?.drill ?? [])
    if (chosen) this.#choose(chosen)
  }

  #drill(to: Drill): void {
    this.#drills = withDrill(this.#drills, to)
    void this.read()
  }

  #grid(tiles: Tile[]): HTMLElement {
    const grid = el('div', { class: 'grid' })
    for (const tile of tiles.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
      const element = this.#tile(tile)
      const x = Math.min(tile.x, COLUMNS - 1)
      element.style.gridColumn = `${x + 1} / span ${Math.min(tile.w, COLUMNS - x)}`
      element.style.gridRow = `${tile.y + 1} / span ${tile.h}`
      grid.append(element)
    }
    return grid
  }

  #tile(tile: Tile): HTMLElement {
    const filter = tile.type === 'filter' ? this.#dashboard.filters.find(({ id }) => id === tile.filter) : undefined
    if (filter) return el('section', { class: 'tile plain', 'data-tile': tile.id }, this.#control(filter))
    if (tile.type === 'text') {
      const body = el('section', { class: 'tile plain text', 'data-tile': tile.id })
      void import('#web/dashboard/markdown.ts').then(({ markdown }) => body.append(markdown(tile.text ?? '')))
      return body
    }
    if (tile.type === 'tabs') return this.#tabs(tile)
    const events = { select: (id: string, selected: Selected) => this.#select(id, selected), drill: (to: Drill) => this.#drill(to) }
    const view = new ChartTileView(tile, events, this.#service.mayExport && !this.#options.hideControls)
    if (tile.chart_id) this.#charts.set(tile.id, view)
    return view.element
  }

  #tabs(tile: Tile): HTMLElement {
    const tabs = tile.tabs ?? []
    const panels = new Map(
      tabs.map(({ id, title }) => {
        const grid = this.#grid(this.#dashboard.layout.filter(({ tab }) => tab === id))
        return [id, el('div', { role: 'tabpanel', id: `panel-${id}`, class: 'tab-panel' }, el('h2', { class: 'only-print' }, title), grid)]
      }),
    )
    const buttons = tabs.map(({ id, title }) =>
      el('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, onclick: () => open(id) }, title),
    )
    const open = (id: string) => {
      this.#activeTabs.set(tile.id, id)
      for (const [index, tab] of tabs.entries()) {
        buttons[index]?.setAttribute('aria-selected', String(tab.id === id))
        const panel = panels.get(tab.id)
        panel?.classList.toggle('is-closed', tab.id !== id)
        if (panel) panel.inert = tab.id !== id
      }
      for (const chart of this.#charts.values()) void chart.resize()
    }
    const asked = tabs.find(({ id }) => id === this.#options.tab) ?? tabs[0]
    const list = this.#options.hideTabs ? null : el('div', { role: 'tablist' }, ...buttons)
    const element = el('section', { class: 'tile plain tabs', 'data-tile': tile.id }, list, ...panels.values())
    if (asked) open(asked.id)
    return element
  }
}

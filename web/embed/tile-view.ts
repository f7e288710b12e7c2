import type { MountedChart, Selected } from '#charts/browser.ts'
import type { ThemeMode } from '#charts/chart.ts'
import type { Drill } from '#web/dashboard/choices.ts'
import { saveCsv } from '#web/dashboard/csv.ts'
import { el } from './dom.ts'
import { themeFor } from './own-look.ts'
import type { Tile, TileData } from './service.ts'
import type { Words } from './words.ts'

type Shown = { words: Words; labelOf(filter: string): string; theme: ThemeMode; locale: string | undefined; interactive: boolean }
export type TileEvents = { select(tile: string, selected: Selected): void; drill(to: Drill): void }

/** A tile with a chart: its picture first, the chart that answers the pointer after. */
export class ChartTileView {
  readonly element: HTMLElement
  readonly #body = el('div', { class: 'tile-body' })
  readonly #title = el('h3')
  readonly #path = el('div', { class: 'tile-path' })
  readonly #export = el('button', { type: 'button', class: 'tile-export', onclick: () => this.#save() }, 'CSV')
  readonly #tile: Tile
  readonly #events: TileEvents
  #chart: MountedChart | null = null
  #turn = 0
  data: TileData | null = null

  constructor(tile: Tile, events: TileEvents, mayExport: boolean) {
    this.#tile = tile
    this.#events = events
    this.element = el(
      'section',
      { class: 'tile', 'data-tile': tile.id, 'aria-busy': true },
      el('header', {}, this.#title, this.#path, mayExport && this.#export),
      this.#body,
    )
  }

  wait(): void {
    this.element.setAttribute('aria-busy', 'true')
  }

  /** Shows what was read. Until the engine is there a picture of the same rows stands in its place. */
  async show(data: TileData, { words, labelOf, theme, locale, interactive }: Shown): Promise<void> {
    const turn = ++this.#turn
    this.data = data
    this.#title.textContent = this.#tile.title ?? data.title ?? ''
    this.#path.replaceChildren(...data.drill.map((path) => this.#levels(path)))
    this.element.classList.toggle('has-error', data.error !== null)
    this.element.setAttribute('aria-busy', 'false')
    this.#export.setAttribute('aria-label', words.saveCsv)
    if (data.error || !data.data) return this.#say(data.error ? faultOf(data, words, labelOf) : words.noData)
    if (data.picture && !this.#chart) this.#draw(data.picture)
    if (!interactive) return
    const { mountChart } = await import('#charts/browser.ts')
    if (turn !== this.#turn) return
    const { columns, rows, truncated } = data.data
    if (rows.length === 0) return this.#say(words.noRows)
    const place = el('div', { class: 'chart' })
    const { width, height } = this.#size()
    try {
      const drawable = { chart_type: data.chart_type ?? 'table', spec: data.spec, columns, rows, truncated }
      const mounted = await mountChart(place, drawable, {
        theme: themeFor(theme),
        width,
        height,
        locale,
        onSelect: (selected) => this.#events.select(this.#tile.id, selected),
      })
      if (turn !== this.#turn) return mounted.finalize()
      this.#chart?.finalize()
      this.#chart = mounted
      this.#body.replaceChildren(place)
      this.element.dataset.drawn = 'chart'
    } catch (error) {
      this.#say(error instanceof Error ? error.message : words.notDrawn)
    }
  }

  async resize(): Promise<void> {
    await this.#chart?.resize(this.#size()).catch(() => {})
  }

  #save(): void {
    if (this.data?.data) saveCsv(this.data.data, this.#title.textContent ?? '')
  }

  #size(): { width: number; height: number } {
    return { width: Math.max(80, this.#body.clientWidth), height: Math.max(60, this.#body.clientHeight) }
  }

  #draw(picture: string): void {
    const parsed = new DOMParser().parseFromString(picture, 'image/svg+xml').documentElement
    if (parsed.localName !== 'svg') return
    this.#body.replaceChildren(document.importNode(parsed, true))
    this.element.dataset.drawn = 'picture'
  }

  #say(message: string): void {
    this.#chart?.finalize()
    this.#chart = null
    this.element.dataset.drawn = 'notice'
    this.#body.replaceChildren(el('p', { class: 'notice' }, message))
  }

  #levels({ column, title, levels, at }: TileData['drill'][number]): HTMLElement {
    const level = (name: string, index: number) =>
      el(
        'button',
        { type: 'button', 'aria-pressed': String(index === at), onclick: () => this.#events.drill({ tile: this.#tile.id, column, level: index }) },
        name,
      )
    return el('span', { role: 'group', 'aria-label': title }, ...levels.map(level))
  }
}

/** Why a tile shows nothing, in the reader's language where the page knows how to say it. */
function faultOf({ error, filters }: TileData, words: Words, labelOf: (filter: string) => string): string {
  if (error?.code === 'filter_required') return words.required
  const missed = filters.filter(({ applied }) => !applied).map(({ filter }) => labelOf(filter))
  return error?.code === 'filter_not_applied' && missed.length > 0 ? words.notReached(missed.join(', ')) : (error?.message ?? words.noData)
}

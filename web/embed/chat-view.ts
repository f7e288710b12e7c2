import type { MountedChart } from '#charts/browser.ts'
import type { ChartColumn, ChartSpec, ChartType, ThemeMode } from '#charts/chart.ts'
import { serverEvents } from '#web/api/server-events.ts'
import type { Chosen } from '#web/dashboard/choices.ts'
import { saveCsv } from '#web/dashboard/csv.ts'
import { el } from './dom.ts'
import { themeFor } from './own-look.ts'
import { type Cell, type ChatPart, type ChatTurn, Expired, Refused, type Service } from './service.ts'

const TABLE_ROWS = 20
const CHART_HEIGHT = 240
const GAP = 12

type Words = {
  placeholder: string
  send: string
  stop: string
  forget: string
  withheld: string
  empty: string
  working: string
  more(left: number): string
  csv: string
  failed: string
}
const WORDS: Record<'en' | 'de', Words> = {
  en: {
    placeholder: 'Ask about what is shown',
    send: 'Ask',
    stop: 'Stop',
    forget: 'Start anew',
    withheld: 'This answer is left out: what it tells of is not open to you any more.',
    empty: 'Ask in your own words. The answer is taken from the data of this dashboard, as it is filtered now.',
    working: 'Working…',
    more: (left) => `${left} more rows`,
    csv: 'Save the rows as CSV',
    failed: 'The question could not be answered',
  },
  de: {
    placeholder: 'Zu dem fragen, was hier zu sehen ist',
    send: 'Fragen',
    stop: 'Anhalten',
    forget: 'Neu beginnen',
    withheld: 'Diese Antwort fehlt: Wovon sie handelt, steht Ihnen nicht mehr offen.',
    empty: 'Fragen Sie mit Ihren Worten. Die Antwort kommt aus den Daten dieses Dashboards, so wie es gerade gefiltert ist.',
    working: 'Einen Augenblick…',
    more: (left) => `${left} weitere Zeilen`,
    csv: 'Die Zeilen als CSV sichern',
    failed: 'Die Frage konnte nicht beantwortet werden',
  },
}

type Told = { chosen(): Chosen[]; failed(error: unknown): void }
type Rows = Extract<ChatPart, { type: 'rows' }>

/** Questions and answers about a dashboard. What was said stays with the service for as long as the token. */
export class ChatView {
  readonly element: HTMLElement
  readonly #service: Service
  readonly #told: Told
  readonly #locale: string | undefined
  readonly #words: Words
  readonly #log = el('div', { class: 'chat-log', role: 'log', 'aria-live': 'polite', tabindex: '0' })
  readonly #input: HTMLTextAreaElement
  readonly #send: HTMLButtonElement
  readonly #drawn = new Map<HTMLElement, { chart: MountedChart | null; draw(): Promise<void> }>()
  /** The rows an answer showed last, which its next chart draws. */
  readonly #shown = new WeakMap<HTMLElement, Rows>()
  #theme: ThemeMode
  #thread: string | null = null
  #asking: AbortController | null = null

  constructor(service: Service, theme: ThemeMode, locale: string | undefined, told: Told) {
    this.#service = service
    this.#theme = theme
    this.#locale = locale
    this.#told = told
    this.#words = WORDS[locale?.toLowerCase().startsWith('de') ? 'de' : 'en']
    const { placeholder, send, forget } = this.#words
    this.#input = el('textarea', { rows: '1', maxlength: '2000', placeholder, 'aria-label': placeholder })
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      this.#submit()
    })
    this.#send = el('button', { type: 'submit', class: 'chat-send' }, send)
    const form = el('form', { class: 'chat-form', onsubmit: (event) => this.#onSubmit(event) }, this.#input, this.#send)
    const head = el('header', { class: 'chat-head' }, el('button', { type: 'button', class: 'chat-plain', onclick: () => void this.#forget() }, forget))
    this.element = el('section', { class: 'chat', 'aria-label': placeholder }, head, this.#log, form)
    this.#showEmpty()
  }

  /** Shows what was said before with a token of the same guest. */
  async restore(): Promise<void> {
    const turns = await this.#service.chatTurns()
    const last = turns.at(-1)
    if (!last || this.#thread !== null) return
    this.#thread = last.thread_id
    const own = turns.filter(({ thread_id }) => thread_id === last.thread_id)
    this.#log.replaceChildren()
    for (const turn of own) {
      const answer = this.#begin(turn.question)
      answer.text.textContent = turn.withheld ? this.#words.withheld : turn.content
      for (const part of turn.parts) this.#show(answer.parts, part)
    }
    this.#scroll()
  }

  setTheme(theme: ThemeMode): void {
    if (theme === this.#theme) return
    this.#theme = theme
    for (const { draw } of this.#drawn.values()) void draw()
  }

  focus(): void {
    this.#input.focus()
  }

  #showEmpty(): void {
    for (const { chart } of this.#drawn.values()) chart?.finalize()
    this.#drawn.clear()
    this.#log.replaceChildren(el('p', { class: 'notice' }, this.#words.empty))
  }

  #onSubmit(event: Event): void {
    event.preventDefault()
    if (this.#asking) this.#asking.abort()
    else this.#submit()
  }

  #submit(): void {
    const question = this.#input.value.trim()
    if (question === '' || this.#asking) return
    this.#input.value = ''
    void this.#ask(question)
  }

  async #ask(question: string): Promise<void> {
    const asking = new AbortController()
    this.#asking = asking
    this.#send.textContent = this.#words.stop
    if (this.#thread === null) this.#log.replaceChildren()
    const answer = this.#begin(question)
    answer.status.textContent = this.#words.working
    try {
      await this.#read(question, answer, asking.signal)
    } catch (error) {
      if (error instanceof Expired) this.#told.failed(error)
      if (!asking.signal.aborted) answer.text.after(el('p', { class: 'chat-failed' }, error instanceof Refused ? error.message : this.#words.failed))
    } finally {
      answer.status.remove()
      this.#asking = null
      this.#send.textContent = this.#words.send
      this.#scroll()
    }
  }

  async #read(question: string, answer: Answer, signal: AbortSignal, isAgain = false): Promise<void> {
    const asked = { question, filters: JSON.stringify(this.#told.chosen()), ...(this.#thread === null ? {} : { thread_id: this.#thread }) }
    let reply: Response
    try {
      reply = await this.#service.ask(asked, signal)
    } catch (error) {
      // What was said before is forgotten: it begins anew.
      if (!(error instanceof Refused && error.code === 'not_found' && this.#thread !== null) || isAgain) throw error
      this.#thread = null
      return this.#read(question, answer, signal, true)
    }
    for await (const { event, data } of serverEvents(reply)) {
      const told = JSON.parse(data)
      if (event === 'begin') this.#thread = (told as ChatTurn).thread_id
      else if (event === 'text') answer.text.append(String(told.text))
      else if (event === 'part') this.#show(answer.parts, told as ChatPart)
      else if (event === 'error') throw new Refused(String(told.error?.code), String(told.error?.message))
      this.#scroll()
    }
  }

  #begin(question: string): Answer {
    const answer = { status: el('p', { class: 'chat-status' }), text: el('p', { class: 'chat-text' }), parts: el('div', { class: 'chat-parts' }) }
    this.#log.append(el('article', { class: 'chat-turn' }, el('p', { class: 'chat-question' }, question), answer.status, answer.text, answer.parts))
    this.#scroll()
    return answer
  }

  #show(place: HTMLElement, part: ChatPart): void {
    if (part.type === 'rows') {
      this.#shown.set(place, part)
      place.append(this.#table(part))
    }
    if (part.type === 'chart') this.#chart(place, part)
    else if (part.type === 'suggestions') place.append(this.#choices(part.suggestions))
    else if (part.type === 'clarification') place.append(this.#choices(part.options))
    else if (part.type === 'warnings') for (const { message } of part.warnings) place.append(el('p', { class: 'chat-warning' }, message))
  }

  #choices(options: string[]): HTMLElement {
    const ask = (option: string) => () => {
      if (!this.#asking) void this.#ask(option)
    }
    return el('div', { class: 'chat-choices' }, ...options.map((option) => el('button', { type: 'button', class: 'chip', onclick: ask(option) }, option)))
  }

  #table(part: Rows): HTMLElement {
    const { columns, rows } = part
    const isFigure = columns.map(({ role }) => role === 'measure')
    const cell = (value: Cell, index: number) => el('td', { class: isFigure[index] ? 'figure' : null }, this.#written(value, isFigure[index] === true))
    const head = el('tr', {}, ...columns.map(({ label }, index) => el('th', { scope: 'col', class: isFigure[index] ? 'figure' : null }, label ?? '')))
    const shown = rows.slice(0, TABLE_ROWS).map((row) => el('tr', {}, ...row.map(cell)))
    const left = part.row_count - shown.length
    const save = () => saveCsv(part as never, 'answer')
    return el(
      'div',
      { class: 'chat-rows' },
      el('div', { class: 'chat-table' }, el('table', {}, el('thead', {}, head), el('tbody', {}, ...shown))),
      el(
        'p',
        { class: 'quiet' },
        left > 0 && this.#words.more(left),
        this.#service.mayExport && el('button', { type: 'button', class: 'chat-plain', 'aria-label': this.#words.csv, onclick: save }, 'CSV'),
      ),
    )
  }

  /** Figures as the locale writes them; those that a double cannot hold come as text. */
  #written(value: Cell, isFigure: boolean): string {
    if (value === null) return '—'
    const figure = typeof value === 'number' ? value : isFigure && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : null
    return figure === null ? String(value) : figure.toLocaleString(this.#locale, { maximumFractionDigits: 2 })
  }

  /** Draws the rows that stand above it. */
  #chart(place: HTMLElement, { chart_type, spec }: { chart_type: ChartType; spec: ChartSpec | null }): void {
    const rows = this.#shown.get(place)
    if (!rows || chart_type === 'table' || rows.rows.length === 0) return
    const holder = el('div', { class: 'chat-chart' })
    place.append(holder)
    const drawn = {
      chart: null as MountedChart | null,
      draw: async () => {
        const { mountChart } = await import('#charts/browser.ts')
        const { columns, truncated } = rows
        const drawable = { chart_type, spec, columns: columns as ChartColumn[], rows: rows.rows, truncated: truncated || rows.row_count > rows.rows.length }
        const size = { width: Math.max(160, holder.clientWidth), height: CHART_HEIGHT }
        try {
          const chart = await mountChart(holder, drawable, { theme: themeFor(this.#theme), ...size, locale: this.#locale, onSelect: () => {} })
          drawn.chart?.finalize()
          drawn.chart = chart
          this.#scroll()
        } catch {
          holder.remove()
        }
      },
    }
    this.#drawn.set(holder, drawn)
    void drawn.draw()
  }

  async #forget(): Promise<void> {
    this.#asking?.abort()
    this.#thread = null
    this.#showEmpty()
    this.#input.focus()
    await this.#service.forgetChat().catch((error) => this.#told.failed(error))
  }

  /** The last question stands at the top, or as high as what follows it reaches. */
  #scroll(): void {
    const last = this.#log.lastElementChild
    if (last instanceof HTMLElement) this.#log.scrollTop = last.offsetTop - this.#log.offsetTop - GAP
  }
}

type Answer = { status: HTMLElement; text: HTMLElement; parts: HTMLElement }

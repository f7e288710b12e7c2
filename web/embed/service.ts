import type { ChartColumn, ChartSpec, ChartType } from '#charts/chart.ts'
import type { Chosen, Drill, Value } from '#web/dashboard/choices.ts'
import { linesOf } from '#web/dashboard/lines.ts'

export type Filter = {
  id: string
  type: 'list' | 'range' | 'date' | 'text'
  operator: string
  values: Value[]
  label: string
  member: string
  required: boolean
  depends_on: string[]
}
export type Tile = {
  id: string
  type: string
  x: number
  y: number
  w: number
  h: number
  tab?: string
  chart_id?: string
  title?: string
  text?: string
  filter?: string
  tabs?: { id: string; title: string }[]
}
export type Dashboard = { id: string; title: string; description: string; layout: Tile[]; filters: Filter[]; refresh_seconds: number }
export type Cell = string | number | boolean | null
export type TileData = {
  tile: string
  title: string | null
  description: string | null
  chart_type: ChartType | null
  spec: ChartSpec | null
  picture: string | null
  data: { columns: ChartColumn[]; rows: Cell[][]; truncated: boolean } | null
  filters: { filter: string; applied: boolean; reason: string | null }[]
  drill: { column: string; title: string; levels: string[]; at: number }[]
  error: { code: string; message: string } | null
}

export type ChatPart =
  | { type: 'rows'; columns: (ChartColumn & { role: string })[]; rows: Cell[][]; row_count: number; truncated: boolean }
  | { type: 'chart'; chart_type: ChartType; title: string; spec: ChartSpec | null }
  | { type: 'suggestions'; suggestions: string[] }
  | { type: 'clarification'; reason?: string; question: string; options: string[] }
  | { type: 'refusal'; reason: string }
  | { type: 'warnings'; warnings: { code: string; message: string }[] }
export type ChatTurn = { id: string; thread_id: string; question: string; content: string; parts: ChatPart[]; withheld: boolean; status: string }

/** What the service says no to. */
export class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The token is no longer good: another is on its way, or the host has to send one. */
export class Expired extends Error {}

/** The API as the holder of a guest token is answered. The token stays in memory. */
export class Service {
  #token: string | null = null
  readonly #base: string
  readonly #language: string

  /** `locale` is that of the page, which need not be the browser's. */
  constructor(dashboardId: string, locale: string | undefined) {
    this.#language = locale ?? 'en'
    this.#base = new URL(`../api/v1/analytics/dashboards/${encodeURIComponent(dashboardId)}`, document.baseURI).href
  }

  /** Takes a token; `null` forgets it. */
  use(token: string | null): void {
    this.#token = token
  }

  /** When the token ends, in milliseconds since 1970; `null` when there is none. */
  get endsAt(): number | null {
    const { exp } = this.#claims()
    return exp === undefined ? null : exp * 1000
  }

  /** Whether its rows may be saved; the service holds to it for files of its own. */
  get mayExport(): boolean {
    return this.#claims().perms?.can_export === true
  }

  /** Whether its holder may ask questions. */
  get mayChat(): boolean {
    return this.#claims().perms?.can_chat === true
  }

  #claims(): { exp?: number; perms?: { can_export?: boolean; can_chat?: boolean } } {
    try {
      return JSON.parse(atob((this.#token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    } catch {
      return {}
    }
  }

  dashboard(signal: AbortSignal): Promise<Dashboard> {
    return this.#get('', {}, signal).then((reply) => reply.json() as Promise<Dashboard>)
  }

  /** The values a filter offers, as the filters it depends on leave them. */
  async offered(filter: string, chosen: Chosen[], q: string, signal: AbortSignal): Promise<{ values: Value[]; truncated: boolean }> {
    const reply = await this.#get(`/filters/${encodeURIComponent(filter)}/values`, { filters: JSON.stringify(chosen), ...(q ? { q } : {}) }, signal)
    return (await reply.json()) as { values: Value[]; truncated: boolean }
  }

  /** The tiles, each as it is ready. */
  async *tiles(
    asked: { chosen: Chosen[]; drills: Drill[]; pictures?: string; width?: number; locale?: string | undefined },
    signal: AbortSignal,
  ): AsyncGenerator<TileData> {
    const query: Record<string, string> = { filters: JSON.stringify(asked.chosen), drill: JSON.stringify(asked.drills) }
    if (asked.pictures)
      Object.assign(query, { pictures: asked.pictures, width: String(asked.width ?? 1200), ...(asked.locale ? { locale: asked.locale } : {}) })
    const reply = await this.#get('/data', query, signal, 'application/x-ndjson')
    yield* linesOf<TileData>(reply)
  }

  /** Asks about what is shown; the reply is a stream of events. */
  ask(asked: { question: string; filters: string; thread_id?: string }, signal: AbortSignal): Promise<Response> {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    return this.#call('/chat', { method: 'POST', signal, headers, body: JSON.stringify(asked) })
  }

  /** What was asked before and is not forgotten, the oldest first. */
  async chatTurns(): Promise<ChatTurn[]> {
    return (await (await this.#call('/chat', {})).json()) as ChatTurn[]
  }

  async forgetChat(): Promise<void> {
    await this.#call('/chat', { method: 'DELETE' })
  }

  #get(path: string, query: Record<string, string>, signal: AbortSignal, accept = 'application/json'): Promise<Response> {
    const search = new URLSearchParams(query).toString()
    return this.#call(`${path}${search && `?${search}`}`, { signal, headers: { accept } })
  }

  async #call(path: string, { headers, ...how }: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    if (!this.#token) throw new Expired()
    const reply = await fetch(`${this.#base}${path}`, {
      ...how,
      headers: { ...headers, 'accept-language': this.#language, authorization: `Bearer ${this.#token}` },
    })
    if (reply.status === 401) throw new Expired()
    if (!reply.ok) {
      const told = (await reply.json().catch(() => null)) as { error?: { code?: string; message?: string } } | null
      throw new Refused(told?.error?.code ?? '', told?.error?.message ?? `the service answered ${reply.status}`)
    }
    return reply
  }
}

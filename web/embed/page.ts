import type { ThemeMode } from '#charts/chart.ts'
import { ChatView } from './chat-view.ts'
import { DashboardView } from './dashboard-view.ts'
import { el } from './dom.ts'
import { optionsOf, readPlace, writePlace } from './options.ts'
import { applyLook } from './own-look.ts'
import { Expired, Service } from './service.ts'
import { listen, type Parent } from './switchboard.ts'
import { wordsOf } from './words.ts'
import './page.css'
import './chat.css'

const { dashboard: dashboardId = '', parents = '' } = document.body.dataset
const page = document.getElementById('page') ?? document.body
const banner = el('p', { class: 'banner', role: 'status', hidden: true })
const search = new URLSearchParams(location.search)
const options = optionsOf(search, readPlace(search.get('permalink')))
const words = wordsOf(options.locale)
const service = new Service(dashboardId, options.locale)
const dark = matchMedia('(prefers-color-scheme: dark)')

let parent: Parent | null = null
let view: DashboardView | null = null
let chat: ChatView | null = null
let opening: Promise<void> | null = null
let mode = options.theme ?? 'light'
let ending: ReturnType<typeof setTimeout> | undefined
let refreshing: ReturnType<typeof setInterval> | undefined
let isExpired = false

const themeNow = (): ThemeMode => (mode === 'dark' || (mode === 'system' && dark.matches) ? 'dark' : 'light')

function applyTheme(): void {
  document.documentElement.dataset.theme = themeNow()
  applyLook(themeNow())
  view?.setTheme(themeNow())
  chat?.setTheme(themeNow())
}

function say(text: string | null): void {
  banner.textContent = text ?? ''
  banner.hidden = text === null
}

function expire(): void {
  isExpired = true
  service.use(null)
  say(words.expired)
}

function failed(error: unknown): void {
  if (error instanceof Expired) expire()
  else say(error instanceof Error ? error.message : words.notShown)
}

/** Takes the token of the framing page: the first opens the dashboard, a later one replaces it, and brings an expired view back. */
async function takeToken(token: unknown): Promise<void> {
  if (typeof token !== 'string' || token === '') return
  service.use(token)
  clearTimeout(ending)
  const { endsAt } = service
  if (endsAt !== null) ending = setTimeout(expire, Math.max(0, Math.min(endsAt - Date.now(), 2 ** 31 - 1)))
  say(null)
  if (!view && !chat) {
    opening ??= open().catch(failed)
    await opening
    opening = null
  } else if (isExpired) {
    isExpired = false
    await view?.read()
  }
  offerChat()
  isExpired = false
}

async function open(): Promise<void> {
  if (options.isChat) {
    openChat()
    return
  }
  const dashboard = await service.dashboard(new AbortController().signal)
  document.title = dashboard.title
  view = new DashboardView(service, dashboard, options, themeNow(), {
    chosen: () => options.emitsChoices && parent?.emit('observeDataMask', { ...view?.dataMask(), nativeFiltersChanged: true }),
    failed,
  })
  page.replaceChildren(banner, view.element)
  await view.read()
  clearInterval(refreshing)
  if (dashboard.refresh_seconds > 0) refreshing = setInterval(() => !isExpired && !document.hidden && void view?.read(), dashboard.refresh_seconds * 1000)
}

function newChat(): ChatView {
  const made = new ChatView(service, themeNow(), options.locale, { chosen: () => view?.chosen ?? options.chosen, failed })
  void made.restore().catch(failed)
  return made
}

/** The chat without the dashboard around it. */
function openChat(): void {
  document.body.classList.add('alone')
  page.replaceChildren(banner)
  if (!service.mayChat) {
    say(words.noChat)
    return
  }
  chat = newChat()
  page.append(chat.element)
}

/** A button beside the dashboard that opens the chat, where the token allows it. */
function offerChat(): void {
  if (options.isChat || !options.offersChat || !view || !service.mayChat || document.querySelector('.chat-open')) return
  const panel = el('div', { class: 'chat-panel', id: 'chat-panel', hidden: true })
  const { ask: label, close } = words
  const button = el('button', { type: 'button', class: 'chat-open', 'aria-expanded': 'false', 'aria-controls': 'chat-panel', onclick: () => toggle() }, label)
  const toggle = (isOpen = panel.hidden === true) => {
    panel.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
    button.textContent = isOpen ? close : label
    if (!isOpen) {
      button.focus()
      return
    }
    if (!chat) {
      chat = newChat()
      panel.append(chat.element)
    }
    chat.focus()
  }
  panel.addEventListener('keydown', (event) => event.key === 'Escape' && toggle(false))
  document.body.append(panel, button)
}

const methods = {
  guestToken: ({ guestToken }: { guestToken?: unknown }) => takeToken(guestToken),
  getScrollSize: () => ({ width: document.body.scrollWidth, height: document.body.scrollHeight }),
  async getDashboardPermalink({ anchor }: { anchor?: string } = {}) {
    const key = writePlace({ chosen: view?.chosen ?? [], tabs: view?.activeTabs ?? [], ...(anchor ? { anchor } : {}) })
    const own = await parent?.ask('resolvePermalinkUrl', { key })
    const address = new URL(location.pathname, location.origin)
    address.searchParams.set('permalink', key)
    if (anchor) address.hash = anchor
    return typeof own === 'string' ? own : address.href
  },
  getActiveTabs: () => view?.activeTabs ?? [],
  getDataMask: () => view?.dataMask() ?? {},
  getChartStates: () => ({}),
  getChartDataPayloads: ({ chartId }: { chartId?: string | number } = {}) =>
    Object.fromEntries(
      [...(view?.charts ?? [])].flatMap(([tile, { data }]) => {
        const rows = data?.data?.rows.map((row) => Object.fromEntries((data.data?.columns ?? []).map(({ name }, index) => [name, row[index]])))
        return rows && (chartId === undefined || String(chartId) === tile) ? [[tile, { data: rows, rowcount: rows.length }]] : []
      }),
    ),
  setThemeConfig: ({ themeConfig }: { themeConfig?: { algorithm?: string } } = {}) => {
    mode = themeConfig?.algorithm === 'dark' ? 'dark' : 'light'
    applyTheme()
  },
  setThemeMode: ({ mode: asked }: { mode?: string } = {}) => {
    mode = asked ?? 'default'
    applyTheme()
  },
}

dark.addEventListener('change', applyTheme)
document.documentElement.lang = options.locale ?? 'en'
applyTheme()
if (window.parent === window) page.replaceChildren(el('p', { class: 'notice' }, words.notFramed))
else {
  listen(parents, methods as never, (connected) => {
    parent = connected
  })
}

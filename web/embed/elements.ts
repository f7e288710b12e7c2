const HANDSHAKE = '__embedded_comms__'
const EARLY_MS = 5_000
const RETRY_MS = 10_000
const LEAST_WAIT_MS = 1_000

/** Where this script came from is where the dashboards are. */
const home = new URL(/* @vite-ignore */ '../', import.meta.url)

/** Frames the embedded page, hands it the token, and renews it before it ends. Fires `ready` when the page has the first token, and `failed`. */
abstract class QuerentFrame extends HTMLElement {
  static observedAttributes = ['theme', 'dashboard', 'locale', 'filters', 'hide-title', 'hide-tabs', 'hide-chat']
  #port: MessagePort | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #fetchToken: (() => Promise<string>) | null = null
  #number = 0

  /** What of the page is shown, and what its frame is called where the host does not say. */
  abstract readonly shown: Record<string, string>
  abstract readonly called: string

  get fetchToken(): (() => Promise<string>) | null {
    return this.#fetchToken
  }
  set fetchToken(fetch: (() => Promise<string>) | null) {
    this.#fetchToken = fetch
    if (this.#port) void this.#renew()
    else if (this.isConnected) this.#mount()
  }

  connectedCallback(): void {
    // Set before the element was known to be one of ours.
    if (Object.hasOwn(this, 'fetchToken')) {
      const given: (() => Promise<string>) | null = Reflect.get(this, 'fetchToken')
      Reflect.deleteProperty(this, 'fetchToken')
      this.fetchToken = given
    } else this.#mount()
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer)
    this.#port?.close()
    this.#port = null
    this.replaceChildren()
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (before === now || !this.isConnected) return
    if (name === 'theme') this.#port?.postMessage({ switchboardAction: 'emit', method: 'setThemeMode', args: { mode: now ?? 'default' } })
    else this.#mount()
  }

  #mount(): void {
    const id = this.getAttribute('dashboard')
    if (!id || !this.#fetchToken) return
    const address = new URL(encodeURIComponent(id), home)
    const bits = (this.hasAttribute('hide-title') ? 1 : 0) + (this.hasAttribute('hide-tabs') ? 2 : 0)
    const asked = {
      ...this.shown,
      uiConfig: String(bits),
      theme: this.getAttribute('theme'),
      locale: this.getAttribute('locale'),
      show_filters: this.getAttribute('filters'),
    }
    for (const [name, value] of Object.entries(asked)) if (value) address.searchParams.set(name, value)
    const frame = document.createElement('iframe')
    for (const right of ['allow-same-origin', 'allow-scripts', 'allow-downloads', 'allow-popups', 'allow-forms']) frame.sandbox.add(right)
    Object.assign(frame.style, { border: '0', width: '100%', height: '100%', display: 'block' })
    frame.title = this.getAttribute('title') ?? this.called
    frame.allow = 'fullscreen; clipboard-write'
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel()
      this.#port?.close()
      this.#port = port1
      port1.start()
      frame.contentWindow?.postMessage({ type: HANDSHAKE, handshake: 'port transfer' }, home.origin, [port2])
      void this.#renew()
    })
    frame.src = address.href
    if (getComputedStyle(this).display === 'inline') this.style.display = 'block'
    this.replaceChildren(frame)
  }

  async #renew(): Promise<void> {
    clearTimeout(this.#timer)
    const number = ++this.#number
    try {
      const guestToken = await this.#fetchToken?.()
      if (number !== this.#number || !this.#port || !guestToken) return
      this.#port.postMessage({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken } })
      this.#timer = setTimeout(() => void this.#renew(), Math.max(LEAST_WAIT_MS, endOf(guestToken) - Date.now() - EARLY_MS))
      this.dispatchEvent(new CustomEvent('ready'))
    } catch (error) {
      if (number !== this.#number) return
      this.#timer = setTimeout(() => void this.#renew(), RETRY_MS)
      this.dispatchEvent(new CustomEvent('failed', { detail: error }))
    }
  }
}

/**
 * `<querent-dashboard dashboard="dsh_…" theme="dark" locale="de">` with a `fetchToken` property, a function that answers a guest token of the host's server.
 * Where the token has `can_chat` questions are asked in it too, unless `hide-chat` is set.
 */
class QuerentDashboard extends QuerentFrame {
  readonly called = 'Dashboard'
  get shown(): Record<string, string> {
    return this.hasAttribute('hide-chat') ? { chat: 'false' } : {}
  }
}

/** `<querent-chat dashboard="dsh_…">`: the questions alone, in the same way. Its tokens need `can_chat`. */
class QuerentChat extends QuerentFrame {
  readonly called = 'Chat'
  readonly shown = { view: 'chat' }
}

function endOf(token: string): number {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: number }
    return (claims.exp ?? 0) * 1000
  } catch {
    return Date.now() + 300_000
  }
}

for (const [name, element] of Object.entries({ 'querent-dashboard': QuerentDashboard, 'querent-chat': QuerentChat }))
  if (!customElements.get(name)) customElements.define(name, element)

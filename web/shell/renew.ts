const KEY = 'querent.renewed'
const ONCE_IN_MS = 30_000

/** A page that is open while a new version takes the place of its files finds them gone: it is loaded anew, once, where it is. */
export function renewWhenReplaced(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (Date.now() - last < ONCE_IN_MS) return
    sessionStorage.setItem(KEY, String(Date.now()))
    location.reload()
  })
}

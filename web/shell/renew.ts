const KEY = 'querent.renewed'
const ONCE_IN_MS = 30_000

/** A page that is open while a new version takes the place of its files finds them gone: it is loaded anew, once, where it is. */
export function renewWhenReplaced(): void {
  window.addEventListener('vite:preloadError', () => void renew())
}

async function renew(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < ONCE_IN_MS) return
  // Where nobody answers nothing was replaced, and a page that is loaded anew would be no page at all.
  const isThere = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
}

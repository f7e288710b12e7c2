import { useSyncExternalStore } from 'react'

type Overlay = 'palette' | 'shortcuts' | null
let open: Overlay = null
const listeners = new Set<() => void>()
function become(next: Overlay): void {
  open = next
  for (const listener of listeners) listener()
}

export const openPalette = (): void => become('palette')
export const openShortcuts = (): void => become('shortcuts')
export const closeOverlay = (): void => become(null)
/** What lies over the page now. */
export const useOverlay = (): Overlay =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )

import { useSyncExternalStore } from 'react'

const KEY = 'querent.rail'
const listeners = new Set<() => void>()
const narrow = matchMedia('(max-width: 767px)')
let isOpen = narrow.matches ? false : localStorage.getItem(KEY) !== 'closed'

narrow.addEventListener('change', () => openRail(narrow.matches ? false : localStorage.getItem(KEY) !== 'closed'))

function openRail(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}
/** Opens or closes the rail; on a narrow page it lies over the rest, and its state is not kept. */
export function toggleRail(): void {
  if (!narrow.matches) localStorage.setItem(KEY, isOpen ? 'closed' : 'open')
  openRail(!isOpen)
}
export const closeRailOver = (): void => {
  if (narrow.matches) openRail(false)
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useRailOpen = (): boolean => useSyncExternalStore(listen, () => isOpen)
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )

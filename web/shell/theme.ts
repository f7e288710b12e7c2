import { useSyncExternalStore } from 'react'

export type ThemePreference = 'light' | 'dark' | 'system'
const KEY = 'querent.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export const preferredTheme = (): ThemePreference => {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
let isOnPaper = false
const isDark = (): boolean => !isOnPaper && (preferredTheme() === 'system' ? system.matches : preferredTheme() === 'dark')

function apply(): void {
  document.documentElement.classList.toggle('dark', isDark())
  for (const listener of listeners) listener()
}
system.addEventListener('change', apply)
// Paper is white.
const onPaper = (is: boolean) => () => {
  isOnPaper = is
  apply()
}
window.addEventListener('beforeprint', onPaper(true))
window.addEventListener('afterprint', onPaper(false))
const REDRAWN_MS = 600

/** Prints the page in its light theme, once what is drawn has followed. */
export async function printPage(): Promise<void> {
  if (isDark()) {
    onPaper(true)()
    await new Promise((resolve) => setTimeout(resolve, REDRAWN_MS))
  }
  window.print()
}
window.addEventListener('storage', (event) => event.key === KEY && apply())

export function preferTheme(next: ThemePreference): void {
  if (next === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, next)
  apply()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const usePreferredTheme = (): ThemePreference => useSyncExternalStore(listen, preferredTheme)
/** The theme the page is drawn with now. */
export const useTheme = (): 'light' | 'dark' => (useSyncExternalStore(listen, isDark) ? 'dark' : 'light')

import { useEffect, useRef } from 'react'

const isMac = /mac/i.test(navigator.platform)
/** How the key is written that commands begin with. */
export const COMMAND = isMac ? '⌘' : 'Ctrl '

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Does something on a key: `mod+k`, or a single character, which counts only while nothing is being typed. */
export function useKeys(keys: Record<string, () => void>): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      const hasCommand = isMac ? event.metaKey : event.ctrlKey
      if (event.altKey || (!hasCommand && isTyping(event.target))) return
      const name = hasCommand ? `mod+${event.key.toLowerCase()}` : event.key
      const act = Object.hasOwn(current.current, name) ? current.current[name] : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}

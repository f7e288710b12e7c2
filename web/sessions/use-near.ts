import { type RefObject, useEffect, useRef, useState } from 'react'

const MARGIN = '1500px 0px'

/**
 * Whether something is in view or close to it, and how high it was when it last was: what is far away is left out and keeps its place, so that a conversation of
 * any length costs what is seen of it.
 */
export function useNear(place: RefObject<HTMLElement | null>, startsNear: boolean): { isNear: boolean; height: number | null } {
  const [isNear, setNear] = useState(startsNear)
  const height = useRef<number | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watched = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0) height.current = entry.boundingClientRect.height
        setNear(entry.isIntersecting)
      },
      { root: element.parentElement?.parentElement ?? null, rootMargin: MARGIN },
    )
    watched.observe(element)
    return () => watched.disconnect()
  }, [place])
  return { isNear, height: height.current }
}

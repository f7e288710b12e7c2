import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const NEAR = 120

/**
 * Keeps the latest turn in view while it grows, as long as the reader is there: its end, or where it is taller than the place its beginning. What is put in front
 * leaves the reader where he is. `begins` changes when something else is shown: then its latest is gone to.
 */
export function useLatestInView(content: RefObject<HTMLElement | null>, begins: unknown, firstKey: string | undefined): void {
  const isAtEnd = useRef(true)
  const height = useRef({ first: firstKey, of: 0 })
  useLayoutEffect(() => {
    const scroller = content.current?.parentElement
    if (!scroller || begins === null) return
    isAtEnd.current = true
    scroller.scrollTop = latest(scroller)
  }, [content, begins])
  useLayoutEffect(() => {
    const scroller = content.current?.parentElement
    if (!scroller) return
    if (height.current.first !== undefined && firstKey !== height.current.first && !isAtEnd.current)
      scroller.scrollTop += scroller.scrollHeight - height.current.of
    height.current = { first: firstKey, of: scroller.scrollHeight }
  }, [content, firstKey])
  useEffect(() => {
    const element = content.current
    const scroller = element?.parentElement
    if (!element || !scroller) return
    const scrolled = () => {
      isAtEnd.current = Math.abs(scroller.scrollTop - latest(scroller)) < NEAR
    }
    const grown = new ResizeObserver(() => {
      height.current.of = scroller.scrollHeight
      if (isAtEnd.current) scroller.scrollTop = latest(scroller)
    })
    scroller.addEventListener('scroll', scrolled, { passive: true })
    grown.observe(element)
    return () => {
      scroller.removeEventListener('scroll', scrolled)
      grown.disconnect()
    }
  }, [content])
}

const ABOVE = 24

/** How far down the latest turn is seen best. */
function latest(scroller: HTMLElement): number {
  const end = scroller.scrollHeight - scroller.clientHeight
  const turn = scroller.firstElementChild?.lastElementChild
  if (!(turn instanceof HTMLElement)) return end
  const top = turn.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
  return Math.max(0, Math.min(end, top - ABOVE))
}

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const NEAR = 120
/** What scrolls within this time of a wheel, a key or a finger is the reader's doing; else it is the page's, which grew or was moved. */
const BY_HAND_MS = 400

/**
 * Keeps the latest turn in view while it grows, as long as the reader is there: its end, or where it is taller than the place its beginning. What is put in front
 * leaves the reader where he is. `begins` changes when something else is shown, `asked` when the reader asks: then the latest is gone to.
 */
export function useLatestInView(content: RefObject<HTMLElement | null>, begins: unknown, firstKey: string | undefined, asked: string | null): void {
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
    if (!scroller || asked === null) return
    isAtEnd.current = true
    scroller.scrollTop = latest(scroller)
  }, [content, asked])
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
    let byHand = 0
    let isHeld = false
    const moved = () => {
      byHand = performance.now()
    }
    const held = ({ type }: Event) => {
      isHeld = type === 'pointerdown'
      moved()
    }
    const scrolled = () => {
      if (Math.abs(scroller.scrollTop - latest(scroller)) < NEAR) isAtEnd.current = true
      else if (isHeld || performance.now() - byHand < BY_HAND_MS) isAtEnd.current = false
    }
    const grown = new ResizeObserver(() => {
      height.current.of = scroller.scrollHeight
      if (isAtEnd.current) scroller.scrollTop = latest(scroller)
    })
    const leaving = new AbortController()
    const options = { passive: true, signal: leaving.signal }
    scroller.addEventListener('scroll', scrolled, options)
    for (const type of ['wheel', 'touchmove', 'keydown']) scroller.addEventListener(type, moved, options)
    scroller.addEventListener('pointerdown', held, options)
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, held, options)
    grown.observe(element)
    return () => {
      leaving.abort()
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

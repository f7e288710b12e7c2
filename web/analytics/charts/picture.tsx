import { useEffect, useRef } from 'react'

/** A picture that the service drew, as nodes of the page: its text is in the page's fonts. What it shows is told beside it. */
export function Picture({ svg }: { svg: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
    if (drawn.localName !== 'svg') return
    drawn.removeAttribute('width')
    drawn.removeAttribute('height')
    place.current?.replaceChildren(document.importNode(drawn, true))
  }, [svg])
  return <div ref={place} aria-hidden="true" className="size-full [&_text]:font-sans [&>svg]:size-full [&>svg>rect:first-child]:fill-transparent" />
}

import { useEffect, useRef } from 'react'

/** Markdown; what could run or load is left out. */
export function TextTile({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    void import('#web/dashboard/markdown.ts').then(({ markdown }) => !isGone && place.current?.replaceChildren(markdown(text)))
    return () => {
      isGone = true
    }
  }, [text])
  return <div ref={place} className="board-text h-full px-1 py-0.5" />
}

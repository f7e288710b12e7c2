import { useEffect, useState } from 'react'

const LOOK = 'min-w-0 leading-6 break-words'
/** Text without any of these signs is the same in Markdown. */
const MARKS = /[*_`#|>[\]<&\\]|^\s*(?:[-+]|\d+[.)])\s/m

/** The words of an answer. Markdown is drawn once its reader is loaded; before that, and where there is none in it, the text stands as it is. */
export function Words({ children }: { children: string }) {
  const html = useMarkdown(children)
  if (html === null) return <div className={`${LOOK} whitespace-pre-wrap`}>{children}</div>
  return <div className={`${LOOK} prose-answer`} ref={(element) => void element?.replaceChildren(html.cloneNode(true))} />
}

type Reader = (text: string) => DocumentFragment
let reader: Reader | null = null

function useMarkdown(text: string): DocumentFragment | null {
  const [isReady, setReady] = useState(reader !== null)
  const isMarked = MARKS.test(text)
  useEffect(() => {
    if (!isMarked || isReady) return
    let isGone = false
    void import('./markdown.ts').then(({ readMarkdown }) => {
      reader = readMarkdown
      if (!isGone) setReady(true)
    })
    return () => {
      isGone = true
    }
  }, [isMarked, isReady])
  return isMarked && isReady && reader ? reader(text) : null
}

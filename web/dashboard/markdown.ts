import DOMPurify from 'dompurify'
import { Marked } from 'marked'

/** HTML among the Markdown is left out before anything parses it: even an inert document tells of the handlers it holds. */
const reader = new Marked({ renderer: { html: () => '' } })

/** Markdown as nodes; what could run, load or submit is left out. Links open beside the page. */
export function markdown(text: string): DocumentFragment {
  const clean = DOMPurify.sanitize(reader.parse(text, { async: false }), {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['style', 'form', 'input', 'img', 'video', 'audio', 'svg', 'math'],
    FORBID_ATTR: ['style', 'class', 'id'],
  })
  for (const link of clean.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  return clean
}

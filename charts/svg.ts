export type Attributes = Record<string, string | number | null | undefined>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text without the characters that XML has no place for. */
export const printable = (text: string): string => text.replace(/[^\t\n\r\P{Cc}]|\p{Cs}|\ufffe|\uffff/gu, '')

/** Text as XML carries it: markup written out. */
export const escaped = (text: string): string => printable(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** An element as text. Its children are elements already. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === null || value === undefined) return []
    return [` ${key}="${typeof value === 'number' ? String(Math.round(value * 100) / 100) : escaped(value)}"`]
  })
  const inside = children.join('')
  return inside === '' ? `<${name}${written.join('')}/>` : `<${name}${written.join('')}>${inside}</${name}>`
}

/** A line of text. Its direction is that of its words. */
export const textElement = (attributes: Attributes, text: string): string => element('text', attributes, escaped(text))

/** A whole picture. `label` is what is read out in its place. */
export function picture(
  { width, height, background, label, font }: { width: number; height: number; background: string; label: string; font: string },
  ...children: string[]
): string {
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, 'font-family': font },
    element('rect', { width: '100%', height: '100%', fill: background }),
    ...children,
  )
}

/** What a mail says, before it is set as text and HTML. */
export type Letter = {
  subject: string
  paragraphs: string[]
  /** The one thing to do, and where. */
  action: { label: string; url: string } | null
  /** Small print: why this mail came. */
  closing: string[]
}

/** A picture between the words, by the `cid` of its file. */
export type Figure = { title: string; cid: string }

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character)

const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>')

/** What a deployment puts in the place of the usual: its colour, what is read on it, and its font, which mail programs use where they have it. */
export type Look = { accent: string; onAccent: string; font: string | null }

export const PLAIN: Look = { accent: '#4f5bd5', onAccent: '#ffffff', font: null }

const WIDTH = 640

/** A letter as plain text: whatever HTML shows stands here too. */
export function letterText({ paragraphs, action, closing }: Letter, figures: readonly Figure[] = []): string {
  const pictures = figures.map(({ title }) => `• ${title}`).join('\n')
  return [
    ...paragraphs,
    ...(pictures ? [pictures] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(closing.length ? ['-- ', ...closing] : []),
  ].join('\n\n')
}

/** A letter as HTML that mail programs show alike: one column, styles at the elements, nothing loaded from elsewhere. */
export function letterHtml(
  { subject, paragraphs, action, closing }: Letter,
  figures: readonly Figure[] = [],
  { accent, onAccent, font }: Look = PLAIN,
): string {
  const words = paragraphs.map((text) => `<p style="margin:0 0 16px">${lines(text)}</p>`)
  const pictures = figures.map(
    ({ title, cid }) =>
      `<p style="margin:0 0 20px"><img src="cid:${escaped(cid)}" alt="${escaped(title)}" width="600" style="max-width:100%;height:auto;border:0"></p>`,
  )
  const button = action
    ? [
        `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="background:${accent};color:${onAccent};text-decoration:none;padding:10px 18px;border-radius:6px;display:inline-block;font-weight:600">${escaped(action.label)}</a></p>`,
        `<p style="margin:0 0 16px;font-size:13px;color:#5b6472;word-break:break-all">${escaped(action.url)}</p>`,
      ]
    : []
  const small = closing.length
    ? [`<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e6eb;font-size:13px;color:#5b6472">${closing.map(lines).join('<br><br>')}</p>`]
    : []
  return [
    `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;background:#f5f6f8">',
    `<div style="max-width:${WIDTH}px;margin:0 auto;padding:24px 16px"><div style="background:#ffffff;border-radius:8px;padding:28px;font:15px/1.5 ${font ? `${font},` : ''}-apple-system,Segoe UI,Helvetica,Arial,sans-serif;color:#1a1f29">`,
    ...words,
    ...pictures,
    ...button,
    ...small,
    '</div></div></body></html>',
  ].join('\n')
}

/** Characters that can hide or reorder text: controls, bidi marks (Unicode UAX #9), zero-width and tag characters. */
const HIDING = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu

/**
 * Text that somebody else wrote, on one line, without hiding characters or our own fence, at most `most` characters:
 * descriptions, sample values, titles and cells before a model reads them.
 */
export function sanitizeText(text: string, most = 400): string {
  const line = text
    .slice(0, most * 4)
    .replace(HIDING, ' ')
    .replaceAll(/<\s*\/?\s*data\b/gi, '‹data')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Marks a block as data: the prompt tells the model that nothing inside is an instruction. */
export const fenced = (name: string, text: string): string => `<data name="${name}">\n${text}\n</data>`

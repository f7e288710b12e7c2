/** The languages that what a program says by itself is written in. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * The language a reader likes best of those there are, by his `Accept-Language` (RFC 9110 §12.5.4); English where he names none of them.
 * A region is passed over: `de-AT` is German.
 */
export function languageOf(header: string | undefined): Language {
  if (header === undefined || header.length > LONGEST) return 'en'
  const liked = header
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
      return { language: LANGUAGES.find((one) => range === one || range.startsWith(`${one}-`)), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ language, quality }) => language !== undefined && quality > 0)
  return liked.toSorted((one, other) => other.quality - one.quality)[0]?.language ?? 'en'
}

const LONGEST = 500

/** "a, b and c" in that language. */
export function listIn(language: Language, items: string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${language === 'de' ? 'und' : 'and'} ${items.at(-1)}`
}

/** The source of a regular expression for any of some words or phrases, longest first: `anyOf(['a', 'an'])` is `(?:an|a)`. A space of a phrase is one space. */
export function anyOf(...words: Iterable<string>[]): string {
  const all = [...new Set(words.flatMap((some) => [...some]))].sort((a, b) => b.length - a.length)
  return `(?:${all.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
}

/** As `anyOf` with word boundaries on both sides, for a search in a text in any letters. */
export function wordPattern(...words: Iterable<string>[]): RegExp {
  return new RegExp(`\\b${anyOf(...words)}\\b`, 'i')
}

/** The source of a regular expression for any of some words or phrases, longest first: `anyOf(['a', 'an'])` is `(?:an|a)`. A space of a phrase is one space. */
export function anyOf(...words: Iterable<string>[]): string {
  const all = [...new Set(words.flatMap((some) => [...some]))].sort((a, b) => b.length - a.length)
  return `(?:${all.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`
}

/** A search for any of some singular nouns, or their plurals in s, as whole words. */
export function nounPattern(...words: Iterable<string>[]): RegExp {
  return new RegExp(`\\b${anyOf(...words)}s?\\b`, 'i')
}

/** A search for any of some words or phrases as whole words, in small or capital letters. */
export function wordPattern(...words: Iterable<string>[]): RegExp {
  return new RegExp(`\\b${anyOf(...words)}\\b`, 'i')
}

/** A set of words, from texts whose words are parted by white space and from sets that are already there: `wordSet('a an', others)`. */
export function wordSet(...parts: (string | Iterable<string>)[]): ReadonlySet<string> {
  return new Set(parts.flatMap((part) => (typeof part === 'string' ? wordList(part) : [...part])))
}

/** The words of a text, in order. */
export function wordList(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** The phrases of a text that are parted by semicolons or new lines, in order. */
export function phraseList(text: string): readonly string[] {
  return text
    .split(/[;\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
}

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

/** Every phrase with what it means, from lists of phrases by meaning: `phrasesFor({ avg: 'average;mean' })` gives `['average', 'avg']` and `['mean', 'avg']`. */
export function phrasesFor<Meaning extends string>(phrases: Partial<Record<Meaning, string>>): [phrase: string, meaning: Meaning][] {
  return (Object.entries(phrases) as [Meaning, string][]).flatMap(([meaning, text]) => phraseList(text).map((phrase): [string, Meaning] => [phrase, meaning]))
}

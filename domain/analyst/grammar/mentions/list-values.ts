import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload, Ref } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'

type Entry = { ref: Ref; text: string }

const known = new WeakMap<Lexicon, Map<string, Entry[]>>()
const separator = /\s*[,;|]\s+/
const leastListed = 0.6
const longestEntry = 4

/** Entries of columns that hold lists ("Ham, Mushrooms, Garlic"), by their words: such as stand in several lists. */
function entriesOf(lexicon: Lexicon): Map<string, Entry[]> {
  const found = known.get(lexicon)
  if (found) return found
  const entries = new Map<string, Entry[]>()
  for (const table of lexicon.layer.tables)
    for (const column of table.columns) {
      if (table.isHidden || column.isHidden || column.type !== 'text' || column.sampleValues.length < 3) continue
      const lists = column.sampleValues.map((value) => value.split(separator).map((part) => part.trim())).filter((parts) => parts.length > 1)
      if (lists.length < column.sampleValues.length * leastListed) continue
      const times = new Map<string, string[]>()
      for (const text of lists.flatMap((parts) => [...new Set(parts)])) {
        const words = wordsOf(text)
        if (words.length > 0 && words.length <= longestEntry) times.set(words.join(' '), [...(times.get(words.join(' ')) ?? []), text])
      }
      for (const [words, [text = '', ...more]] of times)
        if (more.length > 0) entries.set(words, [...(entries.get(words) ?? []), { ref: { table, column }, text }])
    }
  known.set(lexicon, entries)
  return entries
}

/** What a phrase is an entry of, where a column holds lists. */
export function listedValues(lexicon: Lexicon, part: Token[]): [Payload, number][] {
  if (part.some(({ kind }) => kind !== 'word')) return []
  const words = part.flatMap(({ stem }) => wordsOf(stem)).join(' ')
  // "Mushrooms" and "Mushroom" are asked for alike.
  return (entriesOf(lexicon).get(words) ?? []).map(({ ref, text }) => [
    { is: 'value', ref, value: text.toLowerCase().startsWith(words) ? text.slice(0, words.length) : text, isListed: true },
    0.85,
  ])
}

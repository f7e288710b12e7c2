import { choiceWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { Lexicon } from './lexicon.ts'

/** The items with a table and a verb parted that were read as the name of one column: "which river traverses the most states" with a column `river traverse`. */
export function withVerbsApart(items: Item[], lexicon: Lexicon): Item[] {
  return items.flatMap((item, at) => {
    const words = item.lower.split(' ')
    const verb = words.at(-1) ?? ''
    const [noun, ...stems] = item.stem.split(' ')
    const stem = stems.join(' ')
    const isAsked = /[^s]s$/.test(verb) && choiceWords.has(items[at - 1]?.lower ?? '')
    const isDone = (words.length === 2 ? /ed$/ : /^to$/).test(verb) && words[0] !== noun
    if (words.length < 2 || (words.length > 2 && !isDone) || item.kind !== 'name' || item.values.length > 0 || !(isAsked || isDone)) return [item]
    const [tables, columns] = [lexicon.names.get(noun ?? '')?.tables ?? [], lexicon.names.get(stem ?? '')?.columns ?? []]
    const owner = tables.find(({ weight }) => weight >= 0.9)
    const own = columns.filter(
      ({ table, column, weight }) => weight >= 0.7 && table === owner?.table && item.meaning.columns.some((meaning) => meaning.column === column),
    )
    if (!owner || own.length === 0) return [item]
    const [first, ...rest] = item.text.split(' ')
    const part = (text: string, meaning: Item['meaning'], root: string): Item => ({ ...item, text, lower: text.toLowerCase(), stem: root, meaning })
    return [
      part(first ?? '', { tables: [owner], columns: [], measures: [] }, noun ?? ''),
      part(rest.join(' '), { tables: [], columns: own, measures: [] }, stem ?? ''),
    ]
  })
}

import type { Lexicon } from './lexicon.ts'
import type { Item } from './link.ts'

/** "Which river traverses the most states": a table and a verb that are read as one column's name (`river traverse`) stand apart again. */
export function withVerbsApart(items: Item[], lexicon: Lexicon): Item[] {
  return items.flatMap((item, at) => {
    const words = item.lower.split(' ')
    const verb = words.at(-1) ?? ''
    const isVerb =
      words.length === 2 && item.kind === 'name' && item.values.length === 0 && /[^s]s$/.test(verb) && ['which', 'what'].includes(items[at - 1]?.lower ?? '')
    if (!isVerb) return [item]
    const [noun, stem] = item.stem.split(' ')
    const [tables, columns] = [lexicon.names.get(noun ?? '')?.tables ?? [], lexicon.names.get(stem ?? '')?.columns ?? []]
    const owner = tables.find(({ weight }) => weight >= 0.9)
    const own = columns.filter(
      ({ table, column, weight }) => weight >= 0.7 && table === owner?.table && item.meaning.columns.some((meaning) => meaning.column === column),
    )
    if (!owner || own.length === 0) return [item]
    const [first, last] = item.text.split(' ')
    const part = (text: string, meaning: Item['meaning'], root: string): Item => ({ ...item, text, lower: text.toLowerCase(), stem: root, meaning })
    return [
      part(first ?? '', { tables: [owner], columns: [], measures: [] }, noun ?? ''),
      part(last ?? '', { tables: [], columns: own, measures: [] }, stem ?? ''),
    ]
  })
}

import { synonymGroups } from '#domain/analyst/lexicon/english/meanings/synonyms.ts'
import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import { endsOfColumn } from '#domain/semantics/describe/ends-in-words.ts'
import { plural, singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

/** What a measure is called in an answer: by the question's own word where that is a synonym of the column's label, and never by a bare "total". */
export function measureName(question: string, layer: Layer, { label, aggregate, table, column }: CompiledColumn): string {
  const written = label.toLowerCase()
  if (aggregate === null || aggregate === 'count' || aggregate === 'count_distinct' || column === null)
    return aggregate === 'count' ? countName(layer, written, table) : written
  const own = layer.tables.find((item) => item.name === table)?.columns.find((item) => item.name === column)
  const name = (own?.label ?? column).toLowerCase()
  if (!written.endsWith(name)) return written
  const asked: string[] = question.toLowerCase().match(/\p{L}+/gu) ?? []
  const words = new Set(asked)
  const word = name.split(' ').some((part) => words.has(part) && part !== 'total') ? undefined : asked.find((item) => isSynonym(name, singular(item)))
  const { low, high } = endsOfColumn(own ?? null)
  if (word !== undefined) return `${{ sum: 'total', avg: 'average', median: 'median', min: low, max: high }[aggregate]} ${word}`
  const noun = (layer.tables.find((item) => item.name === table)?.label ?? table).toLowerCase()
  return written === 'total' ? `total of ${plural(noun)}` : written
}

function countName(layer: Layer, written: string, table: string): string {
  const noun = layer.tables.find((item) => item.name === table)?.label.toLowerCase()
  return written === `${noun} count` && noun !== undefined ? `number of ${plural(noun)}` : written
}

function isSynonym(label: string, word: string): boolean {
  return word !== label && word !== 'total' && word !== 'amount' && synonymGroups.some((group) => group.includes(label) && group.includes(word))
}

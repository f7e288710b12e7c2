import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { continuations } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { determiners, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { operatorWords } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { isValueOnly, type Reading } from '#domain/analyst/reading/reading.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { end } from './remark-parts.ts'

const cue = new RegExp(
  `^((?:${anyOf(continuations)}\\b[\\s,]*)*(?:(?:what|how) about\\b|(?:the )?same for\\b)?)\\s*(?:(?:for|in|from|by|of|with) )?(.+?)${end}`,
  'i',
)

/** "And Metallica?": the query before with another value in a condition on the same column, or on another column of places. Null where the text is no such value. */
export function otherValue(question: string, previous: SemanticQuery, layer: Layer, read: (text: string) => Reading): SemanticQuery | null {
  const [, lead = '', text = ''] = cue.exec(question.trim()) ?? []
  if (text === '' || text.split(/\s+/).length > 4) return null
  const parts = partsOf(previous.filters)
  const same = parts.filter((part): part is FilterCondition => 'column' in part && part.operator === 'equals' && typeof part.values[0] === 'string')
  const replaced = (part: FilterCondition, by: Partial<FilterCondition>): SemanticQuery => ({
    ...previous,
    filters: joined(parts.map((item): Filter => (item === part ? { ...part, ...by } : item))) as Filter,
  })
  for (const part of same.toReversed()) {
    const value = columnOf(part, layer)?.sampleValues.find((item) => written(item) === written(text))
    if (value !== undefined) return replaced(part, { values: [value] })
  }
  if (lead.trim() === '') return null
  const { items } = read(text)
  const [item, ...more] = items
  const places = same.filter((part) => columnOf(part, layer)?.semanticType === 'geo')
  const [place] = places
  const elsewhere = place && item?.values.find(({ table, column }) => table.name === place.table && column.semanticType === 'geo')
  if (elsewhere && places.length === 1 && more.length === 0 && isValueOnly(item))
    return replaced(place, { column: elsewhere.column.name, values: [elsewhere.value] })
  const open = same.filter((part) => isOpen(columnOf(part, layer)))
  const [part, ...others] = open
  return part && others.length === 0 && /^\p{Lu}/u.test(text) && isName(items) ? replaced(part, { values: [text] }) : null
}

/** Whatever stands between the letters: e-wallet and Ewallet. */
const written = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]+/g, '')
    .trim()

function columnOf({ table, column }: FilterCondition, layer: Layer): LayerColumn | undefined {
  return layer.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
}

/** Whether a column holds more values than were sampled. */
function isOpen(column: LayerColumn | undefined): boolean {
  return column !== undefined && column.semanticType !== 'time' && (column.distinct ?? 0) > column.sampleValues.length
}

/** Whether words may be a value and name nothing else. */
function isName(items: Reading['items']): boolean {
  return items.every(
    (item) => isValueOnly(item) || (item.kind === 'word' && ![determiners, fillers, negations, operatorWords].some((words) => words.has(item.lower))),
  )
}

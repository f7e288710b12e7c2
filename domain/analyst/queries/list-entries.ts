import { tokenize } from '#domain/analyst/language/tokens.ts'
import { onlyWords } from '#domain/analyst/lexicon/english/meanings/texts.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { withFilters } from './spellings.ts'

const leastListed = 0.4
const separators = [/\s*[,;|]\s*/, /\s*\/\s*/, /\s*-\s*/, /\s*\+\s*/, /\s*&\s*/]
/** Signs that also stand within a single name: what they part must stand alone elsewhere. */
const loose = 1

const known = new WeakMap<LayerColumn, ReadonlySet<string>>()

/** What the lists of a text column are made of, in small letters: rain and snow of "Rain", "Rain-Snow" and "Fog-Snow". Empty where it holds no lists. */
export function entriesOfLists(column: LayerColumn): ReadonlySet<string> {
  const found = known.get(column)
  if (found) return found
  const entries = column.type === 'text' && column.sampleValues.length > 2 ? entriesIn(column.sampleValues) : new Set<string>()
  known.set(column, entries)
  return entries
}

function entriesIn(values: string[]): ReadonlySet<string> {
  for (const [index, separator] of separators.entries()) {
    const all = values.map((value) => value.trim().toLowerCase().split(separator).filter(Boolean))
    const lists = all.filter((parts) => parts.length > 1)
    const alone = new Set(all.flatMap((parts) => (parts.length === 1 ? parts : [])))
    const times = new Map<string, number>()
    for (const part of lists.flatMap((parts) => [...new Set(parts)])) times.set(part, (times.get(part) ?? 0) + 1)
    const isEntry = (part: string) => /^\p{L}/u.test(part) && (alone.has(part) || (index < loose && (times.get(part) ?? 0) > 1))
    const whole = lists.filter((parts) => parts.every(isEntry))
    const shared = [...times].filter(([, count]) => count > 1)
    if (lists.length > 1 && whole.length >= lists.length * 0.8 && shared.length > 0 && lists.length >= values.length * leastListed)
      return new Set([...alone, ...times.keys()].filter(isEntry))
  }
  return new Set()
}

/** Whether two things are told with an "and" between them. */
function isBothSaid(question: string, values: string[]): boolean {
  const text = question.toLowerCase()
  const [from = -1, to = -1] = values.map((value) => text.indexOf(value.toLowerCase())).sort((a, b) => a - b)
  return from !== -1 && text.slice(from, to).includes(' and ')
}

const partsOf = (list: string): string[] =>
  list
    .toLowerCase()
    .split(/[,;|/+&-]/)
    .map((part) => part.trim())

/** A value of a column of lists is looked for in each of them: days with rain are also those of rain and snow. Not where the question says "only". */
export function withEntries({ tables }: Layer, query: SemanticQuery, question: string): SemanticQuery {
  if (tokenize(question).some(({ lower }) => onlyWords.has(lower))) return query
  const held = (condition: FilterCondition): Filter => {
    const { operator, values, values_from: inner } = condition
    if ((operator !== 'equals' && operator !== 'not_equals') || inner || values.length === 0) return condition
    const column = tables.find(({ name }) => name === condition.table)?.columns.find(({ name }) => name === condition.column)
    const entries = column && entriesOfLists(column)
    if (!entries || !values.every((value) => typeof value === 'string' && entries.has(value.trim().toLowerCase()))) return condition
    // "Fog and wind" are both there; "fog or wind" either.
    if (values.length === 2 && operator === 'equals' && isBothSaid(question, values.map(String)))
      return { and: values.map((value) => held({ ...condition, values: [value] })) }
    const said = values.map((value) => String(value).trim().toLowerCase())
    // Java is no JavaScript: the lists that hold it are told one by one.
    const isPart = said.some((value) => [...entries].some((entry) => entry !== value && entry.includes(value)))
    if (isPart) return { ...condition, values: column.sampleValues.filter((list) => partsOf(list).some((part) => said.includes(part))) }
    return { ...condition, operator: operator === 'equals' ? 'contains' : 'not_contains' }
  }
  return withFilters(query, held)
}

import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { PreviousTurn } from './analysis.ts'
import { buildQuery } from './build-query.ts'
import type { Lexicon } from './lexicon.ts'
import { type Draft, type Reading, wordAt } from './reading.ts'

const cues = [
  /^(and|but|also|now|then|ok|okay)\b/,
  /^(what|how) about\b/,
  /^(only|just|except|without|excluding)\b/,
  /^(by|per|for each|for|in|since|before|after|during)\b/,
  /^(top|bottom|first|last) \w+\s*\??$/,
  /^(sort|sorted|order|ordered|rank) (it|them|by|that|the)\b/,
  /^(show|draw|plot|make) (it|them|that|this)\b/,
  /^as an? \w+ (chart|graph|plot)\b/,
  /\binstead\s*\??$/,
  /^(of|among) (those|these|them)\b/,
]

/** Whether a question leans on the one before: it begins like a continuation, or says what to change without saying what to change it of. */
export function isFollowUp(question: string): boolean {
  const text = question.trim().toLowerCase()
  return cues.some((cue) => cue.test(text))
}

/** Puts the tables of the turn before into view, so that its columns are the ones meant. */
export function rememberTables(reading: Reading, previous: PreviousTurn, lexicon: Lexicon): void {
  const named = [...previous.query.measures.flatMap((item) => ('table' in item ? [item.table] : [])), ...previous.query.dimensions.map((item) => item.table)]
  for (const name of new Set(named)) {
    const table = lexicon.layer.tables.find((item) => item.name === name)
    if (table) reading.tables.push({ table, at: -1 })
  }
}

/** The query of the turn before with what the follow-up changes: groups are replaced, filters of the same column too, others are added. Null when it changes nothing. */
export function continueQuery(previous: SemanticQuery, reading: Reading): SemanticQuery | null {
  const { draft } = reading
  const measuresAnew = draft.measures.length > 0
  const changed = buildQuery({ ...draft, having: [], superlative: null, measures: measuresAnew ? draft.measures : [] })
  const next: SemanticQuery = structuredClone(previous)
  let isChanged = draft.chart !== null
  if (draft.groups.length > 0 && changed) {
    const adds = reading.items.some((_, at) => wordAt(reading, at) === 'also')
    next.dimensions = adds ? [...next.dimensions, ...changed.dimensions] : changed.dimensions
    next.order = next.order.filter((item) => next.measures.some((measure) => measure.name === item.by))
    delete next.limit_per
    isChanged = true
  }
  if (measuresAnew && changed) {
    next.measures = changed.measures
    next.order = []
    next.having = []
    isChanged = true
  }
  for (const filter of draft.filters) {
    next.filters = withFilter(next.filters, filter)
    isChanged = true
  }
  if (draft.selects.length > 0 && draft.groups.length === 0 && !measuresAnew && changed) {
    const known = next.dimensions.map((item) => `${item.table}.${item.column}`)
    next.dimensions.push(...changed.dimensions.filter((item) => !item.hidden && !known.includes(`${item.table}.${item.column}`)))
    isChanged = true
  }
  return applyOrder(next, draft) || isChanged ? next : null
}

function applyOrder(next: SemanticQuery, draft: Draft): boolean {
  if (draft.limit === null && draft.order.length === 0) return false
  const [measure] = next.measures
  const [dimension] = next.dimensions
  const by = measure?.name ?? dimension?.name
  const [order] = draft.order
  if (order && by !== undefined) next.order = [{ by, direction: order.direction }]
  if (draft.limit !== null) next.limit = draft.limit
  return true
}

/** Adds a filter; one on the same column gives way to it. */
function withFilter(known: Filter | undefined, added: Filter): Filter {
  if (!known) return added
  const items = 'and' in known ? known.and : [known]
  const column = conditionOf(added)
  const kept = items.filter((item) => {
    const other = conditionOf(item)
    return !column || !other || other.table !== column.table || other.column !== column.column
  })
  return kept.length === 0 ? added : { and: [...kept, added] }
}

function conditionOf(filter: Filter): FilterCondition | null {
  if ('column' in filter) return filter
  return 'not' in filter ? conditionOf(filter.not) : null
}

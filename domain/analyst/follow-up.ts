import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { snakeCase } from '#domain/semantics/output-names.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { adjusted } from './adjust.ts'
import type { AnalysisInput, PreviousTurn } from './analysis.ts'
import { isOfPeople, opening, resolveAnaphora, type Subject, subjectOf } from './anaphora.ts'
import { buildQuery } from './build-query.ts'
import { addShown, carryRows, conditionOf, isGrouped, showRows, withNames } from './carry.ts'
import { unreadWords } from './confidence.ts'
import { tablesIn } from './filter-parts.ts'
import type { Lexicon } from './lexicon.ts'
import { partsOf } from './other-rows.ts'
import { pointerIn } from './pointers.ts'
import { type Draft, emptyDraft, type Reading, wordAt } from './reading.ts'
import { remarked } from './remarks.ts'

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

const greeting = /^(?:hi|hello|hey)(?: there)?\b[\s,!.]+(?=\S)/i
const fresh = /^(?:start over|start again|reset|new question|forget (?:that|it|about (?:that|it)))\b[\s,:.;]*/i

/** `lost` are words that point to an earlier turn where there is none they can mean. */
export type Turned = { reading: Reading; query: SemanticQuery | null; lost?: string }

/** Reads a question after the turn before it: as a remark on its query, by what its pronouns stand for, as a continuation, or as one of its own. */
export function readTurn(
  said: string,
  { previous, unanswered, layer }: Pick<AnalysisInput, 'previous' | 'unanswered' | 'layer'>,
  read: (question: string, previous: PreviousTurn | null) => Reading,
): Turned {
  const question = withYear(said.trim().replace(greeting, ''), previous, layer)
  const ownWords = question.replace(fresh, '')
  const alone = () => {
    const reading = read(ownWords, null)
    return { reading, query: buildQuery(reading.draft) }
  }
  if (ownWords !== question) return alone()
  if (previous === null || unanswered) {
    const first = alone()
    const names = (text: string) => namesAny(read(text, null))
    const pointer = pointerIn(question, names, unanswered ? (text) => namesRows(read(text, null)) : null)
    const lost = pointer ?? (unanswered && isFollowUp(question) && !isWhole(question, first.reading) ? question : null)
    return lost === null ? first : { ...first, lost }
  }
  const before = { ...previous, query: withNames(previous.query) }
  const remark = adjusted(question, before, layer)
  if (remark) return { reading: read('', null), query: withNames(remark) }
  const subject = subjectOf(before.query, layer)
  const framed = subject && remarked(question, before, subject, read)
  if (framed) return { ...framed, query: framed.query && withNames(framed.query) }
  const named = new Map<string, LayerTable[]>()
  const tablesNamed = (text: string): LayerTable[] => {
    const known = named.get(text.trim()) ?? (text.trim() === '' ? [] : read(text, null).tables.map(({ table }) => table))
    named.set(text.trim(), known)
    return known
  }
  const resolved = subject && resolveAnaphora(question, subject, tablesNamed)
  if (resolved?.isBare) return { reading: read('', null), query: withNames(showRows(before.query, whoIn(question, before.query, subject as Subject, layer))) }
  if (resolved?.isOwn) {
    const reading = read(resolved.question, null)
    return { reading, query: buildQuery(reading.draft) }
  }
  if (resolved) {
    const reading = read(resolved.question, before)
    const own = buildQuery(reading.draft)
    if (asksForUnread(question, unreadWords(reading))) return { reading, query: null }
    if (sortsOnly(reading.draft)) return { reading, query: continueQuery(before.query, reading) }
    if (own)
      return {
        reading,
        query: resolved.adds ? addShown(before.query, own, subject as Subject) : carryRows(before.query, own, subject as Subject, resolved.keepsShown),
      }
  }
  const first = alone()
  const same = subject && first.query && first.reading.tables.length === 0 && ofSameRows(read(question, before), before.query, subject)
  if (same) return same
  const widens = /\balso\b/i.test(question) && first.reading.draft.superlative === null && first.reading.draft.filters.length === 0
  if (first.query !== null && !widens && (!isFollowUp(question) || isWhole(question, first.reading))) return first
  // "What is the name of customer 1?" asks for a name, which the answer before does not hold.
  if (first.query === null && wholeQuestion.test(question) && standsAlone(question)) return first
  const reading = read(question, before)
  return { reading, query: continueQuery(before.query, reading) }
}

/** "Who are they?" asks for people: where the answer was about something of theirs, for those it was about. */
function whoIn(question: string, query: SemanticQuery, subject: Subject, layer: Layer): Subject {
  if (!/\bwho\b/i.test(question) || isOfPeople(subject.table) || query.dimensions.some((item) => !item.hidden)) return subject
  const named = query.filters ? tablesIn(query.filters) : []
  const table = layer.tables.find((item) => named.includes(item.name) && isOfPeople(item))
  return table ? { ...subject, table, column: null } : subject
}

/** "Only 2012": a year where the answer before was about a time. */
function withYear(question: string, previous: PreviousTurn | null, layer: Layer): string {
  const year = /^(?:(?:and|now|only|just|for|in|ok)\b[\s,]*)*((?:19|20)\d\d)[?.!\s]*$/i.exec(question)?.[1]
  if (year === undefined || !previous) return question
  const named = [...previous.query.dimensions, ...partsOf(previous.query.filters).flatMap((part) => conditionOf(part) ?? [])]
  const isTime = (name: string, column: string) =>
    layer.tables.find((table) => table.name === name)?.columns.find((item) => item.name === column)?.semanticType === 'time'
  return named.some(({ table, column }) => isTime(table, column)) ? `in ${year}` : question
}

/** "What is the average age?" of the rows before, where it names no others: columns of theirs, and no condition of its own. */
function ofSameRows(reading: Reading, previous: SemanticQuery, subject: Subject): Turned | null {
  const { draft } = reading
  const own = buildQuery(draft)
  const isPlain = draft.filters.length + draft.groups.length + draft.having.length + draft.order.length === 0 && draft.superlative === null
  const isNarrow = previous.filters !== undefined || previous.having.length > 0 || previous.limit !== undefined
  if (!own || !isPlain || !isNarrow || own.combine || previous.combine || isGrouped(previous, subject.table)) return null
  const known = new Set([subject.table.name, ...previous.dimensions.map((item) => item.table), ...(previous.filters ? tablesIn(previous.filters) : [])])
  const read = [...own.dimensions.map((item) => item.table), ...own.measures.flatMap((item) => ('table' in item ? [item.table] : []))]
  if (read.length === 0 || !read.every((table) => known.has(table))) return null
  // What was one value for all rows is not asked for again.
  const fixed = new Set(partsOf(previous.filters).flatMap((part) => ('column' in part && part.operator === 'equals' ? [`${part.table}.${part.column}`] : [])))
  if ([...own.dimensions, ...own.measures].some((item) => 'column' in item && 'table' in item && fixed.has(`${item.table}.${item.column}`))) return null
  const query = carryRows(previous, own, subject, false)
  return query && { reading, query }
}

/** "Who is her manager?": nothing is answered where what they have is not known. */
function asksForUnread(question: string, unread: string[]): boolean {
  const possessed = [...question.toLowerCase().matchAll(/\b(?:their|his|her|its)\s+(?:own\s+)?([\w-]+)(?:\s+([\w-]+))?/g)]
  return possessed.some(([, first = '', second]) => unread.includes(first) && (second === undefined || unread.includes(second)))
}

function sortsOnly({ selects, measures, groups, filters, superlative, order }: Draft): boolean {
  return order.length > 0 && superlative === null && selects.length + measures.length + groups.length + filters.length === 0
}

function namesAny({ items }: Reading): boolean {
  return items.some(({ meaning, values }) => meaning.tables.length + meaning.columns.length + values.length > 0)
}

function namesRows({ items, tables }: Reading): boolean {
  return tables.length > 0 || items.some(({ values }) => values.length > 0)
}

/** "Ok, show me all the stadiums" only begins like a continuation. */
function isWhole(question: string, { tables }: Reading): boolean {
  const rest = question.trim().replace(opening, '')
  return tables.length > 0 && !isFollowUp(rest) && wholeQuestion.test(rest)
}

const wholeQuestion = /^(?:what|which|who|how (?:many|much)|show|list|find|give|count|can you|tell|display|return)\b/i

/** Whether a question leans on the one before: it begins like a continuation, or says what to change without saying what to change it of. */
export function isFollowUp(question: string): boolean {
  const text = question.trim().toLowerCase()
  return cues.some((cue) => cue.test(text))
}

/** Whether nothing in a question points to what was said before. */
export function standsAlone(question: string): boolean {
  return question.trim().split(/\s+/).length > 3 && !isFollowUp(question) && !pointing.test(question)
}

const pointing = /\b(?:their|its|his|her|they|them|he|she|it|him|those|these|that|this|ones?|others?|rest|same|too|also|again|instead)\b/i

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
  const adds = reading.items.some((_, at) => wordAt(reading, at) === 'also')
  const changed = buildQuery({ ...draft, having: [], superlative: null, measures: measuresAnew ? draft.measures : [] })
  const next: SemanticQuery = structuredClone(previous)
  let isChanged = draft.chart !== null
  if (draft.groups.length > 0 && changed) {
    next.dimensions = adds ? [...next.dimensions, ...changed.dimensions] : changed.dimensions
    next.order = next.order.filter((item) => next.measures.some((measure) => measure.name === item.by))
    delete next.limit_per
    isChanged = true
  }
  if (measuresAnew && changed) {
    next.measures = adds ? [...next.measures, ...changed.measures.filter((item) => !next.measures.some((known) => known.name === item.name))] : changed.measures
    next.order = []
    next.having = []
    isChanged = true
  }
  for (const filter of draft.filters) {
    next.filters = withFilter(next.filters, filter, adds)
    isChanged = true
  }
  if (draft.selects.length > 0 && draft.groups.length === 0 && !measuresAnew && changed) {
    const known = next.dimensions.map((item) => `${item.table}.${item.column}`)
    next.dimensions.push(...changed.dimensions.filter((item) => !item.hidden && !known.includes(`${item.table}.${item.column}`)))
    isChanged = true
  }
  if (next.measures.length > 0) next.distinct = false
  const isOrdered = applyOrder(next, draft)
  return isOrdered !== null && (isOrdered || isChanged) ? next : null
}

/** Whether it sorts or cuts what there is; null where it cannot be sorted so. */
function applyOrder(next: SemanticQuery, draft: Draft): boolean | null {
  if (draft.limit === null && draft.order.length === 0) return false
  const [order] = draft.order
  if (order) {
    const by = orderName(next, order)
    if (by === undefined) return null
    next.order = [{ by, direction: order.direction }]
  }
  if (draft.limit !== null) next.limit = draft.limit
  return true
}

/** The output to sort by, which is computed without being shown where the answer has none of the kind. */
function orderName(next: SemanticQuery, { by }: Draft['order'][number]): string | undefined {
  if (typeof by === 'string') return by === 'x' ? next.dimensions[0]?.name : (next.measures[0]?.name ?? (by === 'y' ? undefined : next.dimensions[0]?.name))
  // In a list, the level by which it is sorted is that of each row.
  const column =
    'column' in by
      ? by.column
      : next.measures.length === 0 && by.measure.column && by.measure.aggregate !== 'count'
        ? { table: by.measure.table, column: by.measure.column }
        : null
  const [item] = column
    ? [{ table: column.table.name, column: column.column.name, name: freeName(next, snakeCase(column.column.name)) }]
    : 'measure' in by
      ? (buildQuery({ ...emptyDraft(), measures: [by.measure] })?.measures ?? [])
      : []
  if (!item) return undefined
  const list: { name?: string | undefined; hidden?: boolean | undefined }[] = column ? next.dimensions : next.measures
  const isSame = (other: object) => keyOf(other) === keyOf(item)
  const known = list.find(isSame)
  if (known) return known.name
  list.push({ ...item, hidden: true })
  if (next.measures.length > 0) next.distinct = false
  return item.name
}

function freeName({ dimensions, measures }: SemanticQuery, wanted: string): string {
  const taken = new Set([...dimensions, ...measures].map(({ name }) => name))
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
  return name
}

function keyOf(item: object): string {
  const { name: _, hidden: __, ...rest } = item as { name?: string; hidden?: boolean }
  return JSON.stringify(rest)
}

/** Adds a filter; one on the same column gives way to it, or is widened by what also is asked for. */
function withFilter(known: Filter | undefined, added: Filter, widens: boolean): Filter {
  if (!known) return added
  const items = 'and' in known ? known.and : [known]
  const column = conditionOf(added)
  const same = items.findIndex(
    (item) =>
      widens && column && 'column' in item && 'column' in added && item.table === column.table && item.column === column.column && item.operator === 'equals',
  )
  const other = items[same]
  if (other && 'column' in other && column?.operator === 'equals') {
    const wide = items.with(same, { ...other, values: [...new Set([...other.values, ...column.values])] })
    return wide.length === 1 ? (wide[0] as Filter) : { and: wide }
  }
  const kept = items.filter((item) => {
    const other = conditionOf(item)
    return !column || !other || other.table !== column.table || other.column !== column.column
  })
  return kept.length === 0 ? added : { and: [...kept, added] }
}

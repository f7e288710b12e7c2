import type { AnalysisInput, PreviousTurn } from '#domain/analyst/analysis.ts'
import { unreadWords } from '#domain/analyst/certainty/confidence.ts'
import { partsOf, tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { grainWords } from '#domain/analyst/language/time-grains.ts'
import { defaultDate, displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { buildQuery } from '#domain/analyst/queries/build-query.ts'
import type { Draft } from '#domain/analyst/reading/draft.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import { sortEquals } from '#domain/semantics/compile/sort-equals.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { adjusted } from './adjust.ts'
import { isOfPeople, opening, resolveAnaphora, type Subject, subjectOf } from './anaphora.ts'
import { addShown, carryRows, conditionOf, isGrouped, keyOfRows, narrowed, showRows, withNames } from './carry.ts'
import { comparedWith } from './compare-period.ts'
import { continueQuery } from './continue-query.ts'
import { otherValue } from './other-value.ts'
import { pointerIn } from './pointers.ts'
import { remarked } from './remarks.ts'

const cues = [
  /^(and|but|also|now|then|ok|okay)\b/,
  /^(what|how) about\b/,
  /^(only|just|except|without|excluding)\b/,
  /^(by|per|for each|for|in|since|before|after|during)\b/,
  /^(top|bottom|first|last) \w+\s*\??$/,
  /^(sort|sorted|order|ordered|rank) (it|them|by|that|the)\b/,
  /^(show|draw|plot|make|break|split|group) (it|them|that|this)\b/,
  /^as an? \w+ (chart|graph|plot)\b/,
  /\binstead\s*\??$/,
  /^(of|among) (those|these|them)\b/,
]

const adverb =
  /^(?:(?:and|now|ok|then|please)\b[,\s]*)*(?:(?:make|show|plot|draw|chart) (?:it|this|that|them) )(daily|weekly|monthly|quarterly|yearly|annually)(?=[?.!\s]*$)/i
const furtherSplit =
  /^(?:(?:and|now|ok|then|please|can you|could you)\b[,\s]*)*(?:split|stack(?:ed)?|colou?r(?:ed)?|facet(?:ed)?)(?: (?:it|this|that|them|the bars|the lines))?(?: (?:up|out))? by (?=\w)/i

/** "Now split by city", of figures that one thing splits already, splits them further. */
export function withFurtherSplit(question: string, previous: PreviousTurn | null): string {
  const shown = previous?.query.dimensions.filter((item) => !item.hidden) ?? []
  return shown.length === 1 && previous?.query.measures.some((item) => !item.hidden) ? question.replace(furtherSplit, 'also by ') : question
}

const greeting = /^(?:hi|hello|hey)(?: there)?\b[\s,!.]+(?=\S)/i
const fresh = /^(?:start over|start again|reset|new question|forget (?:that|it|about (?:that|it)))\b[\s,:.;]*/i

/** `lost` are words that point to an earlier turn where there is none they can mean. */
export type Turned = { reading: Reading; query: SemanticQuery | null; lost?: string }

/** Reads a question after the turn before it: as a remark on its query, by what its pronouns stand for, as a continuation, or as one of its own. */
export function readTurn(...[said, input, read]: Parameters<typeof turnOf>): Turned {
  const turned = turnOf(said, input, read)
  if (!input.previous || !turned.query) return turned
  const query = { ...turned.query, order: [...turned.query.order] }
  sortEquals(query)
  return { ...turned, query }
}

const takingAway = /^(?:(?:please|and|now|ok|okay)[,\s]+)*(?:remove|drop|hide|take out) (?:the |all )?[\w ]{1,40}[.!\s]*$/i

function turnOf(
  said: string,
  { previous, unanswered, layer }: Pick<AnalysisInput, 'previous' | 'unanswered' | 'layer'>,
  read: (question: string, previous: PreviousTurn | null) => Reading,
): Turned {
  const asked = withYear(said.trim().replace(greeting, ''), previous, layer)
  // What is given up goes without saying.
  const question = previous
    ? asked
        .replace(/,?\s+(?:instead of|rather than) [^,?.]+(?=[?.!\s]*$)/i, ' instead')
        .replace(/\b(as an? (?:line|bar|pie|column|area))s?(?=[?.!\s]*$)/i, '$1 chart')
        .replace(adverb, (_, word: string) => `by ${grainWords.get(word.toLowerCase())}`)
    : asked
  const ownWords = question.replace(fresh, '')
  const alone = () => {
    const reading = read(ownWords, null)
    return { reading, query: buildQuery(reading.draft) }
  }
  if (ownWords !== question) return alone()
  if (previous === null || unanswered) {
    const first = alone()
    const names = (text: string) => namesAny(read(text, null))
    const pointer = pointerIn(question.replace(opening, ''), names, unanswered ? (text) => namesRows(read(text, null)) : null)
    const isLeaning = isFollowUp(question) && !isWhole(question, first.reading) && (first.query === null || !standsAlone(question.replace(opening, '')))
    const lost = pointer ?? (unanswered && isLeaning ? question : null)
    return lost === null ? first : { ...first, lost }
  }
  const before = { ...previous, query: withNames(previous.query) }
  const remark =
    adjusted(asked, before, layer) ??
    comparedWith(said, before.query, read('', null).clock) ??
    otherValue(asked, before.query, layer, (text) => read(text, null))
  if (remark) return { reading: read('', null), query: withNames(remark) }
  // What is to go and is not there is no condition of its own: "remove the revenue" asks for no rows without sales.
  if (takingAway.test(asked)) return { reading: read(asked, null), query: null }
  const subject = subjectOf(before.query, layer)
  const framed = subject && remarked(question, before, subject, read)
  if (framed) return { ...framed, query: framed.query && withNames(framed.query) }
  const turned = subject && (brokenDown(question, before, subject, read) ?? firstGroup(question, before, read) ?? otherShown(question, before, subject, read))
  if (turned) return turned
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

type Read = Parameters<typeof readTurn>[2]

const broken =
  /^(?:(?:and|now|then|ok|okay|please|can you|could you)\b[,\s]*)*(?:break|split|drill|slice|group|divide|segment)(?: (?:it|this|that|them|these|those|the (?:results?|totals?|figures?|numbers?)))?(?: (?:down|up|out|in))?(?: further)? (?:by|into|per|for each) (.+)$/i

/** "Break that down by city": the same figures of other groups, and of the rows that were chosen alone. */
function brokenDown(question: string, { query, ...turn }: PreviousTurn, { table }: Subject, read: Read): Turned | null {
  const group = broken.exec(question.trim())?.[1]
  if (group === undefined) return null
  const rows = query.limit === undefined ? null : keyOfRows(query, table)
  if (query.limit !== undefined && !rows) return null
  const { limit: _, offset: __, limit_per: ___, ...all } = query
  const chosen = rows ? narrowed({ ...all, measures: all.measures.map(({ hidden: _hidden, ...item }) => item), order: [], having: [] }, rows) : query
  const reading = read(`by ${group}`, { ...turn, query: chosen })
  const next = reading.draft.groups.length > 0 ? continueQuery(chosen, reading) : null
  return next && { reading, query: next }
}

const ranked =
  /^(?:and |then |so )*(?:in |on |for )?(?:which|what) ([\w -]+?) (?:(?:has|have|had|is|are|was|were|got|saw|did|does)(?: there| we| they| it)?(?: have| get)?) the (most|highest|largest|biggest|greatest|least|fewest|lowest|smallest)(?: (?:of them|one|ones))?[?.!\s]*$/i

/** "Which city has the most?" of one figure: the group of which it is highest. */
function firstGroup(question: string, before: PreviousTurn, read: Read): Turned | null {
  const [, group, rank = ''] = ranked.exec(question.trim()) ?? []
  const [measure, ...others] = before.query.measures
  const isFigure = measure?.name !== undefined && others.length === 0 && before.query.dimensions.length === 0
  if (group === undefined || !isFigure || /^(?:ones?|of)\b/i.test(group)) return null
  const reading = read(`by ${group}`, before)
  const next = reading.draft.groups.length > 0 ? continueQuery(before.query, reading) : null
  return (
    next && {
      reading,
      query: { ...next, order: [{ by: measure.name as string, direction: /^(?:l(?:ea|ow)|few|small)/i.test(rank) ? 'asc' : 'desc' }], limit: 1 },
    }
  )
}

/** "And the genre?" of rows that were shown: that of the same rows, in the place of what was shown where one row was found. */
function otherShown(question: string, before: PreviousTurn, subject: Subject, read: Read): Turned | null {
  const beside = /^(?:list|show|name|give)(?: me)? (?:them|those|these)(?: all)? ((?:along |together )?with|and) (?:the |their )?([\w' -]+?)[?.!\s]*$/i.exec(
    question.trim(),
  )
  const rest = beside ?? /^(?:(and|plus) |(?:what|how) about )(?:the|their|its|his|her) ([\w' -]+?)[?.!\s]*$/i.exec(question.trim())
  if (!rest || (!beside && before.query.measures.some((item) => !item.hidden))) return null
  const reading = read(`show the ${rest[2]}`, before)
  const { filters, groups, measures, having, order, superlative, limit } = reading.draft
  const isPlain = filters.length + groups.length + measures.length + having.length + order.length === 0 && superlative === null && limit === null
  const own = isPlain && unreadWords(reading).length === 0 ? buildQuery(reading.draft) : null
  if (!own) return null
  if (beside) {
    const query =
      subject.column || (before.query.dimensions.length > 0 && isGrouped(before.query, subject.table))
        ? null
        : addShown(showRows(before.query, subject), own, subject)
    return query && { reading, query }
  }
  if (before.query.limit === undefined && own.dimensions.some((item) => !subject.parents.has(item.table))) {
    // "What album is it on? And the genre?" still asks of the track that was found.
    const found = partsOf(before.query.filters).find((part) => 'column' in part && part.values_from !== undefined && part.operator === 'equals')
    return found ? { reading, query: narrowed(own, found) } : null
  }
  const query = rest[1] !== undefined && before.query.limit !== 1 ? addShown(before.query, own, subject) : carryRows(before.query, own, subject, false)
  return query && { reading, query }
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
  const tableOf = (name: string) => layer.tables.find((table) => table.name === name)
  const isTime = (name: string, column: string) => tableOf(name)?.columns.find((item) => item.name === column)?.semanticType === 'time'
  const isDated = previous.query.measures.some((item) => 'table' in item && defaultDate(tableOf(item.table) as LayerTable) !== null)
  return isDated || named.some(({ table, column }) => isTime(table, column)) ? `in ${year}` : question
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

/** Puts the tables of the turn before into view, so that its columns are the ones meant: first those whose rows it shows by name. */
export function rememberTables(reading: Reading, { query }: PreviousTurn, { layer }: Lexicon): void {
  const shown = query.dimensions.flatMap((item) => layer.tables.find(({ name }) => name === item.table) ?? [])
  const measured = query.measures.flatMap((item) => ('table' in item ? (layer.tables.find(({ name }) => name === item.table) ?? []) : []))
  const named = shown.filter((table) => hasOwnName(table) && query.dimensions.some((item) => !item.hidden && isNameOf(table, item)))
  for (const table of new Set([...named, ...measured, ...shown])) reading.tables.push({ table, at: -1 })
}

function isNameOf(table: LayerTable, { table: name, column }: SemanticQuery['dimensions'][number]): boolean {
  return table.name === name && displayColumns(table).some((item) => item.name === column)
}

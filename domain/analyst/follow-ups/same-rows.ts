import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import { unreadWords } from '#domain/analyst/certainty/confidence.ts'
import { partsOf, tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { remarkVerbs } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { thirdPersonPossessives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { buildQuery } from '#domain/analyst/queries/build-query.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { isOfPeople, type Subject } from './anaphora.ts'
import { addShown, carryRows, isGrouped, narrowed, showRows } from './carry.ts'
import { about, end, those } from './remark-parts.ts'
import type { Read, Turned } from './turned.ts'

const besideShown = new RegExp(
  `^${anyOf(remarkVerbs, ['name'])}(?: me)? ${those}(?: all)? ((?:along |together )?with|and) (?:the |their )?([\\w' -]+?)${end}`,
  'i',
)
const ofThem = new RegExp(`^(?:(and|plus) |${about})${anyOf(thirdPersonPossessives, ['the'])} ([\\w' -]+?)${end}`, 'i')

/** "And the genre?": another column of the rows that were shown, beside what was shown; in its place where one row was found. */
export function otherShown(question: string, before: PreviousTurn, subject: Subject, read: Read): Turned | null {
  const beside = besideShown.exec(question.trim())
  const rest = beside ?? ofThem.exec(question.trim())
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
    // "What album is it on? And the genre?": both of the track that was found.
    const found = partsOf(before.query.filters).find((part) => 'column' in part && part.values_from !== undefined && part.operator === 'equals')
    return found ? { reading, query: narrowed(own, found) } : null
  }
  const query = rest[1] !== undefined && before.query.limit !== 1 ? addShown(before.query, own, subject) : carryRows(before.query, own, subject, false)
  return query && { reading, query }
}

/** The subject of "who are they?": people. Where the rows before are none, the table of people named in their conditions. */
export function whoIn(question: string, query: SemanticQuery, subject: Subject, layer: Layer): Subject {
  if (!/\bwho\b/i.test(question) || isOfPeople(subject.table) || query.dimensions.some((item) => !item.hidden)) return subject
  const named = query.filters ? tablesIn(query.filters) : []
  const table = layer.tables.find((item) => named.includes(item.name) && isOfPeople(item))
  return table ? { ...subject, table, column: null } : subject
}

/** "What is the average age?" without a table or a condition of its own: asked of the rows before. Null where it reads other tables. */
export function ofSameRows(reading: Reading, previous: SemanticQuery, subject: Subject): Turned | null {
  const { draft } = reading
  const own = buildQuery(draft)
  const isPlain = draft.filters.length + draft.groups.length + draft.having.length + draft.order.length === 0 && draft.superlative === null
  const isNarrow = previous.filters !== undefined || previous.having.length > 0 || previous.limit !== undefined
  if (!own || !isPlain || !isNarrow || own.combine || previous.combine || isGrouped(previous, subject.table)) return null
  const known = new Set([subject.table.name, ...previous.dimensions.map((item) => item.table), ...(previous.filters ? tablesIn(previous.filters) : [])])
  const read = [...own.dimensions.map((item) => item.table), ...own.measures.flatMap((item) => ('table' in item ? [item.table] : []))]
  if (read.length === 0 || !read.every((table) => known.has(table))) return null
  // A column with one value for all rows is not asked for again.
  const fixed = new Set(partsOf(previous.filters).flatMap((part) => ('column' in part && part.operator === 'equals' ? [`${part.table}.${part.column}`] : [])))
  if ([...own.dimensions, ...own.measures].some((item) => 'column' in item && 'table' in item && fixed.has(`${item.table}.${item.column}`))) return null
  const query = carryRows(previous, own, subject, false)
  return query && { reading, query }
}

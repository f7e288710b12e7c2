import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { rowPointers, rowPronouns } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { ownerPrepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { buildQuery } from '#domain/analyst/queries/build-query.ts'
import type { Draft } from '#domain/analyst/reading/draft.ts'
import { type Reading, tableOf } from '#domain/analyst/reading/reading.ts'
import { plural } from '#domain/semantics/describe/english.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Subject } from './anaphora.ts'
import { addShown, carryRows, isGrouped, keyOfRows, narrowed } from './carry.ts'
import { continueQuery } from './continue-query.ts'
import { type Frame, frameOf } from './frames.ts'
import { allRanked, moreRows, otherRows } from './other-rows.ts'
import { possessive, thatHave } from './remark-parts.ts'
import type { Turned } from './turned.ts'

const having = new RegExp(`^${thatHave}\\b\\s*`, 'i')
const pointer = new RegExp(`^(?:any |all )?${anyOf(rowPointers)}\\b\\s*`, 'i')
const ofEach = new RegExp(` ${anyOf(ownerPrepositions)} (?:each(?: of)?|every|all)?\\s*${anyOf(rowPronouns, ['each', 'one'])}(?: \\w+){0,2}$`, 'i')
const pronoun = new RegExp(`\\b${possessive}\\b`, 'gi')

type Read = (question: string, previous: PreviousTurn | null) => Reading
type Said = { before: PreviousTurn; subject: Subject; rows: string; read: Read }

/** The query before as changed by a remark of one of the kinds of `frameOf`: the others, without those, also those, the same for something else, the first by a rank. Null for any other remark. */
export function remarked(question: string, before: PreviousTurn, subject: Subject, read: Read): Turned | null {
  const frame = frameOf(question)
  if (!frame) return null
  const said = { before, subject, rows: plural(subject.table.label.toLowerCase()), read }
  if (frame.kind === 'others') return { reading: read('', null), query: otherRows(before.query, subject) }
  return byKind[frame.kind](frame.rest, said)
}

const byKind: Record<Exclude<Frame['kind'], 'others'>, (rest: string, said: Said) => Turned | null> = { without, with: also, only, same, rank, which, besides }

/** "All stadiums except for those": the question, for rows that the query before does not show. */
function besides(rest: string, { before, subject, read }: Said): Turned {
  const reading = read(rest, null)
  const own = buildQuery(reading.draft)
  const found = keyOfRows(before.query, subject.table)
  return { reading, query: own && found && narrowed(own, { not: found }) }
}

/** "Exclude those from Boston". */
function without(rest: string, said: Said): Turned {
  const { reading, filter } = conditionIn(rest, said)
  return { reading, query: filter ? narrowed(said.before.query, { not: filter }) : null }
}

/** "Only those with an album". */
function only(rest: string, said: Said): Turned | null {
  const { reading, filter } = conditionIn(rest, said)
  if (!filter) return null
  const { filters, ...query } = said.before.query
  return { reading, query: filters ? narrowed({ ...query, filters: filter }, filters, true) : { ...query, filters: filter } }
}

/** The condition of a remark: on values, or that rows of another table exist. */
function conditionIn(rest: string, { before, rows, read }: Said): { reading: Reading; filter: Filter | undefined } {
  const named = read(rest, before)
  if (named.draft.filters.length > 0) return { reading: named, filter: isOnlyFilter(named.draft) ? joined(named.draft.filters) : undefined }
  const bare = rest.replace(pointer, '').replace(having, '')
  const isRelated = read(bare, null).tables.length > 0
  const reading = isRelated ? read(`which ${rows} have ${bare}`, null) : named
  return { reading, filter: isRelated && isOnlyFilter(reading.draft) ? buildQuery(reading.draft)?.filters : undefined }
}

/** "Also those from Canada", "add their emails". */
function also(rest: string, { before, subject, read }: Said): Turned | null {
  const words = rest.replace(ofEach, '').replace(pronoun, `the ${subject.table.label.toLowerCase()}`)
  const reading = read(words, before)
  const { draft } = reading
  const filter = joined(draft.filters)
  if (filter && isOnlyFilter(draft)) return { reading, query: moreRows(before.query, filter) }
  const own = filter || draft.groups.length > 0 || draft.superlative || draft.order.length > 0 ? null : buildQuery(draft)
  return own && { reading, query: addShown(before.query, asFigures(own, before.query, subject.table), subject) }
}

/** The query with sums in place of numeric columns, where they stand beside figures of groups. */
function asFigures(own: SemanticQuery, previous: SemanticQuery, table: LayerTable): SemanticQuery {
  if (!isGrouped(previous, table)) return own
  const isAmount = (name: string, column: string) =>
    name === table.name && table.columns.some((item) => item.name === column && item.semanticType === 'measure')
  const amounts = own.dimensions.filter((item) => !item.hidden && isAmount(item.table, item.column))
  const measures = amounts.map((item) => ({ aggregate: 'sum' as const, table: item.table, column: item.column, name: `sum_${item.name}` }))
  return { ...own, dimensions: own.dimensions.filter((item) => !amounts.includes(item)), measures: [...own.measures, ...measures] }
}

/** "The same for playlists", "what about 2012?". */
function same(rest: string, said: Said): Turned | null {
  const { before, read } = said
  const year = /^(?:in )?(?:19|20)\d\d$/.test(rest) ? `in ${rest.replace(/^in /, '')}` : rest
  const reading = read(year, before)
  const named = reading.tables.filter(({ at }) => at >= 0)
  const [first] = named
  if (first && named.length === 1 && isBare(reading)) return { reading, query: otherTable(before.query, first.table) }
  const query = continueQuery(before.query, reading)
  if (query) return { reading, query }
  // "How about for those who have some friends?"
  const those = /^(?:for )?(?=(?:those|the ones) )/i.exec(rest)?.[0]
  return those === undefined ? null : only(rest.slice(those.length), said)
}

/** "And the oldest?" */
function rank(rest: string, { before, subject, rows, read }: Said): Turned | null {
  const reading = read(`which ${rows} is the ${rest}`, before)
  const own = reading.draft.superlative && buildQuery(reading.draft)
  return own ? { reading, query: carryRows(allRanked(before.query), own, subject, true) } : null
}

/** "Who has more than 5 invoices?", asked of the rows of the answer before. */
function which(rest: string, { before, subject, rows, read }: Said): Turned | null {
  if (read(rest, null).items.some((item) => tableOf(item) !== null) && !/^whose/i.test(rest)) return null
  const reading = read(rest.replace(/^who\b/i, `which ${rows}`).replace(/^whose\b/i, `which ${rows} whose`), null)
  const own = reading.draft.filters.length + reading.draft.having.length > 0 || reading.draft.superlative ? buildQuery(reading.draft) : null
  if (!own) return null
  // A condition on one name asks for that row, not for a selection of the rows before.
  const isFound = [...partsOf(own.filters), ...partsOf(before.query.filters)].some(
    (part) => 'column' in part && part.operator === 'equals' && !part.values_from && isIdentity(subject.table, part.table, part.column),
  )
  return { reading, query: isFound ? own : carryRows(allRanked(before.query), own, subject, false) }
}

function isIdentity(table: LayerTable, name: string, column: string): boolean {
  return table.name === name && (table.primaryKey.includes(column) || displayColumns(table).some((item) => item.name === column))
}

function isOnlyFilter({ selects, measures, groups, having, superlative, order, limit }: Draft): boolean {
  return selects.length + measures.length + groups.length + having.length + order.length === 0 && superlative === null && limit === null
}

/** Whether a text names a table and nothing else. */
function isBare({ draft, items }: Reading): boolean {
  return isOnlyFilter(draft) && draft.filters.length === 0 && items.every((item) => item.kind !== 'name' || item.meaning.tables.length > 0)
}

/** The query before over the rows of another table: "the same for playlists". Null where its conditions do not apply there. */
function otherTable(query: SemanticQuery, table: LayerTable): SemanticQuery | null {
  const shown = query.dimensions.filter((item) => !item.hidden)
  const isOpen = query.filters === undefined && query.having.length === 0 && query.limit === undefined
  const [measure, ...others] = query.measures.filter((item) => !item.hidden)
  const columns = displayColumns(table).map((column) => ({
    table: table.name,
    column: column.name,
    name: `${table.name}_${column.name}`.replace(/\W+/g, '_').toLowerCase(),
  }))
  if (!measure) return isOpen && shown.every((item) => item.grain === undefined) ? { ...query, dimensions: columns, order: [] } : null
  if (shown.length > 0) {
    const key = table.primaryKey.map((column) => ({
      table: table.name,
      column,
      name: `${table.name}_${column}_key`.replace(/\W+/g, '_').toLowerCase(),
      hidden: true,
    }))
    const parts = partsOf(query.filters).filter(
      (part) => !('column' in part && part.operator === 'is_not_empty' && shown.some((item) => item.table === part.table)),
    )
    const { filters: _, ...rest } = query
    const filters = joined(parts)
    return { ...rest, dimensions: [...columns, ...key], order: [], ...(filters ? { filters } : {}) }
  }
  const isCount = 'aggregate' in measure && (measure.aggregate === 'count' || measure.aggregate === 'count_distinct') && others.length === 0
  return isCount && isOpen ? { ...query, measures: [{ aggregate: 'count', table: table.name }] } : null
}

import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { averageWords } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { choiceWords, copulas, distinctWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { askedDateNouns, countsBehindTotal, figureNouns, keyCues } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { bestWeight } from '#domain/analyst/lexicon/meaning.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { isValueOnly, type Reading, tableOf } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Doubts } from './certainty.ts'

type QueryDoubts = Pick<
  Doubts,
  | 'alternatives'
  | 'scattered'
  | 'summed'
  | 'found'
  | 'restated'
  | 'listed'
  | 'figureless'
  | 'partners'
  | 'faint'
  | 'sentences'
  | 'unshown'
  | 'lone'
  | 'perGroup'
  | 'keySorted'
  | 'unlike'
>

/** Counts what speaks against a query in the query itself; `text` is the words of the question, with a space on both sides. */
export function queryDoubtsOf(reading: Reading, query: SemanticQuery, text: string): QueryDoubts {
  const { items, taken, draft } = reading
  const shown = query.dimensions.filter((item) => !item.hidden)
  const measures = query.measures.filter((item) => !item.hidden)
  const conditions = query.filters ? conditionsIn(query.filters) : []
  const required = query.filters ? conditionsIn(query.filters, false) : []
  const fixed = conditions.filter((item) => item.operator === 'equals')
  const counted = query.measures.flatMap((item) => ('table' in item ? [item.table] : []))
  const own = new Set([...query.dimensions.map((item) => item.table), ...counted])
  const columns = new Map(query.dimensions.map((item) => [item, columnOf(reading, item)]))
  const labelOf = (item: (typeof shown)[number]) => columns.get(item)?.label.toLowerCase() ?? ''
  const isName = (item: (typeof shown)[number]) => nameLike.test(labelOf(item))
  // "Sales in Spain and Italy", grouped by country: each of the values has its own figure.
  const isShown = ({ table, column }: FilterCondition) => measures.length > 0 && shown.some((item) => item.table === table && item.column === column)
  const isTime = (item: (typeof shown)[number]) => item.grain !== undefined || columns.get(item)?.semanticType === 'time'
  const isDate = (item: (typeof measures)[number]) =>
    'column' in item && item.column !== undefined && columnOf(reading, { table: item.table, column: item.column })?.semanticType === 'time'
  // "Hours in each department" asks for no count of different hours.
  const isCountOfFigures = (item: (typeof measures)[number]) =>
    'column' in item &&
    item.aggregate === 'count_distinct' &&
    ['measure', 'time'].includes(columnOf(reading, { table: item.table, column: item.column ?? '' })?.semanticType ?? '')
  const isSorting = (item: (typeof shown)[number]) => query.order.some(({ by }) => by === item.name) && columns.get(item)?.semanticType === 'identifier'
  return {
    restated: shown.filter((item) =>
      required.some((filter) => filter.operator === 'equals' && filter.table === item.table && filter.column === item.column && filter.values.length === 1),
    ).length,
    listed: query.measures.length === 0 && draft.groups.some((group) => !('entity' in group && own.has(group.entity.name))) ? 1 : 0,
    alternatives: fixed.filter((item) => item.values.length > 1 && columnOf(reading, item)?.semanticType !== 'time' && !isShown(item)).length,
    scattered:
      query.measures.length > 0 && draft.selects.length > 0 && new Set(shown.flatMap((item) => (item.grain === undefined ? [item.table] : []))).size > 1
        ? 1
        : 0,
    figureless: figureless(reading, query) + (shown.length > 0 ? query.measures.filter(isCountOfFigures).length : 0),
    summed: query.measures.filter((item) => 'aggregate' in item && item.aggregate === 'sum').length,
    found: conditions.filter(({ operator, values_from }) => operator === 'equals' && values_from !== undefined).length,
    partners: required.filter(({ table, operator }) => operator === 'is_not_empty' && !own.has(table)).length,
    sentences: sentencesIn(reading),
    faint: items.reduce(
      (sum, item, at) => sum + (taken[at] !== null && item.kind === 'name' && item.values.length === 0 ? 1 - bestWeight(item.meaning) : 0),
      0,
    ),
    unshown: unshown(reading, query) ? 1 : 0,
    lone: query.having.length > 0 && query.dimensions.length === 0 ? 1 : 0,
    perGroup: query.limit_per ? 1 : 0,
    keySorted: keyCue.test(text) ? 0 : query.dimensions.filter(isSorting).length,
    unlike:
      (/^ whom? /.test(text) && shown.length > 0 && !shown.some((item) => isName(item) || labelOf(item) === calledFor(text))) ||
      isOtherThanNamed(reading, shown) ||
      (dateCue.test(text) && !shown.some(isTime) && !measures.some(isDate))
        ? 1
        : 0,
  }
}

const nameLike = /name|title/

/** The noun of "who are the different directors", which is what is asked for. */
function calledFor(text: string): string | undefined {
  return whoIs.exec(text)?.[1]
}
const whoIs = new RegExp(`^ who ${anyOf(copulas)} the (?:${anyOf(distinctWords)} )?(\\S+?)s? `)
const keyCue = new RegExp(` ${anyOf(keyCues)} `)
const dateCue = new RegExp(`^ when | ${anyOf(choiceWords)} ${anyOf(askedDateNouns)} `)
/** Words of aggregates, each with what a query that heeds them holds. */
const heeded: [RegExp, RegExp][] = [
  [new RegExp(` ${anyOf(averageWords)} `), /"avg"|"measure"|average"/],
  [new RegExp(` (?:sum|(?<!in )total(?! ${anyOf(countsBehindTotal)})) `), /"sum"|"measure"|"ratio"/],
]

/** Whether "which airports …?" is answered with neither their names nor their keys. */
function isOtherThanNamed({ items }: Reading, shown: SemanticQuery['dimensions']): boolean {
  const table = items[0]?.lower === 'which' ? tableOf(items[1]) : null
  if (table === null || shown.length === 0) return false
  const own = [...table.primaryKey, ...displayColumns(table).map(({ name }) => name)]
  return !shown.some((item) => item.table === table.name && (own.includes(item.column) || nameLike.test(labelIn(table, item.column))))
}

/** How many words ask for a figure that the query does not compute, or computes with another aggregate. */
function figureless({ items, taken, draft }: Reading, query: SemanticQuery): number {
  const built = JSON.stringify(query)
  if (query.measures.length === 0)
    return !/"than":|"aggregate":/.test(built) && items.some((item, at) => item.kind === 'word' && taken[at] === null && figureNouns.has(item.lower)) ? 1 : 0
  // "Total tracks" and "total number of tracks" ask for a count, not for a sum.
  const wordOf = (item: Item) => (tableOf(item) ? 'rows' : item.kind !== 'name' ? item.lower : item.lower.startsWith('number') ? 'count-of' : '')
  const text = ` ${items.map(wordOf).join(' ')} `
  return draft.share || draft.ratio ? 0 : heeded.filter(([said, done]) => said.test(text) && !done.test(built)).length
}

/** The number of sentences beyond the first, without those that only say how to draw the answer. */
function sentencesIn({ items, taken }: Reading): number {
  const ends = items.flatMap((item, at) => ((item.lower === '?' || item.lower === '.') && at > 0 && at < items.length - 1 ? [at] : []))
  return ends.filter((end, index) => taken.slice(end + 1, ends[index + 1]).some((role) => role !== null && role !== 'chart')).length
}

function labelIn({ columns }: LayerTable, name: string): string {
  return columns.find((column) => column.name === name)?.label.toLowerCase() ?? ''
}

function columnOf({ lexicon }: Reading, item: { table: string; column: string }): LayerColumn | undefined {
  return lexicon.layer.tables.find(({ name }) => name === item.table)?.columns.find(({ name }) => name === item.column)
}

/** Whether the first thing a question names is neither shown nor counted nor measured. */
function unshown({ items, taken }: Reading, query: SemanticQuery): boolean {
  const first = items.find((item, at) => item.kind === 'name' && !isValueOnly(item) && taken[at] !== 'superlative')
  if (!first || first.meaning.measures.length > 0) return false
  const outputs = [...query.dimensions, ...query.measures].filter((item) => !item.hidden)
  const isShown = (table: string, column: string | null) =>
    outputs.some((item) => !('table' in item) || (item.table === table && (column === null || item.column === column)))
  return (
    !first.meaning.tables.some(({ table }) => isShown(table.name, null)) && !first.meaning.columns.some((item) => isShown(item.table.name, item.column.name))
  )
}

/** All conditions of a filter on rows; those inside a `not` only with `withDenied`. */
function conditionsIn(filter: Filter, withDenied = true): FilterCondition[] {
  if ('and' in filter) return filter.and.flatMap((item) => conditionsIn(item, withDenied))
  if ('or' in filter) return filter.or.flatMap((item) => conditionsIn(item, withDenied))
  if ('column' in filter) return [filter]
  return withDenied ? conditionsIn(filter.not) : []
}

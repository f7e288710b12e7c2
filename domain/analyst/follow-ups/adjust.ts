import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import { partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { moneyWords } from '#domain/analyst/lexicon/english/measures.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Aggregate, Filter, Grain, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { otherNumber, otherSide } from './adjust-number.ts'
import { rankChanges } from './adjust-rank.ts'
import { otherPage, otherPeriod } from './adjust-step.ts'
import { conditionOf, nameOfMeasure } from './carry.ts'

/** `adds` says that the remark began with "also"; `said` is the question before. */
export type Change = (text: string, previous: SemanticQuery, layer: Layer, adds: boolean, said: string) => SemanticQuery | null

/** What a short remark changes of the query before, where it needs no reading of the data: another figure, the top or bottom, another number, a level up or down, less. Null when it is none. */
export function adjusted(question: string, { query: previous, question: said }: PreviousTurn, layer: Layer): SemanticQuery | null {
  const text = question
    .trim()
    .toLowerCase()
    .replace(/[?.!\s]+$/, '')
    .replace(/^(?:(?:and|now|ok|okay|then|but|so|please|just|only|also|(?:can|could) you|great|thanks)\b[,.!\s]*)+/, '')
    .replace(/[,\s]+(?:please|instead|again|then|now)$/, '')
  const adds = /^(?:and )?also\b/i.test(question.trim())
  for (const change of changes) {
    const next = change(text, previous, layer, adds, said)
    if (next) return next
  }
  return null
}

const aggregates = new Map<string, Aggregate>(
  Object.entries({
    maximum: 'max',
    max: 'max',
    highest: 'max',
    largest: 'max',
    minimum: 'min',
    min: 'min',
    lowest: 'min',
    smallest: 'min',
    average: 'avg',
    mean: 'avg',
    total: 'sum',
    sum: 'sum',
  }),
)
const figureCue =
  /^(?:(?:(?:what|how) about|what is|show(?: me)?|give(?: me)?|add|use|take|make it|(?:change|switch)(?: it| that)? to|with|as|in) )?(?:the |an? |its |their )?(\w+)(?: one| value)?(?: too| as well|,? (?:instead of|rather than|not) (?:the |an? )?\w+)?$/

/** "What about the minimum?" of one figure. */
const otherFigure: Change = (text, previous, _layer, adds) => {
  const word = figureCue.exec(text)?.[1]
  const aggregate = word === undefined ? undefined : aggregates.get(word)
  const [measure, ...others] = previous.measures
  if (!aggregate || others.length > 0 || previous.limit !== undefined || !measure || !('aggregate' in measure) || measure.column === undefined) return null
  if (measure.aggregate === aggregate || (previous.dimensions.length > 0 && /est$/.test(word ?? ''))) return null
  const { name: _, ...rest } = measure
  const name = nameOfMeasure({ ...rest, aggregate })
  const changed: QueryMeasure = { ...rest, aggregate, name }
  if (/^add\b| (?:too|as well)$/.test(text) || adds) return { ...previous, measures: [measure, changed] }
  return { ...previous, measures: [changed], order: previous.order.map((item) => (item.by === measure.name ? { ...item, by: name } : item)), having: [] }
}

/** "What is the average of them?" of a list of one number. */
const figureOfList: Change = (text, previous, layer) => {
  const word = /^(?:(?:what is|what's|show|(?:what|how) about|give(?: me)?) )?(?:the )?(\w+)(?: value| number)?(?: one| of (?:them|those|these|it|all))?$/.exec(
    text,
  )?.[1]
  const aggregate = word === undefined ? undefined : aggregates.get(word)
  const [dimension, ...others] = previous.dimensions.filter((item) => !item.hidden)
  const column = layer.tables.find((item) => item.name === dimension?.table)?.columns.find((item) => item.name === dimension?.column)
  if (!aggregate || !dimension || others.length + previous.measures.length > 0 || !column || !isNumericType(column)) return null
  if (previous.limit !== undefined) return null
  return { ...previous, measures: [{ aggregate, table: dimension.table, column: dimension.column }], dimensions: [], order: [], distinct: false }
}

const finer: Grain[] = ['year', 'quarter', 'month', 'week', 'day', 'hour']
const downCue =
  /^(?:drill (?:down|in)(?: further)?|(?:break|split) (?:it|this|that|them) down(?: further)?|(?:in |with |show |give )?(?:me )?more detail|go deeper)$/
const upCue = /^(?:(?:drill|roll|go|zoom) (?:up|out|back up)|(?:in |with |show |give )?(?:me )?less detail)$/

/** "Drill down": to the next level of a hierarchy, or to a shorter period. */
const drill: Change = (text, previous, layer) => {
  const step = downCue.test(text) ? 1 : upCue.test(text) ? -1 : 0
  if (step === 0) return null
  for (const [index, { name: _, ...dimension }] of previous.dimensions.entries()) {
    const grain = dimension.grain === undefined ? undefined : finer[finer.indexOf(dimension.grain) + step]
    const isPeriod = dimension.grain !== undefined && finer.includes(dimension.grain)
    const levels =
      layer.hierarchies.find((item) => item.levels.some(({ table, column }) => table === dimension.table && column === dimension.column))?.levels ?? []
    const level = levels[levels.findIndex(({ table, column }) => table === dimension.table && column === dimension.column) + step]
    const next = isPeriod ? grain && { ...dimension, grain } : level && { ...dimension, table: level.table, column: level.column }
    if (!next) continue
    const dimensions = previous.dimensions.with(index, next)
    const { limit_per: _per, ...rest } = previous
    return { ...rest, dimensions, order: previous.order.filter(({ by }) => previous.measures.some((measure) => measure.name === by)) }
  }
  return null
}

/** "Remove the country filter", "for all years", "without the city": what is named goes. */
const removal: Change = (text, previous, layer) => {
  if (/^(?:remove|clear|drop|without) (?:all |the |any )*(?:filters?|conditions?)$/.test(text) && previous.filters) {
    const { filters: _, ...rest } = previous
    return rest
  }
  const named = /^(?:remove|drop|hide|without|leave out|take out|(?:for|in|show) all)(?: the)? ([\w ]+?)(?: filters?| columns?| conditions?)?$/.exec(text)?.[1]
  if (named === undefined) return null
  const word = (part: string) => part.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '')
  const isNamed = (table: string, column: string) => {
    const found = layer.tables.find((item) => item.name === table)
    const labels = [found?.columns.find((item) => item.name === column)?.label ?? column, found?.label ?? table]
    return (
      labels.some((label) => word(label) === word(named)) ||
      (word(named) === 'year' && found?.columns.find((item) => item.name === column)?.semanticType === 'time')
    )
  }
  const figures = previous.measures.filter((item) => !isFigure(item, named))
  if (figures.length < previous.measures.length && figures.length + previous.dimensions.length > 0 && previous.having.length === 0) {
    const order = previous.order.filter(({ by }) => !previous.measures.some((item) => !figures.includes(item) && item.name === by))
    return figures.length > 0 ? { ...previous, measures: figures, order } : null
  }
  const parts = partsOf(previous.filters)
  const kept = parts.filter((part) => {
    const condition = conditionOf(part)
    return !condition || !isNamed(condition.table, condition.column)
  })
  const { filters: _, ...rest } = previous
  if (kept.length < parts.length) return kept.length === 0 ? rest : { ...rest, filters: kept.length === 1 ? (kept[0] as Filter) : { and: kept } }
  const dimensions = previous.dimensions.filter((item) => !isNamed(item.table, item.column))
  if (dimensions.length === previous.dimensions.length || /all/.test(text.split(' ')[1] ?? '') || dimensions.length + previous.measures.length === 0)
    return null
  const gone = previous.dimensions.filter((item) => !dimensions.includes(item)).map((item) => item.name)
  return { ...previous, dimensions, order: previous.order.filter(({ by }) => !gone.includes(by)) }
}

/** Whether "the average total" or "the revenue" names a figure. */
function isFigure(item: QueryMeasure, named: string): boolean {
  if (!('aggregate' in item)) return false
  const [word = '', ...rest] = named.split(' ')
  const isCount = item.aggregate === 'count' || item.aggregate === 'count_distinct'
  if (isCount) return /^(?:number|count)\b/.test(named)
  if (item.aggregate === 'sum' && moneyWords.has(singular(named))) return true
  return aggregates.get(word) === item.aggregate && (rest.length === 0 || rest.at(-1) === item.column?.toLowerCase() || rest[0] === 'of')
}

const changes: Change[] = [otherPeriod, otherPage, drill, removal, otherFigure, figureOfList, ...rankChanges, otherNumber, otherSide]

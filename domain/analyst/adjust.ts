import { isNumericType } from '#domain/semantics/column-storage.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Aggregate, Filter, Grain, HavingCondition, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { conditionOf } from './carry.ts'

type Change = (text: string, previous: SemanticQuery, layer: Layer) => SemanticQuery | null

/** What a short remark changes of the query before, where it needs no reading of the data: another figure, the top or bottom, another number, a level up or down, less. Null when it is none. */
export function adjusted(question: string, previous: SemanticQuery, layer: Layer): SemanticQuery | null {
  const text = question
    .trim()
    .toLowerCase()
    .replace(/[?.!\s]+$/, '')
    .replace(/^(?:(?:and|now|ok|okay|then|but|so|please|just|only)\b[,\s]*)+/, '')
  for (const change of changes) {
    const next = change(text, previous, layer)
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
const most = new Set('most highest greatest largest biggest maximum max best top'.split(' '))
const least = new Set('least fewest lowest smallest minimum min worst bottom'.split(' '))

/** "What about the minimum?" of one figure. */
const otherFigure: Change = (text, previous) => {
  const word = /^(?:also )?(?:(?:what|how) about|show(?: me)?|give(?: me)?|add) (?:the |its |their )?(\w+)(?: instead| too)?$/.exec(text)?.[1]
  const aggregate = word === undefined ? undefined : aggregates.get(word)
  const [measure, ...others] = previous.measures
  if (!aggregate || others.length > 0 || previous.limit !== undefined || !measure || !('aggregate' in measure) || measure.column === undefined) return null
  if (measure.aggregate === aggregate) return null
  const { name: _, ...rest } = measure
  const changed: QueryMeasure = { ...rest, aggregate }
  const isMore = /^(?:add|also)\b/.test(text) || / too$/.test(text)
  return { ...previous, measures: isMore ? [measure, changed] : [changed], order: previous.order.filter(({ by }) => by !== measure.name), having: [] }
}

/** "What is the average of them?" of a list of one number. */
const figureOfList: Change = (text, previous, layer) => {
  const word = /^(?:what is|what's|show|(?:what|how) about|give(?: me)?) (?:the )?(\w+)(?: value| number)?(?: one| of (?:them|those|these|it|all))?$/.exec(
    text,
  )?.[1]
  const aggregate = word === undefined ? undefined : aggregates.get(word)
  const [dimension, ...others] = previous.dimensions.filter((item) => !item.hidden)
  const column = layer.tables.find((item) => item.name === dimension?.table)?.columns.find((item) => item.name === dimension?.column)
  if (!aggregate || !dimension || others.length + previous.measures.length > 0 || !column || !isNumericType(column)) return null
  const { limit: _, limit_per: __, ...rest } = previous
  return { ...rest, measures: [{ aggregate, table: dimension.table, column: dimension.column }], dimensions: [], order: [], distinct: false }
}

/** "Which one has the most?" of what was measured, and "how about the least?" of a superlative. */
const topOrBottom: Change = (text, previous) => {
  const word =
    /^(?:(?:which|what)(?: one| ones| \w+)? (?:has|have|had|is|are|was|were)(?: got)?|(?:what|how) about)(?: the ones? with)? the (\w+)$/.exec(text)?.[1] ?? ''
  if (!most.has(word) && !least.has(word)) return null
  const direction = most.has(word) ? 'desc' : 'asc'
  const [order] = previous.order
  const measure = previous.measures.find((item) => !item.hidden) ?? previous.measures[0]
  const by = previous.limit !== undefined && order ? order.by : measure?.name
  if (by === undefined || previous.dimensions.length === 0)
    return previous.order.length === 1 && order ? { ...previous, order: [{ ...order, direction }], limit: 1 } : null
  return { ...previous, order: [{ by, direction }], limit: previous.limit ?? 1 }
}

const comparisons: [RegExp, HavingCondition['operator']][] = [
  [/at least/, 'greater_or_equal'],
  [/at most/, 'less_or_equal'],
  [/more than|over|above/, 'greater_than'],
  [/less than|fewer than|under|below/, 'less_than'],
]

/** "How about at least 4?" of a condition that compares with a number. */
const otherNumber: Change = (text, previous) => {
  const found =
    /^(?:(?:what|how) about )?(?:those |the ones )?(?:with |above |over )?(at least |at most |more than |less than |fewer than |over |under |above |below )?(\d+(?:\.\d+)?)(?: \w+)?$/.exec(
      text,
    )
  if (!found) return null
  const value = Number(found[2])
  const operator = found[1] === undefined ? undefined : comparisons.find(([pattern]) => pattern.test(found[1] ?? ''))?.[1]
  const [having, ...others] = previous.having
  if (having && others.length === 0) return { ...previous, having: [{ ...having, operator: operator ?? having.operator, values: [value] }] }
  return null
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
  const parts = previous.filters ? ('and' in previous.filters ? previous.filters.and : [previous.filters]) : []
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

const changes: Change[] = [drill, removal, otherFigure, figureOfList, topOrBottom, otherNumber]

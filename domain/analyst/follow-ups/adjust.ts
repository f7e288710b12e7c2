import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import { partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { figureAggregates, moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { politeRequests, remarkAdverbs, remarkEnds, remarkOpeners } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { rowPronouns } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import {
  additions,
  coarserPhrases,
  figureLeads,
  finerPhrases,
  forAllPhrases,
  removals,
  removedNouns,
  replacementPhrases,
} from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, Grain, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { otherNumber, otherSide } from './adjust-number.ts'
import { rankChanges } from './adjust-rank.ts'
import { asShare } from './adjust-share.ts'
import { otherPage, otherPeriod } from './adjust-step.ts'
import { conditionOf, nameOfMeasure } from './carry.ts'
import { about, article, show } from './remark-parts.ts'

const lead = new RegExp(`^(?:${anyOf(remarkOpeners, remarkAdverbs, politeRequests)}\\b[,.!\\s]*)+`)
const tail = new RegExp(`[,\\s]+${anyOf(remarkEnds)}$`)

/** Changes the query before as a remark says, or gives null. `text` is the remark in small letters, without polite words; `adds`: it began with "also"; `said` is the question before. */
export type Change = (text: string, previous: SemanticQuery, layer: Layer, adds: boolean, said: string) => SemanticQuery | null

/** The query before as a short remark changes it, where the remark names nothing of the data: another figure or number, the top or bottom, a finer or coarser level, something taken away. Null for any other remark. */
export function adjusted(question: string, { query: previous, question: said }: PreviousTurn, layer: Layer): SemanticQuery | null {
  const text = question
    .trim()
    .toLowerCase()
    .replace(/[?.!\s]+$/, '')
    .replace(lead, '')
    .replace(tail, '')
  const adds = /^(?:and )?also\b/i.test(question.trim())
  for (const change of changes) {
    const next = change(text, previous, layer, adds, said)
    if (next) return next
  }
  return null
}

const figureCue = new RegExp(
  `^(?:${about}|${anyOf(figureLeads)} )?${article}(\\w+)(?: one| value)?(?: ${anyOf(additions)}|,? ${anyOf(replacementPhrases, ['not'])} ${article}\\w+)?$`,
)
const addsFigure = new RegExp(`^add\\b| ${anyOf(additions)}$`)

/** "What about the minimum?" after one figure was shown. */
const otherFigure: Change = (text, previous, _layer, adds) => {
  const word = figureCue.exec(text)?.[1]
  const aggregate = word === undefined ? undefined : figureAggregates.get(word)
  const [measure, ...others] = previous.measures
  if (!aggregate || others.length > 0 || previous.limit !== undefined || !measure || !('aggregate' in measure) || measure.column === undefined) return null
  if (measure.aggregate === aggregate || (previous.dimensions.length > 0 && /est$/.test(word ?? ''))) return null
  const { name: _, ...rest } = measure
  const name = nameOfMeasure({ ...rest, aggregate })
  const changed: QueryMeasure = { ...rest, aggregate, name }
  if (addsFigure.test(text) || adds) return { ...previous, measures: [measure, changed] }
  return { ...previous, measures: [changed], order: previous.order.map((item) => (item.by === measure.name ? { ...item, by: name } : item)), having: [] }
}

const figureOfAll = new RegExp(`^(?:what is |what's |${about}|${show})?(?:the )?(\\w+)(?: value| number)?(?: one| of ${anyOf(rowPronouns, ['it', 'all'])})?$`)

/** "What is the average of them?" after a list of one numeric column. */
const figureOfList: Change = (text, previous, layer) => {
  const word = figureOfAll.exec(text)?.[1]
  const aggregate = word === undefined ? undefined : figureAggregates.get(word)
  const [dimension, ...others] = previous.dimensions.filter((item) => !item.hidden)
  const column = layer.tables.find((item) => item.name === dimension?.table)?.columns.find((item) => item.name === dimension?.column)
  if (!aggregate || !dimension || others.length + previous.measures.length > 0 || !column || !isNumericType(column)) return null
  if (previous.limit !== undefined) return null
  return { ...previous, measures: [{ aggregate, table: dimension.table, column: dimension.column }], dimensions: [], order: [], distinct: false }
}

const finer: Grain[] = ['year', 'quarter', 'month', 'week', 'day', 'hour']

/** "Drill down": to the next level of a hierarchy, or to a shorter period. */
const drill: Change = (text, previous, layer) => {
  const step = finerPhrases.has(text) ? 1 : coarserPhrases.has(text) ? -1 : 0
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

const withoutConditions = new RegExp(`^${anyOf(removals)} (?:(?:all|the|any) )*${anyOf(removedNouns)}s?$`)
const takenAway = new RegExp(`^${anyOf(removals, forAllPhrases)}(?: the)? ([\\w ]+?)(?: ${anyOf(removedNouns)}s?)?$`)

/** Takes away the condition, column or figure that is named: "remove the country filter", "for all years", "without the city". */
const removal: Change = (text, previous, layer) => {
  if (withoutConditions.test(text) && previous.filters) {
    const { filters: _, ...rest } = previous
    return rest
  }
  const named = takenAway.exec(text)?.[1]
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
  return figureAggregates.get(word) === item.aggregate && (rest.length === 0 || rest.at(-1) === item.column?.toLowerCase() || rest[0] === 'of')
}

const changes: Change[] = [asShare, otherPeriod, otherPage, drill, removal, otherFigure, figureOfList, ...rankChanges, otherNumber, otherSide]

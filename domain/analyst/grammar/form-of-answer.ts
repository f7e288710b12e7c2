import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { isNoAnswer } from '#domain/analyst/grammar/checks/judged.ts'
import { isOutOfPlace } from '#domain/analyst/grammar/checks/out-of-place.ts'
import { columnOf } from '#domain/analyst/grammar/checks/vacuous.ts'
import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { goingVerbs, numberWords, partNouns, topWords } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import { groupMarkers } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { latestWords } from '#domain/analyst/lexicon/english/times/moments.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Whether the last or the best of some rows are listed in an order that has nothing to do with it. */
export const isUnsortedList = (input: AnalysisInput, query: SemanticQuery): boolean => isLastOfNothing(input, query) || isTopOfNothing(input, query)

/** Whether an answer has not the form of what is asked for: months in place of how many there were in each, a total in place of who, rows in place of how it goes. */
export const isBesideQuestion = (input: AnalysisInput, query: SemanticQuery): boolean =>
  isVague(input.question, query) ||
  isNoAnswer(input, query) ||
  isOutOfPlace(input, query) ||
  deniesEachRow(input, query) ||
  tellsNobody(input.question, query) ||
  tellsNoName(input, query) ||
  listsPeriods(input.question, query) ||
  listsParts(input, query)

/** "Sign-ups by month" asks for how many there were, and not for the months. */
const listsPeriods = (question: string, { measures, dimensions }: SemanticQuery): boolean =>
  measures.length === 0 && dimensions.length === 1 && dimensions[0]?.grain !== undefined && splits.test(question)

/** "Who owes us money" asks for people, and not only for how much it is. */
const tellsNobody = (question: string, { measures, dimensions, combine }: SemanticQuery): boolean =>
  /^(?:and |so )?who\b/i.test(question.trim()) && measures.length > 0 && dimensions.length === 0 && !combine
/** "Whose licence expires" asks for people, and not only for the days. */
function tellsNoName({ question, layer }: AnalysisInput, { measures, dimensions, combine }: SemanticQuery): boolean {
  if (!/^whose\b/i.test(question.trim()) || measures.length > 0 || combine) return false
  const shown = dimensions.filter(({ hidden }) => !hidden)
  const isOfTime = ({ table, column }: (typeof shown)[number]) => columnOf(layer, table, column)?.semanticType === 'time'
  return shown.length > 0 && shown.every(isOfTime)
}

/** A rate or a share is a figure: a list is none, unless what it shows is called so. */
function listsParts({ question, layer }: AnalysisInput, { measures, dimensions, filters }: SemanticQuery): boolean {
  const said = wordsOf(question).find((word) => partNouns.has(word))
  if (said === undefined || measures.length > 0 || filters) return false
  return !dimensions.some(({ table, column }) => wordsOf(columnOf(layer, table, column)?.label ?? '').some((word) => partNouns.has(word)))
}

const asksTop = wordPattern(topWords)
const splits = wordPattern(groupMarkers)
const asksLatest = new RegExp(`\\b${anyOf(latestWords)} \\d+ `, 'i')

/** "Top 10 destinations" asks for those with the most of something, and not for the last of the alphabet. */
function isTopOfNothing({ question, layer }: AnalysisInput, { measures, dimensions, limit, order }: SemanticQuery): boolean {
  const [first] = order
  const isRanked = limit !== undefined && measures.length === 0 && asksTop.test(question)
  const by = dimensions.find(({ name, column }) => (name ?? column) === first?.by)
  const column = by && columnOf(layer, by.table, by.column)
  return isRanked && (!first || (column !== undefined && !by?.hidden && !by?.grain && column.type === 'text' && column.semanticType !== 'measure'))
}

/** "The last 10 orders" are those of the latest dates. */
function isLastOfNothing({ question, layer }: AnalysisInput, { measures, limit, order, dimensions }: SemanticQuery): boolean {
  if (limit === undefined || measures.length > 0 || !asksLatest.test(question)) return false
  const sorted = dimensions.filter(({ name, column }) => order.some(({ by }) => by === (name ?? column)))
  return !sorted.some(({ table, column }) => columnOf(layer, table, column)?.semanticType === 'time')
}

/** "Customers who never bought furniture" have no row of it, where each of them has several. */
function deniesEachRow({ question, layer }: AnalysisInput, { measures, dimensions, filters }: SemanticQuery): boolean {
  if (!/\bnever\b/i.test(question) || !filters) return false
  const [first] = [...dimensions, ...measures.flatMap((measure) => ('aggregate' in measure && measure.aggregate === 'count_distinct' ? [measure] : []))]
  const table = layer.tables.find(({ name }) => name === first?.table)
  const column = first && 'column' in first && first.column !== undefined && table ? columnOf(layer, table.name, first.column) : undefined
  if (!table || !column || column.distinct === null || table.rows === null || column.distinct * 2 > table.rows) return false
  const parts = 'and' in filters ? filters.and : [filters]
  return parts.some(
    (part) =>
      ('not' in part && 'column' in part.not && part.not.table === table.name && part.not.values_from === undefined && part.not.operator !== 'is_not_empty') ||
      ('column' in part && part.table === table.name && part.operator === 'not_equals'),
  )
}
const asksHowItGoes = new RegExp(`^(?:so |and )?how(?:'s| ${anyOf(goingVerbs)}) (?!${anyOf(numberWords)})`, 'i')

/** How something goes is told by figures, and not by a list of its rows. */
const isVague = (question: string, { measures, dimensions }: SemanticQuery): boolean =>
  measures.length === 0 && dimensions.filter(({ hidden }) => !hidden).length < 2 && asksHowItGoes.test(question.trim())

import { labelWords } from '#domain/analyst/language/root.ts'
import { flowWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { countExtremes } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { beforeCounted, numberNouns, quantityNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { MeasurePart, Superlative } from '#domain/analyst/reading/draft.ts'
import { isFree, prefersValue, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { rankedFigure } from './rank-by.ts'
import { countedNoun, labelledRank, lastNoun, numberColumn, rankable } from './ranked-noun.ts'
import { subjectOf, summed } from './summed-rank.ts'
import { countOf, finish, isAskedValue, leaveValues, limitBefore, measurePastValues, numberBefore, rankBy, readHighestOf } from './superlative-parts.ts'

/** `the highest price`, `most albums`, `largest number of students`, `highest average salary`. */
export function readSized(reading: Reading, at: number, limit = limitBefore(reading, at)): number {
  const labelled = labelledRank(reading, at)
  if (labelled) return finish(reading, { ...labelled, limit: 1 }, at, at + 1)
  const direction = superlatives.get(wordAt(reading, at))
  if (direction === undefined || !isFree(reading, at)) return 0
  const start = numberBefore(reading, at)
  const target = countedNoun(reading, skip(reading, at + 1, beforeCounted))
  const counts = target > at + 1 && [1, 2, 3].some((offset) => at + offset < target && quantityNouns.has(wordAt(reading, at + offset)))
  const measure = measurePastValues(reading, at + 1)
  const isAsked = isAskedValue(reading, start)
  if (measure && !(isAsked && measure.part.aggregate === 'count')) {
    if (isAsked && limit === 1) return 0
    const figure = reading.items[measure.end - 1]?.figure === measure.part ? rankedFigure(measure.part, direction, limit).by : null
    finish(reading, { direction, limit, by: figure ?? ownFigure(measure.part) ?? { measure: measure.part } }, start, measure.end)
    leaveValues(reading, at + 1, measure.end)
    return measure.end
  }
  if (prefersValue(reading, target)) return 0
  const table = tableOf(reading.items[target])
  const word = wordAt(reading, at)
  if (table && (counts || countExtremes.has(word) || word === 'maximum' || word === 'minimum')) {
    const end = finish(reading, { direction, limit, by: { measure: countOf(table) } }, start, target + 1, { table, at: target })
    // What stands between is a condition still to be read.
    leaveValues(reading, at + 1, target)
    return end
  }
  if (table) return readHighestOf(reading, { direction, limit, start, at })
  const last = lastNoun(reading, target)
  const column = columnOf(reading, last, rankable) ?? numberColumn(reading, last)
  if (!column) return counts || countExtremes.has(word) ? countOfColumn(reading, { direction, limit, start, target }) : 0
  // "What is the highest price?" asks for the price itself.
  if (isAsked && limit === 1) return 0
  const isFlow = (!counts && (word === 'most' || word === 'least')) || flowWords.has(reading.items[last]?.stem ?? '')
  return finish(reading, { direction, limit, by: isFlow ? summed(reading, subjectOf(reading, at), rankBy(column)) : rankBy(column) }, start, last + 1)
}

const countLabels = wordSet(numberNouns, 'total')

/** The column itself where a sum would add up one number per row: "the highest number of credits". */
function ownFigure({ aggregate, table, column }: MeasurePart): Superlative['by'] | null {
  return aggregate === 'sum' && column && labelWords(column.label).some((word) => countLabels.has(word)) ? rankBy({ table, column }) : null
}

function countOfColumn(
  reading: Reading,
  { direction, limit, start, target }: { direction: 'asc' | 'desc'; limit: number; start: number; target: number },
): number {
  const column = columnOf(reading, target)
  if (!column) return 0
  const measure: MeasurePart = { aggregate: 'count_distinct', table: column.table, column: column.column, named: null }
  return finish(reading, { direction, limit, by: { measure } }, start, target + 1)
}

import { tellsEarned, tellsSpent } from '#domain/analyst/grammar/business/payers.ts'
import { timesRecurring } from '#domain/analyst/grammar/business/subscriptions.ts'
import { takesUndoneForDone } from '#domain/analyst/grammar/rules/undone-rules.ts'
import { averageCues } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { tellsMonthDays } from '#domain/analyst/queries/whole-days.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { boundsCode } from './bounded-codes.ts'
import { takesBuyersForSellers } from './buyers.ts'
import { takesOthersForVisits } from './comers.ts'
import { countsDates } from './counted-dates.ts'
import { judgesWorkers } from './judged.ts'
import { leavesPlace } from './leaves-place.ts'
import { misplacesEntity } from './misplaced-entity.ts'
import { takesOtherDate } from './other-date.ts'
import { sumsMarks } from './sums-marks.ts'
import { takesTargets } from './targets.ts'
import { countsItself, countsSums, isVacuous, leastRows, sumsUnitPrices } from './vacuous.ts'

/** Whether nobody who asks a question means a query, whatever the rows are: it tells nothing, or measures what cannot be measured so. */
export const isNonsense = (question: string, layer: Layer, query: SemanticQuery): boolean =>
  isVacuous(query, layer) ||
  (query.having.length === 0 && countsItself(query, layer, leastRows)) ||
  takesUndoneForDone(question, query) ||
  timesRecurring(query, layer) ||
  tellsEarned(question, query, layer) ||
  tellsSpent(question, query, layer) ||
  sumsUnitPrices(query, layer, question) ||
  countsSums(query, layer, question) ||
  sumsMarks(query, layer, question) ||
  tellsMonthDays(layer, query, question) ||
  takesOtherDate(query, layer, question) ||
  takesTargets(query, layer, question) ||
  takesBuyersForSellers(question, query, layer) ||
  judgesWorkers(question, query, layer) ||
  leavesPlace(question, query) ||
  misplacesEntity(query, layer, question) ||
  takesOthersForVisits(question, query, layer) ||
  boundsCode(question, query, layer) ||
  averagesCount(question, query) ||
  leavesPercent(question, query) ||
  countsDates(question, query, layer)

const howMany = /^how many\b/i
const onAverage = new RegExp(`\\b${anyOf(averageCues)}\\b`, 'i')

/** "How many" asks for no average, unless a word says so. */
const averagesCount = (question: string, { measures }: SemanticQuery): boolean =>
  howMany.test(question) &&
  !onAverage.test(question) &&
  measures.length > 0 &&
  measures.every((measure) => 'aggregate' in measure && (measure.aggregate === 'avg' || measure.aggregate === 'median'))

const inPercent = /^(?:by )?how (?:much|many) (?:percent|per cent|%)/i

/** "By how many percent did rents rise" is told by a figure in percent. */
const leavesPercent = (question: string, { measures, compare }: SemanticQuery): boolean =>
  inPercent.test(question) && compare === undefined && !JSON.stringify(measures).includes('percent')

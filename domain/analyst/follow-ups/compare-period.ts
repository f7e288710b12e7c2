import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import type { Clock } from '#domain/analyst/language/calendar.ts'
import { stepped } from '#domain/analyst/language/step.ts'
import { findTimeMentions } from '#domain/analyst/language/time.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { continuations } from '#domain/analyst/lexicon/english/dialog/remark-openers.ts'
import { answerPronouns } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { agoWords, comparedPeriodLeads, comparePrepositions, previousWords } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { doForms } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { calendarUnits } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { FilterCondition, Grain, QueryDimension, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { end } from './remark-parts.ts'

const cue = new RegExp(
  `^(?:${anyOf(continuations)}[,\\s]+)*(?:compare(?: ${anyOf(answerPronouns)})?(?: ${anyOf(comparePrepositions)})?|versus|vs\\.?|how ${anyOf(doForms)} ${anyOf(answerPronouns)} compare (?:with|to))\\s+(.+?)${end}`,
  'i',
)
const previousUnit = anyOf(previousWords)
const yearBefore = new RegExp(
  `^(?:the )?(?:(?:year|one) before|${previousUnit} year|same ${anyOf(calendarUnits, ['period', 'time'])} (?:of )?(?:the )?${previousUnit} year|a year ${anyOf(agoWords)})$`,
  'i',
)
const periodLead = new RegExp(`^${anyOf(comparedPeriodLeads)} `, 'i')
const unitBefore = new RegExp(`^(?:the )?(?:(${anyOf(calendarUnits, ['period', 'one'])}) before|${previousUnit} (${anyOf(calendarUnits, ['period'])}))$`, 'i')

/** A question with "compare with" in place of "vs" and the like, so that "vs 2023" is not taken for a chart of two figures. */
export const comparisonSaid = (question: string): string => question.trim().replace(cue, 'compare with $1')

/** "Compare with 2023", "vs the year before": the query about one period, with the other period beside it. Null where the query is not about one period. */
export function comparedWith(question: string, previous: SemanticQuery, clock: Clock): SemanticQuery | null {
  const said = cue.exec(question.trim())?.[1]
  if (said === undefined || previous.limit !== undefined || previous.having.length > 0) return null
  const parts = partsOf(previous.filters)
  const [period, ...others] = parts.filter(isOnePeriod)
  if (!period || others.length > 0) return null
  const value = String(period.values[0])
  const grain = grainOf(value)
  const other = grain && otherValue(said, value, grain, clock)
  if (!other || other === value) return null
  const values = [other, value].toSorted()
  const own: QueryDimension = { table: period.table, column: period.column, grain, name: 'period' }
  const dimensions = previous.dimensions.map((dimension) => withinPeriod(dimension, own))
  if (dimensions.some((dimension) => dimension === null)) return null
  const filters = joined(parts.map((part) => (part === period ? { ...period, values } : part)))
  const order = dimensions.length === 0 ? [{ by: 'period', direction: 'asc' as const }] : []
  return { ...previous, ...(filters ? { filters } : {}), dimensions: [...(dimensions as QueryDimension[]), own], order }
}

const isOnePeriod = (part: ReturnType<typeof partsOf>[number]): part is FilterCondition =>
  'column' in part &&
  part.operator === 'equals' &&
  part.values.length === 1 &&
  typeof part.values[0] === 'string' &&
  grainOf(part.values[0]) !== null &&
  part.grain === undefined

function grainOf(value: string): Grain | null {
  const [, year, quarter, month, day] = /^(\d{4})(?:-(Q[1-4])|-(\d\d)(?:-(\d\d))?)?$/.exec(value) ?? []
  return year === undefined ? null : day !== undefined ? 'day' : month !== undefined ? 'month' : quarter !== undefined ? 'quarter' : 'year'
}

function otherValue(said: string, value: string, grain: Grain, clock: Clock): string | null {
  if (yearBefore.test(said)) return stepped(value, 'year', -1)
  const [, one, two] = unitBefore.exec(said) ?? []
  const unit = one ?? two
  if (unit !== undefined) return stepped(value, unit === 'period' || unit === 'one' ? grain : unit, -1)
  const tokens = tokenize(`in ${said.replace(periodLead, '')}`)
  const [mention, ...more] = findTimeMentions(tokens, clock)
  if (!mention || more.length > 0 || mention.end < tokens.length || mention.operator !== 'equals' || mention.values.length !== 1) return null
  const [found = ''] = mention.values
  return grainOf(found) === grain ? found : null
}

const withinYear: Partial<Record<Grain, Grain>> = { month: 'month_of_year', quarter: 'quarter_of_year' }

/** A dimension for two periods side by side: the months of two years become January to December. Null where there is no such unit. */
function withinPeriod(dimension: QueryDimension, { table, column, grain }: QueryDimension): QueryDimension | null {
  if (dimension.table !== table || dimension.column !== column || dimension.grain === undefined) return dimension
  const within = grain === 'year' ? withinYear[dimension.grain] : undefined
  return within ? { ...dimension, grain: within, name: `${column}_${within}` } : null
}

import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { stepped } from '#domain/analyst/language/step.ts'
import { isYearNumber } from '#domain/analyst/lexicon/column-kind.ts'
import { shownRows, wholeAnswer } from '#domain/analyst/lexicon/english/dialog/remark-pointers.ts'
import { additions, earlierWords, laterPeriods, pageWords } from '#domain/analyst/lexicon/english/dialog/remark-words.ts'
import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { calendarUnits } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition } from '#domain/semantics/semantic-query.ts'
import type { Change } from './adjust.ts'
import { about, show, those } from './remark-parts.ts'

const unit = `(${anyOf(calendarUnits)})`
const step = `(${anyOf(earlierWords, laterPeriods)})`
const stepCue = new RegExp(
  `^(?:${about}|${show}|(?:in|for) )*(?:(?:the )?${unit} ${step}(?: ${anyOf(wholeAnswer)})?|(?:the )?${step} ${unit}|(?:a|one) ${unit} ${step})$`,
)

/** "And the year after?" after an answer about a period. */
export const otherPeriod: Change = (text, previous, layer) => {
  const [, noun, side, turn, named, single, way] = stepCue.exec(text) ?? []
  const of = noun ?? named ?? single
  if (of === undefined) return null
  const steps = earlierWords.has(side ?? turn ?? way ?? '') ? -1 : 1
  const parts = partsOf(previous.filters)
  const moved = parts.map((part): Filter => ('column' in part ? (shifted(part, of, steps, layer) ?? part) : part))
  const filters = joined(moved)
  return filters && moved.filter((part, at) => part !== parts[at]).length === 1 ? { ...previous, filters } : null
}

/** A condition on a date, moved by `steps` units; null where it is about no date or about a period longer than the unit. */
function shifted(filter: FilterCondition, of: string, steps: number, layer: Layer): FilterCondition | null {
  const column = layer.tables.find((table) => table.name === filter.table)?.columns.find((item) => item.name === filter.column)
  const isOne = (filter.operator === 'equals' && filter.values.length === 1) || filter.operator === 'between'
  if (!column || !isOne || filter.values_from || (column.semanticType !== 'time' && !isYearNumber(column))) return null
  const values = filter.values.map((value) =>
    typeof value === 'number' ? (isYearNumber(column) && of === 'year' ? value + steps : null) : typeof value === 'string' ? stepped(value, of, steps) : null,
  )
  return values.every((value) => value !== null) ? { ...filter, values } : null
}

const number = '(\\d{1,3}|[a-z]+)'
const pageCue = new RegExp(
  `^(?:${show})?(?:(?:the )?(${anyOf(pageWords)}) (?:${anyOf(shownRows, ['page', 'few'])}|${number}(?: (?!${anyOf(calendarUnits)}s?$|too$|also$)[a-z]+)?)|(?:some |a few |${number} )?more(?: of ${those}| ${anyOf(shownRows)})?)( ${anyOf(additions)})?$`,
)

/** "The next 5", "show me more", after the first few. */
export const otherPage: Change = (text, previous, _layer, adds) => {
  const [found, way, next, more, also] = pageCue.exec(text) ?? []
  const { limit, offset = 0 } = previous
  if (found === undefined || limit === undefined) return null
  const said = next ?? more
  const count = said === undefined ? limit : /^\d+$/.test(said) ? Number(said) : numberWords.get(said)
  if (count === undefined || count < 1) return null
  if (way === 'previous') return offset === 0 ? null : { ...previous, offset: Math.max(0, offset - count), limit: Math.min(count, offset) }
  return adds || also !== undefined ? { ...previous, limit: limit + count } : { ...previous, offset: offset + limit, limit: count }
}

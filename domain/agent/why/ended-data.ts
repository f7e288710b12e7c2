import type { Language } from '#domain/language.ts'
import { MONTHS_IN_GERMAN } from '#domain/semantics/describe/german-words.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const SINCE = new Set(['equals', 'between', 'greater_than', 'greater_or_equal'])
const RELATIVE = /\b(?:in |during |for |on )?(?:the )?(?:(?:last|this|past|current|previous) (month|quarter|year)|(today|yesterday))\b/i

/** The last day a column of dates holds, as 2024-03-09; null where that is not known, as to who sees a part of the rows. */
export function endOfData({ max, semanticType }: LayerColumn): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(max ?? '')?.[1]
  return semanticType === 'time' && day !== undefined && day > '1970-01-02' ? day : null
}

/**
 * Where a question asks of a time after the end of the data: a sentence that says so, and the same question of the last such period there is, where it names its
 * period by today. Null where the data goes as far.
 */
export function endedData(
  question: string,
  { tables }: Layer,
  { filters }: SemanticQuery,
  language: Language = 'en',
): { said: string; instead: string | null } | null {
  for (const part of filters === undefined ? [] : 'and' in filters ? filters.and : [filters]) {
    const found = ended(tables, part)
    if (!found) continue
    const [year, month, day] = found.split('-').map(Number) as [number, number, number]
    const instead = RELATIVE.test(question)
      ? question.replace(RELATIVE, (_, period: string | undefined) => periodIn(period?.toLowerCase() ?? 'day', found, [year, month]))
      : null
    return {
      said: language === 'de' ? `Die Daten enden am ${day}. ${MONTHS_IN_GERMAN[month - 1]} ${year}.` : `The data ends on ${day} ${MONTHS[month - 1]} ${year}.`,
      instead,
    }
  }
  return null
}

function ended(tables: Layer['tables'], part: Filter): string | null {
  if (!('column' in part) || !SINCE.has(part.operator) || part.grain || part.values.length === 0) return null
  const column = tables.find(({ name }) => name === part.table)?.columns.find(({ name }) => name === part.column)
  const end = column ? endOfData(column) : null
  return end !== null && firstDay(String(part.values[0])) > end ? end : null
}

/** The first day of 2024, 2024-Q1, 2024-03 or 2024-03-09. */
function firstDay(period: string): string {
  const quarter = /^(\d{4})-Q([1-4])$/.exec(period)
  if (quarter) return `${quarter[1]}-${String((Number(quarter[2]) - 1) * 3 + 1).padStart(2, '0')}-01`
  return `${period}${'-01-01'.slice(Math.max(0, period.length - 4))}`.slice(0, 10)
}

function periodIn(period: string, day: string, [year, month]: [number, number]): string {
  if (period === 'year') return `in ${year}`
  if (period === 'quarter') return `in Q${Math.ceil(month / 3)} ${year}`
  return period === 'month' ? `in ${MONTHS[month - 1]} ${year}` : `on ${day}`
}

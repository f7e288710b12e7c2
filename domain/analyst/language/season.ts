import { recurring } from '#domain/analyst/lexicon/english/times/recurring.ts'
import { type Day, monthText } from './calendar.ts'
import type { Token } from './tokens.ts'
import { skipWords, yearNamed } from './years.ts'

type Months = { from: number; to: number }

/**
 * The season of one year that is named at a token, as its first and last month: "summer 2024", "last winter". Seasons are those of the north, and a winter is named
 * by the year it begins in. Null where seasons of all years are meant.
 */
export function seasonAt(tokens: Token[], at: number, now: Day): { values: [string, string]; end: number } | null {
  const own = monthsOf(tokens[at])
  if (own) {
    const year = yearNamed(tokens, skipWords(tokens, at + 1, ['of', ',']), now)
    return year && { values: spanOf(own, year.year), end: year.end }
  }
  const said = tokens[at]?.lower
  const months = said === 'last' || said === 'past' || said === 'this' ? monthsOf(tokens[at + 1]) : null
  if (!months) return null
  const today = monthText(now)
  const begun = spanOf(months, now.year)[0] <= today ? now.year : now.year - 1
  const over = spanOf(months, begun)[1] < today ? begun : begun - 1
  // "This summer vs last summer" are two of them, also when this one is over.
  const isBesideThis = tokens.some(({ lower }, index) => lower === 'this' && tokens[index + 1]?.stem === tokens[at + 1]?.stem)
  const year = said === 'this' ? begun : isBesideThis ? begun - 1 : over
  return { values: spanOf(months, year), end: at + 2 }
}

function monthsOf(token: Token | undefined): Months | null {
  const found = token && Object.hasOwn(recurring, token.stem) ? recurring[token.stem] : undefined
  return found?.grain === 'month_of_year' ? found : null
}

const spanOf = ({ from, to }: Months, year: number): [string, string] => [
  monthText({ year, month: from }),
  monthText({ year: to < from ? year + 1 : year, month: to }),
]

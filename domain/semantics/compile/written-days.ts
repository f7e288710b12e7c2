/** How days written with figures alone stand in a text column: the day or the month first. */
export type DayOrder = 'day_month_text' | 'month_day_text'

/**
 * How days, months and quarters are written in a text column with a name or a quarter's sign: `15 Jan 2019`, `Jan 15, 2019`, `Dec-2018`, `Q3 2018`, `2018-Q3`; or with
 * the year in front, but not as ISO 8601 has it: `2019/01/15`, and months alone, `2019-01`, which no engine reads as a moment.
 */
export type NamedDay =
  | 'day_name_text'
  | 'day_name_short_year_text'
  | 'name_day_text'
  | 'name_year_text'
  | 'name_short_year_text'
  | 'quarter_year_text'
  | 'year_quarter_text'
  | 'year_first_text'
  | 'year_month_text'

export type WrittenDay = DayOrder | NamedDay

const month = '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const monthName = new RegExp(`^${month}$`, 'i')
/** Whether a text is the name of a month, whole or cut. */
export const isMonthName = (text: string): boolean => monthName.test(text.trim())

const year = '(?:19|20)\\d{2}'
const of = (pattern: string) => new RegExp(`^${pattern}$`, 'i')
const forms: readonly (readonly [NamedDay, RegExp])[] = [
  ['name_year_text', of(`${month}[-/., ']{0,2}${year}`)],
  ['name_short_year_text', of(`${month}[-/., ']{1,2}\\d{2}`)],
  ['day_name_text', of(`\\d{1,2}[-/. ]${month}[-/., ]{1,2}${year}`)],
  ['day_name_short_year_text', of(`\\d{1,2}[-/. ]${month}[-/. ]\\d{2}`)],
  ['name_day_text', of(`${month} \\d{1,2},? ${year}`)],
  ['quarter_year_text', of(`Q[1-4][-/ ]{0,2}${year}`)],
  ['year_quarter_text', of(`${year}[-/ ]{0,2}Q[1-4]`)],
  ['year_month_text', of(`${year}[-/.](?:0[1-9]|1[0-2])`)],
  ['year_first_text', of(`${year}([/.])\\d{2}\\1\\d{2}(?: \\d{2}:\\d{2}(?::\\d{2})?)?`)],
]

/** The form that all values share; null where there is none. */
export function namedDayOf(values: string[]): NamedDay | null {
  if (values.length === 0) return null
  return forms.find(([, pattern]) => values.every((value) => pattern.test(value.trim())))?.[0] ?? null
}

const named: ReadonlySet<string> = new Set(forms.map(([form]) => form))

export const isNamedDay = (storage: string): storage is NamedDay => named.has(storage)

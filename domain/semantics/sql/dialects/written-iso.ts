import type { NamedDay } from '../../compile/written-days.ts'

/** How an engine finds the place of one text in another, counted from 1, takes the last signs of a text and puts texts together. */
export type TextRules = { place(text: string, of: string): string; last(text: string, count: number): string; joined(...parts: string[]): string }

const names = "'janfebmaraprmayjunjulaugsepoctnovdec'"
const numbers = "'01 02 03 04 05 06 07 08 09 10 11 12'"
const quarters = "'1  2  3  4'"
const firstMonths = "'01 04 07 10'"
/** Years of two figures from this one on are of the 1900s. */
const oldest = "'70'"

/** What stands in `by` where `key` stands in `keys`; NULL where it does not. */
const lookedUp = ({ place }: TextRules, key: string, keys: string, by: string): string => `SUBSTR(${by}, NULLIF(${place(keys, key)}, 0), 2)`

const monthOf = (rules: TextRules, name: string): string => lookedUp(rules, `LOWER(SUBSTR(${name}, 1, 3))`, names, numbers)

const monthOfQuarter = (rules: TextRules, quarter: string): string => lookedUp(rules, quarter, quarters, firstMonths)

const twoFigures = ({ last, joined }: TextRules, text: string): string => last(joined("'0'", text), 2)

/** Texts of the parts of a date. */
type Parts = { year: string; quarter?: string | undefined; month?: string | undefined; isNamed?: boolean | undefined; day?: string | undefined }

/** SQL of the first day of the stretch that parts tell, as ISO text. */
export function isoOfParts({ year, quarter, month, isNamed, day }: Parts, rules: TextRules): string {
  const of = quarter ? monthOfQuarter(rules, rules.last(quarter, 1)) : isNamed ? monthOf(rules, month ?? '') : twoFigures(rules, month ?? '')
  return `(${rules.joined(year, "'-'", of, "'-'", day ? twoFigures(rules, day) : "'01'")})`
}

/** SQL of the first day of the stretch that a text tells, as ISO text. */
export function isoOfText(value: string, form: NamedDay, rules: TextRules): string {
  const text = `TRIM(${value})`
  const [first, fourFigures] = [`SUBSTR(${text}, 1, 4)`, rules.last(text, 4)]
  switch (form) {
    case 'name_year_text':
      return iso(fourFigures, monthOf(rules, text))
    case 'name_short_year_text':
      return iso(ofCentury(rules.last(text, 2)), monthOf(rules, text))
    case 'quarter_year_text':
      return iso(fourFigures, monthOfQuarter(rules, `SUBSTR(${text}, 2, 1)`))
    case 'year_quarter_text':
      return iso(first, monthOfQuarter(rules, rules.last(text, 1)))
    case 'year_month_text':
      return iso(first, `SUBSTR(${text}, 6, 2)`)
    case 'year_first_text':
      return `REPLACE(REPLACE(${text}, '/', '-'), '.', '-')`
    case 'name_day_text':
      return iso(fourFigures, monthOf(rules, text), `REPLACE(SUBSTR(${text}, ${rules.place(text, "' '")} + 1, 2), ',', '')`)
    case 'day_name_text':
      return iso(fourFigures, monthBehind(text), `TRIM(SUBSTR(${spaced(text)}, 1, 2))`)
    case 'day_name_short_year_text':
      return iso(ofCentury(rules.last(text, 2)), monthBehind(text), `TRIM(SUBSTR(${spaced(text)}, 1, 2))`)
  }

  function iso(year: string, month: string, day?: string): string {
    return `(${rules.joined(year, "'-'", month, "'-'", day === undefined ? "'01'" : twoFigures(rules, day))})`
  }

  function ofCentury(year: string): string {
    return rules.joined(`CASE WHEN ${year} >= ${oldest} THEN '19' ELSE '20' END`, year)
  }

  function monthBehind(written: string): string {
    return monthOf(rules, `SUBSTR(${written}, ${rules.place(spaced(written), "' '")} + 1)`)
  }
}

const spaced = (text: string): string => `REPLACE(REPLACE(REPLACE(${text}, '-', ' '), '/', ' '), '.', ' ')`

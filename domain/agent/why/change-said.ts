import { type Language, listIn } from '#domain/language.ts'
import { capitalised, formatNumber } from '#domain/semantics/describe/english.ts'
import { numberInGerman, periodInGerman } from '#domain/semantics/describe/german-words.ts'
import { periodInWords } from '#domain/semantics/describe/value-in-words.ts'

/** How the change of a figure is told in a language. Numbers come written, names as the data has them. */
export type ChangeWords = {
  language: Language
  amount(value: number): string
  /** In March 2023, on 2023-03-09; `until` is the day the data of an unfinished period ends on. */
  period(text: string, until: string | null): string
  same(figure: string, period: string, here: string, before: string): string
  contrary(said: 'down' | 'up'): string
  changed(facts: { figure: string; period: string; here: string; amount: string; isLess: boolean; before: string; percent: string }): string
  besides(before: string, there: string, percent: string): string
  splits(by: string, along: string, against: string): string
  against(part: string): string
  effects(parts: string): string
  effect(value: string, what: string): string
  volume(rows: string): string
  mix(by: string): string
  rate: string
  noCause: string
  unexplained(fault: string): string
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const digits = (value: number): number => (Number.isInteger(value) ? 0 : 2)

const EN: ChangeWords = {
  language: 'en',
  amount: (value) => formatNumber(value, digits(value)),
  period: (text, until) => (isDay(text) ? `on ${text}` : `in ${periodInWords(text)}${until === null ? '' : ` up to ${until}`}`),
  same: (figure, period, here, before) => `${capitalised(figure)} ${period} is ${here}, the same as ${before}.`,
  contrary: (said) => `It did not ${said === 'down' ? 'fall' : 'rise'}.`,
  changed: ({ figure, period, here, amount, isLess, before, percent }) =>
    `${capitalised(figure)} ${period} is ${here}, ${amount} ${isLess ? 'less' : 'more'} than ${before}${percent}.`,
  besides: (before, there, percent) => `It was ${there} ${before}${percent}.`,
  splits: (by, along, against) => `By ${by.toLowerCase()} the change is least even: ${along}${against}.`,
  against: (part) => `; against it ${part}`,
  effects: (parts) => `Of it ${parts}.`,
  effect: (value, what) => `${value} lies in ${what}`,
  volume: (rows) => `the number of ${rows}`,
  mix: (by) => `their mix by ${by.toLowerCase()}`,
  rate: 'what each comes to',
  noCause: 'This is arithmetic of the data and no cause.',
  unexplained: (fault) => `I cannot say what this change is made of: ${fault}.`,
}

const DE: ChangeWords = {
  language: 'de',
  amount: numberInGerman,
  period: (text, until) => (isDay(text) ? `am ${text}` : `in ${periodInGerman(text)}${until === null ? '' : ` bis ${until}`}`),
  same: (figure, period, here, before) => `${figure} ${period}: ${here}, so viel wie ${before}.`,
  contrary: (said) => (said === 'down' ? 'Es gab keinen Rückgang.' : 'Es gab keinen Anstieg.'),
  changed: ({ figure, period, here, amount, isLess, before, percent }) =>
    `${figure} ${period}: ${here}, ${amount} ${isLess ? 'weniger' : 'mehr'} als ${before}${percent}.`,
  besides: (before, there, percent) => `${capitalised(before)} waren es ${there}${percent}.`,
  splits: (by, along, against) => `Am ungleichsten verteilt sich die Änderung nach ${capitalised(by)}: ${along}${against}.`,
  against: (part) => `; dagegen ${part}`,
  effects: (parts) => `Davon entfallen ${parts}.`,
  effect: (value, what) => `${value} auf ${what}`,
  volume: (rows) => `die Anzahl (${capitalised(rows)})`,
  mix: (by) => `die Zusammensetzung nach ${capitalised(by)}`,
  rate: 'den Betrag je Zeile',
  noCause: 'Das ist Rechnung mit den Daten und keine Ursache.',
  unexplained: (fault) => `Ich kann nicht sagen, woraus diese Änderung besteht: ${fault}.`,
}

const WORDS: Record<Language, ChangeWords> = { en: EN, de: DE }
export const changeWordsIn = (language: Language = 'en'): ChangeWords => WORDS[language]

/** With its sign, rounded to cents. */
export const signed = (words: ChangeWords, value: number): string => `${value < 0 ? '−' : '+'}${words.amount(Math.abs(Math.round(value * 100) / 100))}`

/** " (−13.04 %)"; nothing where there was nothing before. */
export const percentOf = (words: ChangeWords, change: number, there: number): string => (there === 0 ? '' : ` (${signed(words, (change / there) * 100)} %)`)

export const partsIn = ({ language }: ChangeWords, parts: string[]): string => listIn(language, parts)

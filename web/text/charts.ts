import { charts as de } from './de/charts.ts'
import { charts as en } from './en/charts.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

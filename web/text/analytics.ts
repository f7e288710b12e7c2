import { analytics as de } from './de/analytics.ts'
import { analytics as en } from './en/analytics.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

import { usage as de } from './de/usage.ts'
import { usage as en } from './en/usage.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

import { work as de } from './de/work.ts'
import { work as en } from './en/work.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

import { data as de } from './de/data.ts'
import { data as en } from './en/data.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

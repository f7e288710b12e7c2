import { sessions as de } from './de/sessions.ts'
import { sessions as en } from './en/sessions.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

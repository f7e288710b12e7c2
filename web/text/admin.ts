import { admin as de } from './de/admin.ts'
import { admin as en } from './en/admin.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

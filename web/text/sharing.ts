import { sharing as de } from './de/sharing.ts'
import { sharing as en } from './en/sharing.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

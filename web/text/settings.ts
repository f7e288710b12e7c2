import { settings as de } from './de/settings.ts'
import { settings as en } from './en/settings.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

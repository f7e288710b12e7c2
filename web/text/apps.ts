import { apps as de } from './de/apps.ts'
import { apps as en } from './en/apps.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

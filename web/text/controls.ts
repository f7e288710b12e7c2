import { controls as de } from './de/controls.ts'
import { controls as en } from './en/controls.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

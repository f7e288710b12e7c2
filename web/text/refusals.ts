import { refusals as de } from './de/refusals.ts'
import { refusals as en } from './en/refusals.ts'
import { inLanguage } from './language.ts'

export const text = inLanguage({ en, de })

import { embedding as de } from './de/embedding.ts'
import { embedding as en } from './en/embedding.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

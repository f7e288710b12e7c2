import { prompts as de } from './de/prompts.ts'
import { prompts as en } from './en/prompts.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

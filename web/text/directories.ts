import { directories as de } from './de/directories.ts'
import { directories as en } from './en/directories.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

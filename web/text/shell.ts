import { shell as de } from './de/shell.ts'
import { shell as en } from './en/shell.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

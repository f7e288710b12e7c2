import { signing as de } from './de/signing.ts'
import { signing as en } from './en/signing.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

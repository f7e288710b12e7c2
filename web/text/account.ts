import { account as de } from './de/account.ts'
import { account as en } from './en/account.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

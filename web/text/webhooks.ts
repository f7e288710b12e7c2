import { webhooks as de } from './de/webhooks.ts'
import { webhooks as en } from './en/webhooks.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

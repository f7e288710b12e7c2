import { dashboards as de } from './de/dashboards.ts'
import { dashboards as en } from './en/dashboards.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

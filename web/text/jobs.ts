import { jobs as de } from './de/jobs.ts'
import { jobs as en } from './en/jobs.ts'
import { inLanguage } from './language.ts'

export const text: typeof en = inLanguage({ en, de })

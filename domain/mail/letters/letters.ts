import type { Context } from '../../context.ts'
import { english, type Letters } from './english.ts'
import { german } from './german.ts'

/** The letters of this deployment's language. */
export const lettersOf = (ctx: Context): Letters => (ctx.settings.mail.language === 'de' ? german : english)

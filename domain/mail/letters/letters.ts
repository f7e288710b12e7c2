import type { Context } from '../../context.ts'
import { deploymentOf } from '../../deployment/effective.ts'
import { english, type Letters } from './english.ts'
import { german } from './german.ts'

/** The letters in the deployment's language, under its name. */
export async function lettersOf(ctx: Context): Promise<Letters> {
  const { name, 'mail.language': language } = await deploymentOf(ctx)
  return language === 'de' ? german(name) : english(name)
}

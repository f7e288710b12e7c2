import type { Context } from '../context.ts'
import { deploymentOf } from '../deployment/effective.ts'
import { type Look, PLAIN } from './letter.ts'

/** Mail programs know no other form of a colour for sure. */
const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** How this deployment's mails look: as its charts do. */
export async function lookOf(ctx: Context): Promise<Look> {
  const { 'theme.font': font, 'theme.colors': colors } = await deploymentOf(ctx)
  const accent = colors.accent && HEX.test(colors.accent) ? colors.accent : null
  return { ...(accent === null ? PLAIN : { accent, onAccent: readOn(accent) }), font: font === null ? null : `'${font}'` }
}

/** White or black, whichever is read better on a colour: by its relative luminance (WCAG 2.2). */
export function readOn(color: string): '#ffffff' | '#000000' {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#ffffff' : '#000000'
}

import { Failure } from '../failure.ts'
import type { DeploymentValues } from './values.ts'

/** WCAG 2.2, 1.4.3 (AA): what text needs, which is what links and buttons have the accent for. */
const NEEDED = 4.5

/** Of each theme the surface of the workspace on which an accent is read worst: the sunken one by day, the raised one by night. */
const SURFACES = { 'theme.colors': '#f3f4f6', 'theme.dark_colors': '#1d1f23' } as const

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** The relative luminance of a colour such as `#4f5bd5` or `#45d`. */
function luminance(color: string): number {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(Number.parseInt(digits.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Why an accent such as `#4f5bd5` could not be read in its theme; `null` where it can. */
export function unreadable(name: keyof typeof SURFACES, accent: string): { message: string; hint: string } | null {
  const surface = SURFACES[name]
  const ratio = contrastOf(accent, surface)
  if (ratio >= NEEDED) return null
  return {
    message: `${accent} has a contrast of ${ratio.toFixed(2)} to 1 against the surface ${surface} of its theme: text needs ${NEEDED}`,
    hint: name === 'theme.colors' ? 'take a darker one' : 'take a lighter one',
  }
}

/** Fails with `invalid` for an accent that could not be read in its theme. */
export function requireReadable(changes: { [Name in keyof typeof SURFACES]?: DeploymentValues[Name] | null }): void {
  for (const name of Object.keys(SURFACES) as (keyof typeof SURFACES)[]) {
    const accent = changes[name]?.accent
    const fault = accent === undefined ? null : unreadable(name, accent)
    if (fault) throw new Failure('invalid', fault.message, { param: `${name}.accent`, hint: fault.hint })
  }
}

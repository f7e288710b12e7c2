import type { ThemeChoice, ThemeMode } from '#charts/chart.ts'
import { onAccent } from '#web/ui/on-accent.ts'

/** The deployment's own look, which the page was answered with: a theme for each mode. */
const look: Partial<Record<ThemeMode, ThemeChoice>> = JSON.parse(document.body.dataset.look ?? '{}')

/** What charts are drawn with. */
export const themeFor = (mode: ThemeMode): ThemeChoice => look[mode] ?? { mode }

/** Has the page around the charts follow. */
export function applyLook(mode: ThemeMode): void {
  const { style } = document.documentElement
  const { font, colors: { accent } = {} } = themeFor(mode)
  style.fontFamily = font ? `'${font}', Inter, system-ui, sans-serif` : ''
  style.setProperty('--accent', accent ?? null)
  style.setProperty('--on-accent', accent ? onAccent(accent) : null)
}

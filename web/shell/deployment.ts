import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ThemeChoice } from '#charts/chart.ts'
import type { PublicSettings } from '#web/api/core.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { onAccent } from '#web/ui/on-accent.ts'
import { useTheme } from './theme.ts'

const USUAL: PublicSettings = { name: 'Querent', theme: { font: null, series: [], colors: {}, dark_colors: {} } }
const FONT = 'Inter Variable, Inter, system-ui, sans-serif'

/** What this deployment is called and looks like; the usual until it is known. Follows its changes. */
export const useDeployment = (): PublicSettings => useQuery(queryOf('settings', 'GET /core/settings/public', {})).data ?? USUAL

/** What charts in the page are drawn with. */
export function chartTheme({ font, series, colors, dark_colors }: PublicSettings['theme'], mode: 'light' | 'dark'): ThemeChoice {
  const own = mode === 'dark' ? dark_colors : colors
  return { mode, font: font ? `${font}, ${FONT}` : FONT, series, colors: { ...own, background: own.background ?? 'transparent' } }
}

/** Has the page follow the deployment's colour and font. */
export function useDeploymentLook(): void {
  const { theme } = useDeployment()
  const mode = useTheme()
  useEffect(() => {
    const { style } = document.documentElement
    const accent = (mode === 'dark' ? theme.dark_colors : theme.colors).accent
    const set = (name: string, value: string) => style.setProperty(name, accent ? value : null)
    set('--accent', accent ?? '')
    set('--accent-hover', 'color-mix(in oklab, var(--accent) 86%, var(--text))')
    set('--accent-soft', 'color-mix(in oklab, var(--accent) 12%, var(--surface))')
    set('--on-accent', onAccent('var(--accent)'))
    document.body.style.fontFamily = theme.font ? `'${theme.font}', ${FONT}` : ''
  }, [theme, mode])
}

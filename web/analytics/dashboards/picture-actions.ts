import type { Dashboard } from '#web/api/analytics.gen.ts'
import { open } from '#web/api/client.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/dashboards.ts'
import { currentLocale } from '#web/ui/formats.ts'
import type { RowAction } from '#web/ui/row-menu.tsx'
import { fileName, saveFile } from '#web/ui/save-file.ts'
import { tellFailure } from '#web/ui/toasts.tsx'
import type { Place } from './dashboard-view.tsx'

/** A whole dashboard as a picture, as it is looked at now: filters, levels, open tabs and theme. */
export function usePictureActions({ id, title }: Dashboard, { chosen, drill, tabs }: Place): RowAction[] {
  const theme = useTheme()
  async function download(format: 'png' | 'svg') {
    const query = {
      format,
      theme,
      locale: currentLocale(),
      ...(chosen.length > 0 ? { filters: JSON.stringify(chosen) } : {}),
      ...(drill.length > 0 ? { drill: JSON.stringify(drill) } : {}),
      ...(tabs.length > 0 ? { tabs: tabs.join(',') } : {}),
    }
    try {
      const reply = await open('GET /analytics/dashboards/{dashboard_id}/render', { path: { dashboard_id: id }, query })
      saveFile(await reply.blob(), fileName(title, format))
    } catch (error) {
      tellFailure(error)
    }
  }
  return [
    { text: text.picture('PNG'), run: () => void download('png') },
    { text: text.picture('SVG'), run: () => void download('svg') },
  ]
}

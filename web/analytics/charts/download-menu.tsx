import { Download } from 'lucide-react'
import type { Chart } from '#web/api/analytics.gen.ts'
import { open } from '#web/api/client.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/charts.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { fileName, saveFile } from '#web/ui/save-file.ts'
import { tellFailure } from '#web/ui/toasts.tsx'

const PICTURES = ['png', 'svg'] as const
const TABLES = ['csv', 'xlsx', 'parquet'] as const

/** A chart as a picture or its rows as a file, made by the service. */
export function DownloadMenu({ chart: { id, title } }: { chart: Pick<Chart, 'id' | 'title'> }) {
  const theme = useTheme()
  async function download(format: (typeof PICTURES)[number] | (typeof TABLES)[number]) {
    const isPicture = format === 'png' || format === 'svg'
    try {
      const reply = isPicture
        ? await open('GET /analytics/charts/{chart_id}/render', { path: { chart_id: id }, query: { format, theme, width: 960, height: 540, scale: 2 } })
        : await open('GET /analytics/charts/{chart_id}/export', { path: { chart_id: id }, query: { format } })
      saveFile(await reply.blob(), fileName(title, format))
    } catch (error) {
      tellFailure(error)
    }
  }
  return (
    <Menu
      align="end"
      label={text.download}
      trigger={
        <IconButton label={text.download}>
          <Download size={16} />
        </IconButton>
      }
    >
      {[...PICTURES, ...TABLES].map((format) => (
        <MenuItem key={format} onSelect={() => void download(format)}>
          {text.files[format]}
        </MenuItem>
      ))}
    </Menu>
  )
}

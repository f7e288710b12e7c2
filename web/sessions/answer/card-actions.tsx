import { Bookmark, Copy, Download, LayoutDashboard, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { MountedChart } from '#charts/browser.ts'
import { call } from '#web/api/client.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/sessions.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { fileName, saveFile } from '#web/ui/save-file.ts'
import { tell, tellFailure } from '#web/ui/toasts.tsx'
import type { Message } from '../shapes.ts'
import type { Shown } from './answer-card.tsx'
import { DashboardDialog } from './dashboard-dialog.tsx'
import { csvOf, exported, markdownOf, picture, pngOf } from './exports.ts'
import { keepChart } from './keep-chart.ts'

type CardActionsProps = {
  shown: Shown
  /** The reader made something else of what the answer brought. */
  isOwn: boolean
  rows: unknown[][]
  message: Message | undefined
  mounted: MountedChart | null
  isReadOnly: boolean
  onShow: (shown: Shown) => void
}

/** What can be taken from a card: kept, put on a dashboard, run again, copied, downloaded. */
export function CardActions({ shown, isOwn, rows, message, mounted, isReadOnly, onShow }: CardActionsProps) {
  const { query, chart } = shown
  const theme = useTheme()
  const [isPlacing, setPlacing] = useState(false)
  const stored = !isOwn && chart?.chart_id ? chart.chart_id : null
  const isDrawn = chart !== null && chart.chart_type !== 'table'
  const title = chart?.title ?? text.table
  const attempt = (work: () => Promise<unknown>) => () => void work().catch(tellFailure)
  const png = async (): Promise<Blob> => (stored ? picture(stored, 'png', theme) : pngOf((await mounted?.toSvg()) ?? ''))
  const copyText = (value: string) => navigator.clipboard.writeText(value).then(() => tell(text.copied))

  async function replay() {
    if (!message?.completion_id) return
    const { queries } = await call('POST /llm/session/completions/{completion_id}/replay', { path: { completion_id: message.completion_id } })
    const found = queries.find(({ attachment_id }) => attachment_id === query.id)
    if (!found?.attachment) return tell(found?.error?.message ?? text.noReplay, { tone: 'bad' })
    onShow({ query: found.attachment as Shown['query'], chart })
    tell(found.has_changed === null ? text.replayed : found.has_changed ? text.replayedChanged : text.replayedSame)
  }

  return (
    <div className="ml-auto flex items-center gap-0.5">
      {!isReadOnly && isDrawn && (
        <>
          <IconButton
            label={text.saveChart}
            onClick={attempt(async () => {
              await keepChart(shown, isOwn, message)
              tell(text.chartSaved)
            })}
          >
            <Bookmark size={14} />
          </IconButton>
          <IconButton label={text.addToDashboard} onClick={() => setPlacing(true)}>
            <LayoutDashboard size={14} />
          </IconButton>
        </>
      )}
      {!isReadOnly && message?.completion_id && !isOwn && (
        <IconButton label={text.replay} onClick={attempt(replay)} className="max-sm:hidden">
          <RotateCw size={14} />
        </IconButton>
      )}
      <Menu
        align="end"
        label={text.copy}
        trigger={
          <IconButton label={text.copy}>
            <Copy size={14} />
          </IconButton>
        }
      >
        {isDrawn && (stored || mounted) && (
          <MenuItem onSelect={attempt(() => navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]).then(() => tell(text.copied)))}>
            {text.asImage}
          </MenuItem>
        )}
        <MenuItem onSelect={attempt(() => copyText(markdownOf(message?.content ?? '', query.columns, rows)))}>{text.asMarkdown}</MenuItem>
        <MenuItem onSelect={attempt(() => copyText(csvOf(query.columns, rows)))}>{text.asCsv}</MenuItem>
        {message && <MenuItem onSelect={attempt(() => copyText(`${location.origin}/sessions/${message.session_id}#${message.id}`))}>{text.asLink}</MenuItem>}
      </Menu>
      <Menu
        align="end"
        label={text.download}
        trigger={
          <IconButton label={text.download}>
            <Download size={14} />
          </IconButton>
        }
      >
        <MenuItem
          onSelect={attempt(async () =>
            saveFile(stored ? await exported(stored, 'csv') : new Blob([csvOf(query.columns, rows)], { type: 'text/csv' }), fileName(title, 'csv')),
          )}
        >
          CSV
        </MenuItem>
        {stored && <MenuItem onSelect={attempt(async () => saveFile(await exported(stored, 'xlsx'), fileName(title, 'xlsx')))}>Excel</MenuItem>}
        {isDrawn && (stored || mounted) && (
          <>
            <MenuItem onSelect={attempt(async () => saveFile(await png(), fileName(title, 'png')))}>PNG</MenuItem>
            <MenuItem
              onSelect={attempt(async () =>
                saveFile(
                  stored ? await picture(stored, 'svg', theme) : new Blob([(await mounted?.toSvg()) ?? ''], { type: 'image/svg+xml' }),
                  fileName(title, 'svg'),
                ),
              )}
            >
              SVG
            </MenuItem>
          </>
        )}
      </Menu>
      {isPlacing && <DashboardDialog keep={() => keepChart(shown, isOwn, message)} onClose={() => setPlacing(false)} />}
    </div>
  )
}

import { Maximize, Printer, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { useKeys } from '#web/shell/keys.ts'
import { printPage } from '#web/shell/theme.ts'
import { text } from '#web/text/dashboards.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { duration } from '#web/ui/formats.ts'
import { Time } from '#web/ui/time.tsx'
import type { Tiles } from './use-tiles.ts'

const EVERY = [0, 30, 60, 300, 900]

type ViewToolsProps = { dashboard: Dashboard; tiles: Tiles }

/** Reads a dashboard anew, by itself too; shows it alone, and prints it. */
export function ViewTools({ dashboard, tiles }: ViewToolsProps) {
  const [every, setEvery] = useState(dashboard.refresh_seconds)
  const { read, isReading, readAt } = tiles
  useEffect(() => {
    if (every === 0) return
    const timer = setInterval(() => !document.hidden && read(), every * 1000)
    return () => clearInterval(timer)
  }, [every, read])
  const fill = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : document.getElementById('main')?.requestFullscreen())?.catch(() => undefined)
  useKeys({ f: fill, r: read })
  return (
    <>
      {readAt !== null && (
        <span className="text-xs text-muted max-lg:hidden">
          <Time at={new Date(readAt).toISOString()} />
        </span>
      )}
      <Select aria-label={text.autoRefresh} value={every} onChange={({ target }) => setEvery(Number(target.value))} className="!h-7 text-xs max-md:hidden">
        {[...new Set([...EVERY, dashboard.refresh_seconds])]
          .toSorted((a, b) => a - b)
          .map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === 0 ? text.noRefresh : text.everySeconds(seconds < 60 ? duration(seconds * 1000) : text.minutes(seconds / 60))}
            </option>
          ))}
      </Select>
      <IconButton label={text.refresh} shortcut="r" onClick={read} disabled={isReading}>
        <RefreshCw size={15} className={isReading ? 'animate-spin' : ''} />
      </IconButton>
      <IconButton label={text.fullScreen} shortcut="f" onClick={fill} className="max-md:hidden">
        <Maximize size={15} />
      </IconButton>
      <IconButton label={text.print} onClick={() => void printPage()} className="max-md:hidden">
        <Printer size={15} />
      </IconButton>
    </>
  )
}

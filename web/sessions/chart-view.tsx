import { useEffect, useRef, useState } from 'react'
import type { Drawable } from '#charts/chart.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/sessions.ts'

/** Names below each other need a line each. */
function isTall({ spec, rows }: Drawable): boolean {
  const y = spec?.encoding?.y
  return rows.length > 14 && y !== undefined && !Array.isArray(y) && (y.type === 'nominal' || y.type === 'ordinal')
}

/** A chart of an answer, in the theme of the page. The engine is loaded with the first chart that is shown; its place keeps its height, so nothing jumps. */
export function ChartView({ chart, title }: { chart: Drawable; title: string }) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element) return
    let isGone = false
    let finalize: (() => void) | undefined
    void import('#charts/browser.ts')
      .then(({ mountChart }) => (isGone ? null : mountChart(element, chart, { theme: { mode: theme, colors: { background: 'transparent' } } })))
      .then((mounted) => {
        if (isGone) mounted?.finalize()
        else finalize = () => mounted?.finalize()
      })
      .catch(() => setHasFailed(true))
    return () => {
      isGone = true
      finalize?.()
    }
  }, [chart, theme])
  if (hasFailed) return <p className="p-4 text-sm text-muted">{text.noChart}</p>
  return (
    <div className="p-3">
      <div ref={place} role="img" aria-label={title} className={`w-full overflow-hidden ${isTall(chart) ? 'h-[34rem]' : 'h-80'}`} />
    </div>
  )
}

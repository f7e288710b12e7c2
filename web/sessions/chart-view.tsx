import { useEffect, useRef, useState } from 'react'
import type { Drawable } from '#charts/chart.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/sessions.ts'

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
      .then(({ mountChart }) => (isGone ? null : mountChart(element, chart, { theme: { mode: theme } })))
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
  return <div ref={place} role="img" aria-label={title} className="h-80 w-full overflow-hidden p-3" />
}

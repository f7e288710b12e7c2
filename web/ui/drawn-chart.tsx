import { useEffect, useRef, useState } from 'react'
import type { MountedChart, Selected } from '#charts/browser.ts'
import type { Drawable } from '#charts/chart.ts'
import { chartTheme, useDeployment } from '#web/shell/deployment.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/charts.ts'
import { Marks } from './chart-marks.tsx'
import { classNames } from './class-names.ts'
import { currentLocale } from './formats.ts'

const SETTLED_MS = 150

type DrawnChartProps = {
  chart: Drawable
  label: string
  className?: string
  onSelect?: ((selected: Selected) => void) | undefined
  onDrawn?: ((mounted: MountedChart) => void) | undefined
}

/**
 * A chart in the theme of the page, as large as its place and drawn anew when that changes. The engine is loaded with the first one; what was drawn before
 * stays until the next is ready.
 */
export function DrawnChart({ chart, label, className, onSelect, onDrawn }: DrawnChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const { theme: own } = useDeployment()
  const [failure, setFailure] = useState<string | null>(null)
  const told = useRef({ onSelect, onDrawn })
  told.current = { onSelect, onDrawn }
  const isEmpty = chart.rows.length === 0
  useEffect(() => {
    const element = place.current
    if (!element || isEmpty) return
    let isGone = false
    let mounted: MountedChart | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const sized = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const { clientWidth: width, clientHeight: height } = element
        if (width > 40 && height > 40) void mounted?.resize({ width, height }).catch(() => undefined)
      }, SETTLED_MS)
    })
    void import('#charts/browser.ts')
      .then(({ mountChart }) =>
        isGone
          ? null
          : mountChart(element, chart, {
              theme: chartTheme(own, theme),
              locale: currentLocale(),
              onSelect: (selected) => told.current.onSelect?.(selected),
            }),
      )
      .then((made) => {
        if (isGone || !made) return made?.finalize()
        mounted = made
        element.dataset.drawn = 'chart'
        setFailure(null)
        told.current.onDrawn?.(made)
        sized.observe(element)
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : text.failed))
    return () => {
      isGone = true
      clearTimeout(timer)
      sized.disconnect()
      mounted?.finalize()
    }
  }, [chart, theme, own, isEmpty])
  if (isEmpty) return <p className={classNames('grid place-items-center p-4 text-sm text-muted', className)}>{text.noRows}</p>
  return (
    <div className={classNames('relative', className)}>
      {failure && <p className="absolute inset-0 grid place-items-center p-4 text-center text-sm text-muted">{failure}</p>}
      {onSelect && <Marks chart={chart} onSelect={onSelect} />}
      <div ref={place} role="img" aria-label={label} className={classNames('size-full overflow-hidden', failure && 'invisible')} />
    </div>
  )
}

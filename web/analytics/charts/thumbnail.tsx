import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Chart } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { useTheme } from '#web/shell/theme.ts'
import { text } from '#web/text/charts.ts'
import { Skeleton } from '#web/ui/page.tsx'
import { Picture } from './picture.tsx'

const SIZE = { width: 440, height: 248 }

/** A small picture of a chart, drawn by the service; it is asked for when it comes into sight. */
export function Thumbnail({ chart: { id, revision, is_enabled } }: { chart: Pick<Chart, 'id' | 'revision' | 'is_enabled'> }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const theme = useTheme()
  useEffect(() => {
    const element = place.current
    if (!element || isSeen) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: '200px' })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [isSeen])
  const { data: svg, error } = useQuery({
    queryKey: ['thumbnail', id, revision, theme],
    queryFn: ({ signal }) =>
      call('GET /analytics/charts/{chart_id}/render', { path: { chart_id: id }, query: { ...SIZE, format: 'svg', theme, title: false }, signal }),
    enabled: isSeen && is_enabled,
    retry: false,
    staleTime: 300_000,
  })
  return (
    <div ref={place} className="grid aspect-[16/9] place-items-center overflow-hidden bg-surface p-2">
      {svg ? (
        <Picture svg={svg} />
      ) : error || !is_enabled ? (
        <p className="px-4 text-center text-xs text-muted">{text.failed}</p>
      ) : (
        <Skeleton className="size-full" />
      )}
    </div>
  )
}

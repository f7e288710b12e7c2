import { useCallback, useEffect, useRef, useState } from 'react'
import type { DashboardTileData } from '#web/api/analytics.gen.ts'
import { open } from '#web/api/client.ts'
import { onChange } from '#web/api/live.ts'
import type { Chosen, Drill } from '#web/dashboard/choices.ts'
import { linesOf } from '#web/dashboard/lines.ts'

export type Tiles = {
  /** What was read of each tile last. */
  data: ReadonlyMap<string, DashboardTileData>
  /** Whether tiles are still on their way. */
  isReading: boolean
  /** Those that have come since the reading began. */
  fresh: ReadonlySet<string>
  error: unknown
  readAt: number | null
  read: () => void
}

const WAIT_MS = 400

/** The tiles of a dashboard under what was chosen, each as soon as it is ready; read anew when that changes, on demand, and when one of its charts does. */
export function useTiles(dashboardId: string, revision: number, chosen: Chosen[], drill: Drill[]): Tiles {
  const [state, setState] = useState<Omit<Tiles, 'read'>>({ data: new Map(), isReading: true, fresh: new Set(), error: null, readAt: null })
  const [turn, setTurn] = useState(0)
  // A new revision, or another turn, asks for the same again.
  const asked = JSON.stringify({ filters: chosen, drill, revision, turn })
  const charts = useRef<ReadonlySet<string>>(new Set())
  charts.current = new Set([...state.data.values()].map(({ chart_id }) => chart_id))
  const read = useCallback(() => setTurn((before) => before + 1), [])

  useEffect(() => {
    const reading = new AbortController()
    const { filters, drill: levels } = JSON.parse(asked) as { filters: Chosen[]; drill: Drill[] }
    setState((before) => ({ ...before, isReading: true, fresh: new Set(), error: null }))
    void (async () => {
      try {
        const reply = await open('GET /analytics/dashboards/{dashboard_id}/data', {
          path: { dashboard_id: dashboardId },
          query: { filters: JSON.stringify(filters), drill: JSON.stringify(levels) },
          headers: { accept: 'application/x-ndjson' },
          signal: reading.signal,
        })
        for await (const tile of linesOf<DashboardTileData>(reply))
          setState((before) => ({ ...before, data: new Map(before.data).set(tile.tile, tile), fresh: new Set(before.fresh).add(tile.tile) }))
        setState((before) => ({ ...before, isReading: false, readAt: Date.now() }))
      } catch (error) {
        if (!reading.signal.aborted) setState((before) => ({ ...before, isReading: false, error }))
      }
    })()
    return () => reading.abort()
  }, [dashboardId, asked])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = onChange(({ resource }) => {
      if (resource.type !== 'chart' || resource.id === null || !charts.current.has(resource.id)) return
      clearTimeout(timer)
      timer = setTimeout(read, WAIT_MS)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [read])
  return { ...state, read }
}

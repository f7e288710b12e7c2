import { useEffect, useState } from 'react'
import { open, post, useChange, useRead } from '#web/api/paths.ts'
import type { Extraction } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Bar, shareDone } from './state.tsx'
import { useSource } from './use-source.ts'

/** The extraction under way, as it goes: its own stream tells each step. */
export function ExtractionCard() {
  const { source, mayEdit } = useSource()
  const { data } = useRead<Extraction[]>(`/semantic/semanticextractions?datasource_id=${source.id}&page_size=1&sort=created_at&order=desc`)
  const latest = data?.[0]
  const running = latest && (latest.status === 'queued' || latest.status === 'running') ? latest : null
  const live = useLive(running)
  const cancel = useChange(() => post(`/semantic/semanticextractions/${running?.id}/cancel`), ['/semantic'])
  if (!live) return null
  return (
    <section className="grid gap-2 rounded-[10px] border border-line bg-surface p-4" aria-label={words.extraction}>
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          <span className="font-medium">{words.stages[live.stage]}</span>
          <span className="ml-2 tabular-nums text-muted">{words.progress(live.progress.tables_done, live.progress.tables_total)}</span>
        </span>
        {mayEdit && (
          <Button size="small" onClick={() => cancel.mutate(undefined)} disabled={cancel.isPending}>
            {words.cancelRun}
          </Button>
        )}
      </div>
      <Bar share={shareDone(live)} label={words.extraction} />
    </section>
  )
}

function useLive(running: Extraction | null): Extraction | null {
  const [live, setLive] = useState<Extraction | null>(null)
  const id = running?.id
  useEffect(() => {
    setLive(null)
    if (!id) return
    const leaving = new AbortController()
    const follow = async () => {
      const response = await open('GET', `/semantic/semanticextractions/${id}/events`, { signal: leaving.signal })
      let rest = ''
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        const events = (rest + read.value).split('\n\n')
        rest = events.pop() ?? ''
        const data = events.flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? []).at(-1)
        if (data) setLive(JSON.parse(data) as Extraction)
      }
    }
    // The stream may break; the change feed tells the end all the same.
    follow().catch(() => {})
    return () => leaving.abort()
  }, [id])
  return running ? (live ?? running) : null
}

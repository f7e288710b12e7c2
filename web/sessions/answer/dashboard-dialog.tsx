import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { tell } from '#web/ui/toasts.tsx'

const NEW = ''
const SIZE = { w: 6, h: 4 }

/** Puts a chart on a dashboard, or on a new one. `keep` keeps the chart and tells its id. */
export function DashboardDialog({ keep, onClose }: { keep: () => Promise<string>; onClose: () => void }) {
  const { data: dashboards } = useQuery(
    queryOf('dashboard', 'GET /analytics/dashboards', { query: { page_size: 200, sort: 'updated_at', order: 'desc', is_locked: false } }),
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const [title, setTitle] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const id = chosen ?? dashboards?.[0]?.id ?? NEW
  async function place(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const chartId = await keep()
      const dashboard = dashboards?.find((one) => one.id === id)
      const placed = dashboard
        ? await addTo(dashboard, chartId)
        : await call('POST /analytics/dashboards', { body: { title: title.trim(), layout: [tileOf(chartId, 0)] } })
      await queries.invalidateQueries({ queryKey: ['dashboard'] })
      tell(text.addedTo(placed.title))
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={text.addToDashboard}>
      <form onSubmit={place} className="grid gap-4">
        <SelectField label={text.dashboard} value={id} onChange={({ target }) => setChosen(target.value)}>
          {dashboards?.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
          <option value={NEW}>{text.newDashboard}</option>
        </SelectField>
        {id === NEW && <TextField label={text.dashboardTitle} required maxLength={200} value={title} onChange={({ target }) => setTitle(target.value)} />}
        {error !== null && <FailureNote error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" variant="primary" disabled={isBusy || !dashboards || (id === NEW && title.trim() === '')}>
            {text.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const tileOf = (chart_id: string, y: number) => ({ chart_id, x: 0, y, ...SIZE })

/** Below all that stands there already. */
function addTo({ id, layout, revision }: Dashboard, chartId: string): Promise<Dashboard> {
  const y = Math.max(0, ...layout.map((tile) => tile.y + tile.h))
  return call('PATCH /analytics/dashboards/{dashboard_id}', {
    path: { dashboard_id: id },
    body: { layout: [...layout, tileOf(chartId, y)] },
    headers: { 'if-match': `"${revision}"` },
  })
}

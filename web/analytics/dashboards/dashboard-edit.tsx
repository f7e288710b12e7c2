import './board.css'
import { useNavigate } from '@tanstack/react-router'
import { LayoutDashboard, Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Dashboard } from '#web/api/analytics.gen.ts'
import { call } from '#web/api/client.ts'
import { asFailure } from '#web/api/failure.ts'
import { queries } from '#web/api/queries.ts'
import { useKeys } from '#web/shell/keys.ts'
import { text as common } from '#web/text/controls.ts'
import { text } from '#web/text/dashboards.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Empty, PageBody, PageHeader } from '#web/ui/page.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { Conflict } from '../conflict.tsx'
import { HistoryButton } from '../history-button.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { type Adding, AddMenu } from './add-menu.tsx'
import { type Board, boardOf, type Tile } from './board.ts'
import { EditDialogs } from './edit-dialogs.tsx'
import { EditTiles } from './edit-tiles.tsx'
import { FilterStrip } from './filter-strip.tsx'
import { freshId, idsIn, withTile } from './layout.ts'
import { useDraft } from './use-draft.ts'
import type { Tiles } from './use-tiles.ts'

export type Asked = Exclude<Adding, 'text' | 'tabs'> | { tile: Tile } | { filter: string } | 'settings' | null

/** A dashboard while its owner arranges it. Nothing is stored before it is saved, and nothing of another's change is lost. */
export function DashboardEdit({ dashboard, tiles, tabs, onTabs }: { dashboard: Dashboard; tiles: Tiles; tabs: string[]; onTabs: (tabs: string[]) => void }) {
  const navigate = useNavigate()
  const draft = useDraft(boardOf(dashboard))
  const [revision, setRevision] = useState(dashboard.revision)
  const [asked, setAsked] = useState<Asked>(null)
  const [said, setSaid] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [theirs, setTheirs] = useState<Dashboard | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { board, change, undo, redo } = draft
  useKeys({ 'mod+z': () => undo?.(), 'mod+y': () => redo?.(), 'mod+s': () => void save(revision) })
  const path = { dashboard_id: dashboard.id }
  const view = () => void navigate({ to: '.', search: ((before: object) => ({ ...before, edit: undefined })) as never })

  async function save(at: number) {
    setBusy(true)
    setError(null)
    try {
      const stored = await call('PUT /analytics/dashboards/{dashboard_id}', { path, body: board as never, headers: { 'if-match': `"${at}"` } })
      setTheirs(null)
      setRevision(stored.revision)
      draft.reset(boardOf(stored))
      await queries.invalidateQueries({ queryKey: ['dashboard'] })
      tell(common.saved)
      setTimeout(view)
    } catch (failure) {
      if (asFailure(failure).status === 412) setTheirs(await call('GET /analytics/dashboards/{dashboard_id}', { path }).catch(() => null))
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }
  function add(what: Adding) {
    const id = freshId('tile', idsIn(board.layout))
    if (what === 'text') {
      const tile: Tile = { id, type: 'text', text: text.newText, x: 0, y: 0, w: 6, h: 2 }
      change({ layout: withTile(board.layout, tile) })
      setAsked({ tile })
    } else if (what === 'tabs') {
      const tab = { id: freshId('tab', idsIn(board.layout)), title: text.newTab(1) }
      change({ layout: withTile(board.layout, { id, type: 'tabs', tabs: [tab], x: 0, w: 12, h: 2 }) })
    } else setAsked(what)
  }
  return (
    <>
      <LeaveGuard when={draft.isChanged} />
      <PageHeader title={text.editing(board.title)} heading={board.title}>
        <IconButton label={text.undo} shortcut="Ctrl Z" onClick={() => undo?.()} disabled={!undo}>
          <Undo2 size={15} />
        </IconButton>
        <IconButton label={text.redo} shortcut="Ctrl Y" onClick={() => redo?.()} disabled={!redo}>
          <Redo2 size={15} />
        </IconButton>
        <AddMenu onAdd={add} />
        <Button onClick={() => setAsked('settings')} className="max-md:hidden">
          {text.settings}
        </Button>
        <HistoryButton
          kind="dashboard"
          object={dashboard}
          disabled={draft.isChanged}
          className="max-md:hidden"
          onRestored={(stored) => {
            draft.reset(boardOf(stored))
            setRevision(stored.revision)
          }}
        />
        <Button onClick={view}>{common.cancel}</Button>
        <Button variant="primary" onClick={() => void save(revision)} disabled={isBusy || !draft.isChanged}>
          {common.save}
        </Button>
      </PageHeader>
      <PageBody className="!max-w-none">
        <p role="status" aria-live="polite" className="sr-only">
          {said}
        </p>
        {theirs && (
          <Conflict
            words={text}
            onMine={() => void save(theirs.revision)}
            onTheirs={() => {
              draft.reset(boardOf(theirs))
              setRevision(theirs.revision)
              setTheirs(null)
            }}
            onCopy={() => void saveCopy(board).then((id) => navigate({ to: '/analytics/dashboards/$dashboardId', params: { dashboardId: id } }), setError)}
          />
        )}
        {error !== null && <FailureNote error={error} />}
        <FilterStrip board={board} onEdit={(filter) => setAsked({ filter })} />
        {board.layout.length === 0 ? (
          <Empty icon={<LayoutDashboard size={18} />} title={text.noTiles} text={text.noTilesEdit}>
            <AddMenu onAdd={add} />
          </Empty>
        ) : (
          <EditTiles draft={draft} tiles={tiles} tabs={tabs} onTabs={onTabs} onEdit={(tile) => setAsked({ tile })} say={setSaid} />
        )}
        <EditDialogs draft={draft} asked={asked} onClose={() => setAsked(null)} />
      </PageBody>
    </>
  )
}

async function saveCopy(board: Board): Promise<string> {
  const { id } = await call('POST /analytics/dashboards', { body: { ...board, title: text.copyTitle(board.title).slice(0, 200) } as never })
  await queries.invalidateQueries({ queryKey: ['dashboard'] })
  return id
}

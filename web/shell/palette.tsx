import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChartColumn, Database, LayoutDashboard, MessageSquare, Moon, Search, Settings, Shield, Sun } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/shell.ts'
import { classNames } from '#web/ui/class-names.ts'
import { preferTheme, useTheme } from './theme.ts'
import { useSignedIn } from './use-signed-in.ts'

type Entry = { id: string; label: string; group: string; icon: ReactNode; act: () => void }

/** One box for everything: places, recent sessions, dashboards, data sources, and any text as a question. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(typed.trim())
  const chosen = entries[Math.min(at, entries.length - 1)]

  function run(entry: Entry | undefined) {
    if (!entry) return
    onClose()
    entry.act()
  }
  function pressed(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) {
      event.preventDefault()
      setAt((before) => (Math.min(before, entries.length - 1) + step + entries.length) % Math.max(entries.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      run(chosen)
    }
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[14dvh] left-1/2 z-40 flex max-h-[64dvh] w-[calc(100vw-32px)] max-w-[600px] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-high"
        >
          <Dialog.Title className="sr-only">{text.search}</Dialog.Title>
          <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
            <Search size={16} className="text-muted" aria-hidden="true" />
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls="palette"
              aria-label={text.searchOrAsk}
              aria-activedescendant={chosen ? `palette-${chosen.id}` : undefined}
              value={typed}
              placeholder={text.searchOrAsk}
              onChange={(event) => {
                setTyped(event.target.value)
                setAt(0)
              }}
              onKeyDown={pressed}
              className="min-w-0 flex-1 bg-transparent text-base outline-none"
            />
          </div>
          <div id="palette" role="listbox" aria-label={text.search} tabIndex={-1} className="min-h-0 overflow-auto p-1.5">
            {entries.map((entry, index) => (
              <div key={entry.id} role="presentation">
                {entry.group !== entries[index - 1]?.group && (
                  <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs text-muted">
                    {entry.group}
                  </div>
                )}
                <div
                  id={`palette-${entry.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entry === chosen}
                  onClick={() => run(entry)}
                  onKeyDown={pressed}
                  onPointerMove={() => setAt(index)}
                  className={classNames('flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm', entry === chosen && 'bg-selected')}
                >
                  <span className="text-muted">{entry.icon}</span>
                  <span className="truncate">{entry.label}</span>
                </div>
              </div>
            ))}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useEntries(typed: string): Entry[] {
  const navigate = useNavigate()
  const theme = useTheme()
  const isAdmin = useSignedIn()?.user.role === 'admin'
  const q = useDeferredValue(typed)
  const search = q ? { q } : {}
  const { data: sessions } = useQuery(queryOf('session', 'GET /llm/sessions', { query: { page_size: 6, ...search } }))
  const { data: dashboards } = useQuery(queryOf('dashboard', 'GET /analytics/dashboards', { query: { page_size: 6, ...search } }))
  const { data: sources } = useQuery(queryOf('datasource', 'GET /semantic/datasources', { query: { page_size: 6, ...search } }))

  return useMemo(() => {
    const go = (to: '/' | '/sessions' | '/data' | '/analytics' | '/admin' | '/account') => () => void navigate({ to })
    const places: Entry[] = [
      { id: 'sessions', label: text.sessions, group: text.goTo, icon: <MessageSquare size={15} />, act: go('/sessions') },
      { id: 'data', label: text.data, group: text.goTo, icon: <Database size={15} />, act: go('/data') },
      { id: 'analytics', label: text.analytics, group: text.goTo, icon: <ChartColumn size={15} />, act: go('/analytics') },
      ...(isAdmin ? [{ id: 'admin', label: text.admin, group: text.goTo, icon: <Shield size={15} />, act: go('/admin') }] : []),
      { id: 'account', label: text.account, group: text.goTo, icon: <Settings size={15} />, act: go('/account') },
      {
        id: 'theme',
        label: `${text.theme}: ${theme === 'dark' ? text.themes.light : text.themes.dark}`,
        group: text.actions,
        icon: theme === 'dark' ? <Sun size={15} /> : <Moon size={15} />,
        act: () => preferTheme(theme === 'dark' ? 'light' : 'dark'),
      },
    ]
    const matches = places.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
    const question: Entry[] = typed
      ? [
          {
            id: 'ask',
            label: text.ask(typed),
            group: text.newSession,
            icon: <MessageSquare size={15} />,
            act: () => void navigate({ to: '/', search: { ask: typed } }),
          },
        ]
      : []
    const found: Entry[] = [
      ...(sessions ?? []).map(({ id, title }) => ({
        id,
        label: title,
        group: typed ? text.sessions : text.recent,
        icon: <MessageSquare size={15} />,
        act: () => void navigate({ to: '/sessions/$sessionId', params: { sessionId: id } }),
      })),
      ...(dashboards ?? []).map(({ id, title }) => ({
        id,
        label: title,
        group: text.dashboards,
        icon: <LayoutDashboard size={15} />,
        act: () => void navigate({ to: '/analytics/dashboards/$dashboardId', params: { dashboardId: id } }),
      })),
      ...(sources ?? []).map(({ id, name }) => ({
        id,
        label: name,
        group: text.dataSources,
        icon: <Database size={15} />,
        act: () => void navigate({ to: '/data/$sourceId', params: { sourceId: id } }),
      })),
    ]
    return [...question, ...matches, ...found]
  }, [typed, theme, isAdmin, sessions, dashboards, sources, navigate])
}

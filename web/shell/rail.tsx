import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, Database, MessageSquare, PanelLeft, Plus, Search, Shield } from 'lucide-react'
import { Favourites } from '#web/analytics/favourites.tsx'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/shell.ts'
import { IconButton } from '#web/ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { useDeployment } from './deployment.ts'
import { COMMAND } from './keys.ts'
import { closeRailOver, toggleRail } from './rail-state.ts'
import { useSignedIn } from './use-signed-in.ts'

const ROW = 'flex h-8 items-center gap-2 rounded-md px-2.5 text-sm text-muted transition-colors duration-100 hover:bg-selected hover:text-text'
const CURRENT = { className: '!text-text bg-selected font-medium' }

export function Rail({ onSearch }: { onSearch: () => void }) {
  const { name } = useDeployment()
  const isAdmin = useSignedIn()?.user.role === 'admin'
  const places = [
    { to: '/sessions', label: text.sessions, icon: MessageSquare, isShown: true },
    { to: '/data', label: text.data, icon: Database, isShown: true },
    { to: '/analytics', label: text.analytics, icon: ChartColumn, isShown: true },
    { to: '/admin', label: text.admin, icon: Shield, isShown: isAdmin },
  ] as const
  return (
    <aside aria-label={text.menu} className="flex h-full w-[232px] min-w-0 flex-col border-r border-line bg-bg">
      <div className="flex h-13 min-h-13 items-center gap-2 pr-2.5 pl-4">
        <img src="/icon.svg" alt="" className="size-6" />
        <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
        <IconButton label={text.collapseRail} shortcut="[" onClick={toggleRail}>
          <PanelLeft size={16} />
        </IconButton>
      </div>
      <div className="grid gap-1 px-3">
        <Link
          to="/"
          onClick={closeRailOver}
          className="flex h-8 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 text-sm font-medium shadow-low hover:bg-sunken"
        >
          <Plus size={15} aria-hidden="true" />
          {text.newSession}
          <kbd className="ml-auto font-sans text-xs text-muted">{COMMAND}J</kbd>
        </Link>
        <button type="button" onClick={onSearch} className={ROW}>
          <Search size={15} aria-hidden="true" />
          {text.search}
          <kbd className="ml-auto font-sans text-xs text-muted">{COMMAND}K</kbd>
        </button>
      </div>
      <nav aria-label={text.workspaces} className="mt-3 grid gap-0.5 px-3">
        {places
          .filter(({ isShown }) => isShown)
          .map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} onClick={closeRailOver} className={ROW} activeProps={CURRENT}>
              <Icon size={15} aria-hidden="true" />
              {label}
            </Link>
          ))}
      </nav>
      <Favourites onOpen={closeRailOver} />
      <Recent />
      <div className="mt-auto border-t border-line p-3">
        <AccountMenu />
      </div>
    </aside>
  )
}

function Recent() {
  const { data: sessions } = useQuery(queryOf('session', 'GET /llm/sessions', { query: { page_size: 12, sort: 'updated_at', order: 'desc', archived: false } }))
  if (!sessions?.length) return <div className="min-h-0 flex-1" />
  return (
    <section aria-labelledby="recent" className="mt-5 min-h-0 flex-1 overflow-auto px-3 pb-3">
      <h2 id="recent" className="mb-1 px-2.5 text-xs font-medium text-muted">
        {text.recent}
      </h2>
      <ul className="grid grid-cols-1 gap-px">
        {sessions.map(({ id, title }) => (
          <li key={id}>
            <Link
              to="/sessions/$sessionId"
              params={{ sessionId: id }}
              onClick={closeRailOver}
              className="flex h-7 items-center rounded-md px-2.5 text-sm text-muted hover:bg-selected hover:text-text"
              activeProps={CURRENT}
            >
              <span className="truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

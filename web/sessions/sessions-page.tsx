import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { MessageSquare, Pin, Search } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/sessions.ts'
import { useDeleted } from '#web/ui/delete-later.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Input, Select } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { buttonClass } from '#web/ui/link-button.ts'
import { Empty, Loading, PageHeader } from '#web/ui/page.tsx'
import { BulkBar, SelectOne, useSelection } from '#web/ui/selection.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { Time } from '#web/ui/time.tsx'
import { bulkActions } from './list/bulk-actions.ts'
import { SessionMenu } from './list/session-menu.tsx'
import { type Listed, useSessions } from './list/use-sessions.ts'
import type { SessionFilter, SessionSearch } from './routes.ts'

const ROW = 48
const SOUGHT_ROW = 64
const SETTLED_MS = 200

/** Every session, found by its words, by whose it is and by its model. Of any number only those in view are drawn. */
export function SessionsPage() {
  const search = useSearch({ from: '/shell/sessions' })
  const { sessions, total, error, isPending, readMore } = useSessions(search)
  const deleted = useDeleted()
  const shown = sessions.filter(({ id }) => !deleted.has(id))
  const isNarrowed = Boolean(search.q || search.show || search.model || search.source)
  return (
    <>
      <PageHeader title={text.title} meta={total > 0 && <span className="text-sm text-muted tabular-nums">{count(total)}</span>}>
        <Link to="/" className={buttonClass('primary')}>
          {text.newTitle}
        </Link>
      </PageHeader>
      <Filters search={search} />
      {error && (
        <div className="p-4 md:px-6">
          <FailureNote error={error} />
        </div>
      )}
      {isPending && !error && (
        <div className="p-4 md:px-6">
          <Loading label={text.working} />
        </div>
      )}
      {!isPending && shown.length === 0 && (
        <Empty icon={<MessageSquare size={18} />} title={isNarrowed ? text.noneFound : text.empty} text={isNarrowed ? text.noneFoundText : text.emptyText} />
      )}
      {shown.length > 0 && <Rows sessions={shown} isSought={Boolean(search.q)} onEnd={readMore} isArchive={search.show === 'archived'} />}
    </>
  )
}

function Filters({ search }: { search: SessionSearch }) {
  const navigate = useNavigate()
  const { data: models } = useQuery(queryOf('model', 'GET /core/models', { query: { page_size: 100 } }))
  const { data: sources } = useQuery(queryOf('datasource', 'GET /semantic/datasources', { query: { page_size: 500 } }))
  const [typed, setTyped] = useState(search.q ?? '')
  const go = (next: Partial<SessionSearch>) => void navigate({ to: '/sessions', search: (before) => ({ ...before, ...next }), replace: true })
  const current = useRef(go)
  current.current = go
  useEffect(() => {
    const timer = setTimeout(() => current.current({ q: typed.trim() || undefined }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 md:px-6">
      <div className="relative min-w-48 flex-1 md:max-w-80">
        <Search size={14} aria-hidden="true" className="absolute top-2.5 left-2.5 text-muted" />
        <Input
          type="search"
          aria-label={text.searchSessions}
          placeholder={text.searchSessions}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="!pl-8"
        />
      </div>
      <Segments<SessionFilter>
        label={text.whose}
        value={search.show ?? 'mine'}
        onChange={(show) => go({ show: show === 'mine' ? undefined : show })}
        options={[
          { value: 'mine', label: text.mine },
          { value: 'pinned', label: text.pinned },
          { value: 'shared', label: text.sharedWithMe },
          { value: 'archived', label: text.archived },
        ]}
      />
      <Select aria-label={text.model} value={search.model ?? ''} onChange={({ target }) => go({ model: target.value || undefined })} className="max-w-44">
        <option value="">{text.allModels}</option>
        {models?.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </Select>
      {sources && sources.length > 0 && (
        <Select
          aria-label={text.dataSource}
          value={search.source ?? ''}
          onChange={({ target }) => go({ source: target.value || undefined })}
          className="max-w-44"
        >
          <option value="">{text.allDataSources}</option>
          {sources.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}

type RowsProps = { sessions: Listed[]; isSought: boolean; onEnd: () => void; isArchive: boolean }

function Rows({ sessions, isSought, onEnd, isArchive }: RowsProps) {
  const place = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => place.current,
    estimateSize: () => (isSought ? SOUGHT_ROW : ROW),
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const selection = useSelection(useMemo(() => sessions.map(({ id }) => id), [sessions]))
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= sessions.length - 20) onEnd()
  }, [last, sessions.length, onEnd])
  return (
    <div ref={place} className="min-h-0 flex-1 overflow-auto">
      <ul className="relative mx-auto max-w-[1200px]" style={{ height: virtual.getTotalSize() }} aria-label={text.title}>
        {items.map(({ index, start, size }) => {
          const session = sessions[index] as Listed
          return (
            <li
              key={session.id}
              aria-setsize={sessions.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 flex items-center gap-3 border-b border-line px-4 text-sm hover:bg-sunken md:px-6"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              <SelectOne selection={selection} id={session.id} name={session.title} />
              {session.pinned && <Pin size={13} aria-label={text.pinned} className="shrink-0 text-muted" />}
              <div className="min-w-0 flex-1">
                <Link to="/sessions/$sessionId" params={{ sessionId: session.id }} className="block truncate font-medium hover:underline">
                  {session.title}
                </Link>
                {session.snippet && <p className="truncate text-xs text-muted">{session.snippet}</p>}
              </div>
              <span className="w-36 truncate text-xs text-muted max-md:hidden">{session.model}</span>
              <span className="w-28 text-right text-xs whitespace-nowrap text-muted tabular-nums max-md:hidden">{text.messages(session.message_count)}</span>
              <span className="w-24 shrink-0 text-right text-xs text-muted">
                <Time at={session.updated_at} />
              </span>
              <SessionMenu session={session} />
            </li>
          )
        })}
      </ul>
      <BulkBar selection={selection} actions={bulkActions(sessions, isArchive)} />
    </div>
  )
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useAllPages, useRead } from '#web/api/paths.ts'
import type { Description } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, Input } from '#web/ui/field.tsx'
import { count, plain } from '#web/ui/formats.ts'
import { Empty, Loading } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { InPlace } from './in-place.tsx'
import { TableRows } from './table-rows.tsx'
import { useSource } from './use-source.ts'

const ROW = 32

/** Tables at the left, what one of them and its columns mean at the right. */
export function Descriptions() {
  const { source } = useSource()
  const navigate = useNavigate()
  const { table: asked, view } = useSearch({ strict: false }) as { table?: string; view?: 'rows' }
  const [sought, setSought] = useState('')
  const [onlyGenerated, setOnlyGenerated] = useState(false)
  const { data: tables, error } = useAllPages<Description>(`/semantic/descriptions/paginated?datasource_id=${source.id}&object_type=table`)
  const shown = useMemo(
    () =>
      tables?.filter(
        (one) =>
          `${one.table_name} ${one.label} ${one.description}`.toLowerCase().includes(sought.toLowerCase()) && (!onlyGenerated || one.source === 'generated'),
      ),
    [tables, sought, onlyGenerated],
  )
  const chosen = tables?.find(({ table_name }) => table_name === asked) ?? shown?.[0]
  if (error) return <FailureNote error={error} />
  if (!tables) return <Loading rows={8} />
  if (tables.length === 0) return <Empty title={words.notExtracted} text={words.notExtractedText} />
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[260px_1fr]">
      <div className="grid gap-2">
        <Input
          type="search"
          aria-label={words.searchTables}
          placeholder={words.searchTables}
          value={sought}
          onChange={({ target }) => setSought(target.value)}
        />
        <Check label={words.onlyGenerated} checked={onlyGenerated} onChange={({ target }) => setOnlyGenerated(target.checked)} />
        <TableList
          tables={shown ?? []}
          chosen={chosen?.table_name ?? ''}
          choose={(table) => void navigate({ to: '.', search: { table, ...(view ? { view } : {}) }, replace: true })}
        />
      </div>
      {chosen && <Described key={chosen.table_name} table={chosen} onlyGenerated={onlyGenerated} view={view ?? 'meaning'} />}
    </div>
  )
}

function TableList({ tables, chosen, choose }: { tables: Description[]; chosen: string; choose: (table: string) => void }) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({ count: tables.length, getScrollElement: () => box.current, estimateSize: () => ROW, overscan: 12 })
  return (
    <nav
      ref={box}
      aria-label={words.tablesList}
      className="max-h-48 overflow-y-auto rounded-[10px] border border-line bg-surface p-1 lg:max-h-[calc(100dvh-260px)]"
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const table = tables[index]
          if (!table) return null
          const isChosen = table.table_name === chosen
          return (
            <button
              key={table.id}
              type="button"
              aria-current={isChosen ? 'true' : undefined}
              onClick={() => choose(table.table_name)}
              style={{ transform: `translateY(${start}px)`, height: ROW }}
              className={`absolute inset-x-0 top-0 flex items-center gap-2 rounded-md px-2 text-left text-sm ${isChosen ? 'bg-accent-soft text-accent font-medium' : 'hover:bg-sunken'}`}
            >
              <span className="min-w-0 flex-1 truncate">{table.table_name}</span>
              {table.source === 'generated' && <span className="size-1.5 rounded-full bg-warn" title={words.sourceBadge.generated} />}
              <span className="text-xs tabular-nums text-muted">{table.statistics.rows === null ? '' : count(table.statistics.rows)}</span>
            </button>
          )
        })}
      </div>
    </nav>
  )
}

const TONES = { generated: 'warn', manual: 'ok', imported: 'accent' } as const

function Described({ table, onlyGenerated, view }: { table: Description; onlyGenerated: boolean; view: 'meaning' | 'rows' }) {
  const { source, mayEdit } = useSource()
  const navigate = useNavigate()
  const { data: columns, error } = useRead<Description[]>(
    `/semantic/descriptions?datasource_id=${source.id}&object_type=column&table_name=${encodeURIComponent(table.table_name)}&page_size=500`,
  )
  const shown = columns?.filter((one) => !onlyGenerated || one.source === 'generated')
  return (
    <div className="grid min-w-0 gap-4">
      <div>
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <h2 className="font-mono text-lg">{table.table_name}</h2>
          <Badge tone={TONES[table.source]}>{words.sourceBadge[table.source]}</Badge>
          <span className="ml-auto">
            <Segments
              label={words.tabs.label}
              options={[
                { value: 'meaning', label: words.meaning },
                { value: 'rows', label: words.rows },
              ]}
              value={view}
              onChange={(next) => void navigate({ to: '.', search: { table: table.table_name, ...(next === 'rows' ? { view: next } : {}) }, replace: true })}
            />
          </span>
        </div>
        <InPlace described={table} field="description" name={`${table.table_name}: ${words.description}`} />
        {mayEdit && <p className="mt-1 text-xs text-muted">{`${words.editHint} ${words.keepsEdits}`}</p>}
      </div>
      {view === 'rows' && <TableRows sourceId={source.id} table={table.table_name} />}
      {view === 'meaning' && error && <FailureNote error={error} />}
      {view === 'meaning' && !columns && !error && <Loading rows={6} />}
      {view === 'meaning' && shown && (
        <ul className="divide-y divide-line rounded-[10px] border border-line bg-surface">
          {shown.map((column) => (
            <li key={column.id} className="grid gap-x-4 gap-y-1 px-3 py-2.5 md:grid-cols-[200px_1fr_auto]">
              <div className="min-w-0">
                <span className={`block truncate font-mono text-sm ${column.is_hidden ? 'text-muted line-through' : ''}`}>{column.column_name}</span>
                <span className="text-xs text-muted">
                  {column.data_type}
                  {column.unit && ` · ${column.unit}`}
                </span>
              </div>
              <div className="min-w-0">
                <InPlace described={column} field="description" name={`${column.column_name}: ${words.description}`} />
                <div className="mt-0.5 flex flex-wrap items-baseline gap-x-4 text-xs text-muted">
                  <span className="flex min-w-0 items-baseline gap-1">
                    {words.synonyms}
                    <InPlace described={column} field="synonyms" name={`${column.column_name}: ${words.synonyms}`} small />
                  </span>
                  {column.sample_values.length > 0 && (
                    <span className="min-w-0 truncate" title={column.sample_values.map(plain).join(', ')}>
                      {words.samples} {column.sample_values.slice(0, 3).map(plain).join(', ')}
                    </span>
                  )}
                </div>
              </div>
              <div>
                <Badge tone={TONES[column.source]}>{words.sourceBadge[column.source]}</Badge>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

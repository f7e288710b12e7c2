import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '#web/api/paths.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Input } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { buttonClass } from '#web/ui/link-button.ts'
import { Empty, Loading, Page, Retry } from '#web/ui/page.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/when.tsx'
import { SourceState } from './state.tsx'

export function Sources() {
  const [sought, setSought] = useState('')
  const navigate = useNavigate()
  const { data: sources, error, refetch } = useRead<Datasource[]>('/semantic/datasources?page_size=500&sort=name')
  const shown = sources?.filter(({ name, type, description }) => `${name} ${type} ${description}`.toLowerCase().includes(sought.toLowerCase()))
  const add = (
    <Link to="/data/new" className={buttonClass('primary')}>
      <Plus size={16} />
      {words.add}
    </Link>
  )
  return (
    <Page title={words.title} actions={sources?.length ? add : null}>
      {error && <FailureNote error={error} action={<Retry run={() => void refetch()} />} />}
      {!sources && !error && <Loading />}
      {sources?.length === 0 && (
        <Empty title={words.noSources} text={words.noSourcesText}>
          {add}
        </Empty>
      )}
      {shown && sources && sources.length > 0 && (
        <div className="grid gap-3">
          <Input
            type="search"
            aria-label={words.searchSources}
            placeholder={words.searchSources}
            value={sought}
            onChange={({ target }) => setSought(target.value)}
            className="max-w-72"
          />
          {shown.length === 0 ? (
            <Empty title={words.noMatch} />
          ) : (
            <Table
              label={words.title}
              head={[
                { text: words.name },
                { text: words.type },
                { text: words.state },
                { text: words.tables, right: true },
                { text: words.lastExtraction },
                { text: words.access },
              ]}
            >
              {shown.map((source) => (
                <tr key={source.id} className="hover:bg-sunken" onClick={() => void navigate({ to: '/data/$sourceId', params: { sourceId: source.id } })}>
                  <Cell>
                    <Link to="/data/$sourceId" params={{ sourceId: source.id }} className="font-medium hover:underline">
                      {source.name}
                    </Link>
                    {source.description && <span className="block max-w-96 truncate text-xs text-muted">{source.description}</span>}
                  </Cell>
                  <Cell className="text-muted">{source.type}</Cell>
                  <Cell>
                    <SourceState source={source} />
                  </Cell>
                  <Cell right>{count(source.tables_count)}</Cell>
                  <Cell>
                    <Time at={source.last_extraction_at} />
                  </Cell>
                  <Cell className="text-muted">{words.levels[source.level]}</Cell>
                </tr>
              ))}
            </Table>
          )}
        </div>
      )}
    </Page>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { post, useRead } from '#web/api/paths.ts'
import { useMay } from '#web/api/rights.ts'
import type { Datasource, DatasourceType } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { toEach } from '#web/ui/each.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Input } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { buttonClass } from '#web/ui/link-button.ts'
import { Empty, Loading, Page, Retry } from '#web/ui/page.tsx'
import { BulkBar, SelectAll, SelectOne, useSelection } from '#web/ui/selection.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { SourceState } from './state.tsx'

export function Sources() {
  const [sought, setSought] = useState('')
  const navigate = useNavigate()
  const { data: sources, error, refetch } = useRead<Datasource[]>('/semantic/datasources?page_size=500&sort=name')
  const { data: types } = useRead<DatasourceType[]>('/semantic/datasource-types')
  const mayAdd = useMay('create_datasources')
  const shown = sources?.filter(({ name, type, description }) => `${name} ${type} ${description}`.toLowerCase().includes(sought.toLowerCase()))
  const selection = useSelection(shown?.map(({ id }) => id) ?? [])
  const those = (ids: string[], level: 'edit' | 'own') =>
    ids.filter((id) => sources?.some((one) => one.id === id && (one.level === 'own' || one.level === level)))
  const extract = (ids: string[]) => void toEach('datasource', those(ids, 'edit'), (datasource_id) => post('/semantic/semanticextractions', { datasource_id }))
  const turn = (operation: 'enable' | 'disable') => (ids: string[]) =>
    void toEach('datasource', those(ids, 'own'), (id) => post(`/semantic/datasources/${id}/${operation}`))
  const add = mayAdd && (
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
        <Empty title={mayAdd ? words.noSources : words.noneShared} text={mayAdd ? words.noSourcesText : words.noneSharedText}>
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
                { text: common.selectAll, box: <SelectAll selection={selection} /> },
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
                  <Cell className="w-10">
                    <SelectOne selection={selection} id={source.id} name={source.name} />
                  </Cell>
                  <Cell>
                    <Link to="/data/$sourceId" params={{ sourceId: source.id }} className="font-medium hover:underline">
                      {source.name}
                    </Link>
                    {source.description && <span className="block max-w-96 truncate text-xs text-muted">{source.description}</span>}
                  </Cell>
                  <Cell className="text-muted">{types?.find(({ type }) => type === source.type)?.title ?? source.type}</Cell>
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
          <BulkBar
            selection={selection}
            actions={[
              { text: words.run, run: extract },
              { text: words.enable, run: turn('enable') },
              { text: words.disable, run: turn('disable') },
            ]}
          />
        </div>
      )}
    </Page>
  )
}

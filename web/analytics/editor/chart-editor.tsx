import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ChartSpec, SemanticQuery } from '#web/api/analytics.gen.ts'
import { queryOf } from '#web/api/queries.ts'
import { text } from '#web/text/charts.ts'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { Loading, PageBody } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/tabs.tsx'
import { useFields } from '../fields.ts'
import { ChannelWells } from './channel-wells.tsx'
import { type Change, type ChartDraft, isDrawable } from './chart-draft.ts'
import { FieldWells } from './field-wells.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { TypePicker } from './type-picker.tsx'
import type { Previewed } from './use-preview.ts'
import { emptyWells, readWells, type Wells, writeWells } from './wells.ts'

const SpecEditor = lazy(() => import('./spec-editor.tsx').then(({ SpecEditor }) => ({ default: SpecEditor })))
const SqlEditor = lazy(() => import('#web/sessions/answer/sql-editor.tsx').then(({ SqlEditor }) => ({ default: SqlEditor })))

type Way = 'fields' | 'json' | 'sql'
type ChartEditorProps = { draft: ChartDraft; change: Change; previewed: Previewed; children?: ReactNode }

/** A chart as it is made: what it asks and how it is drawn on the left, what that shows on the right. */
export function ChartEditor({ draft, change, previewed, children }: ChartEditorProps) {
  const [way, setWay] = useState<Way>(draft.query && 'sql' in draft.query ? 'sql' : 'fields')
  const { preview, failure } = previewed
  const told = failure?.param ? { path: failure.param, message: failure.hint ? `${failure.message} (${failure.hint})` : failure.message } : null
  return (
    <PageBody className="!max-w-[1400px]">
      {children}
      <div className="grid items-start gap-4 lg:grid-cols-[380px_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5 rounded-lg border border-line bg-surface p-4">
          <TextField
            label={text.titleLabel}
            required
            maxLength={200}
            value={draft.title}
            error={told?.path === 'title' ? told.message : null}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TypePicker
            type={draft.type}
            shown={preview?.chart_type}
            suggested={preview?.suggested_types ?? []}
            error={told?.path === 'chart_type' ? told.message : null}
            onChange={(type) => change({ type, spec: null })}
          />
          <Segments
            label={text.way}
            options={(['fields', 'json', 'sql'] as const).map((value) => ({ value, label: text.ways[value] }))}
            value={way}
            onChange={setWay}
          />
          {way === 'fields' && <Fields draft={draft} change={change} previewed={previewed} told={told} />}
          {way === 'json' && <Spec draft={draft} change={change} previewed={previewed} />}
          {way === 'sql' && <Sql draft={draft} change={change} previewed={previewed} />}
          <TextAreaField
            label={text.description}
            rows={2}
            maxLength={4000}
            value={draft.description}
            onChange={({ target }) => change({ description: target.value })}
          />
        </div>
        <PreviewPane {...previewed} isDrawable={isDrawable(draft)} title={draft.title} />
      </div>
    </PageBody>
  )
}

type PartProps = Omit<ChartEditorProps, 'children'>

function Fields({ draft, change, previewed, told }: PartProps & { told: { path: string; message: string } | null }) {
  const { datasourceId, query } = draft
  const [laid, setLaid] = useState(emptyWells)
  const { fields, isReading } = useFields(datasourceId ? [datasourceId] : [])
  const { data: measures } = useQuery({
    ...queryOf('measure', 'GET /semantic/measures', { query: { datasource_id: datasourceId ?? '', page_size: 100 } }),
    enabled: datasourceId !== null,
  })
  if (query && 'sql' in query)
    return previewed.preview ? (
      <ChannelWells preview={previewed.preview} spec={draft.spec} failedAt={told} onChange={(spec) => change({ spec })} />
    ) : (
      <p className="text-sm text-muted">{text.noChannels}</p>
    )
  if (isReading) return <Loading label={text.field} />
  return (
    <>
      <FieldWells
        wells={wellsOf(query?.semantic_query, laid)}
        fields={fields}
        measures={measures ?? []}
        onChange={(wells) => {
          setLaid(wells)
          change({ query: { semantic_query: writeWells(wells) } })
        }}
      />
      {told && /^(?:query|datasource_id)/.test(told.path) && (
        <p role="alert" className="text-sm text-bad">
          {told.message}
        </p>
      )}
    </>
  )
}

/** The wells as they were laid, with what is not asked yet, as long as the query is theirs. */
const wellsOf = (query: SemanticQuery | undefined, laid: Wells): Wells =>
  query === undefined || JSON.stringify(query) === JSON.stringify(writeWells(laid)) ? laid : readWells(query)

function Spec({ draft, change, previewed }: PartProps) {
  const shown = draft.spec ?? previewed.preview?.spec ?? null
  const [isBad, setBad] = useState(false)
  function typed(words: string) {
    setBad(false)
    if (words.trim() === '') return change({ spec: null })
    try {
      change({ spec: JSON.parse(words) as ChartSpec, type: null })
    } catch {
      setBad(true)
    }
  }
  return (
    <div className="grid gap-2">
      <Suspense fallback={<Loading label={text.specLabel} />}>
        <SpecEditor value={shown ? JSON.stringify(shown, null, 2) : ''} failure={previewed.failure} onChange={typed} />
      </Suspense>
      <p className={`text-xs ${isBad ? 'text-bad' : 'text-muted'}`}>{isBad ? text.badJson : text.specHint}</p>
      {draft.spec && (
        <Button size="small" className="justify-self-start" onClick={() => change({ spec: null })}>
          {text.dropSpec}
        </Button>
      )}
    </div>
  )
}

function Sql({ draft, change, previewed }: PartProps) {
  const sql = draft.query && 'sql' in draft.query ? draft.query.sql : null
  const [typed, setTyped] = useState(sql ?? '')
  const compiled = previewed.preview?.data.sql ?? ''
  const run = () => typed.trim() !== '' && change({ query: { sql: typed }, spec: null, ...(draft.type ? { type: null } : {}) })
  if (sql === null)
    return (
      <div className="grid gap-2">
        {compiled && <pre className="max-h-72 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">{compiled}</pre>}
        <Button
          size="small"
          className="justify-self-start"
          onClick={() => {
            setTyped(compiled)
            change({ query: { sql: compiled } })
          }}
        >
          {text.writeSql}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-2">
      <Suspense fallback={<Loading label={text.sql} />}>
        <SqlEditor value={typed} onChange={setTyped} onRun={run} />
      </Suspense>
      <div className="flex items-center gap-2">
        <Button size="small" onClick={run} disabled={typed.trim() === '' || typed === sql}>
          {text.run}
        </Button>
        <span className="text-xs text-muted">{text.sqlHint}</span>
      </div>
    </div>
  )
}

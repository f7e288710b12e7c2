import { useState } from 'react'
import type { Model } from '#web/api/core.gen.ts'
import { open, post, useChange, useRead } from '#web/api/paths.ts'
import type { Extraction } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, SelectField, TextAreaField } from '#web/ui/field.tsx'
import { count } from '#web/ui/formats.ts'
import { Empty, Section } from '#web/ui/page.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { Time } from '#web/ui/time.tsx'
import { useSource } from './use-source.ts'

const TONES = { queued: 'accent', running: 'accent', completed: 'ok', failed: 'bad', cancelled: 'neutral' } as const

export function Operations() {
  const { source, mayEdit } = useSource()
  return (
    <div className="grid gap-4">
      {mayEdit && <Run />}
      <History />
      <div>
        <Button onClick={() => void exportLayer(source.id, source.name)}>{words.exportLayer}</Button>
      </div>
    </div>
  )
}

function Run() {
  const { source } = useSource()
  const { data: models } = useRead<Model[]>('/core/models?page_size=500')
  const [model, setModel] = useState('')
  const [samples, setSamples] = useState(false)
  const [chosen, setChosen] = useState('')
  const isRunning = source.extraction_status === 'running' || source.extraction_status === 'queued'
  const run = useChange(() => {
    const tables = chosen
      .split(/[\n,]/)
      .map((name) => name.trim())
      .filter(Boolean)
    return post('/semantic/semanticextractions', {
      datasource_id: source.id,
      ...(model ? { model, include_samples: samples } : {}),
      ...(tables.length ? { tables } : {}),
    })
  }, ['/semantic'])
  const describers = models?.filter(({ type, provider }) => type === 'provider' && provider !== 'builtin')
  return (
    <Section title={words.extraction}>
      <div className="grid max-w-xl gap-4">
        <p className="text-sm text-muted">{`${words.notExtractedText} ${words.keepsEdits}`}</p>
        <SelectField label={words.describeWith} value={model} onChange={({ target }) => setModel(target.value)}>
          <option value="">{words.describeBuiltin}</option>
          {describers?.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
        {model && source.models_see_values && <Check label={words.includeSamples} checked={samples} onChange={({ target }) => setSamples(target.checked)} />}
        <details className="text-sm">
          <summary className="cursor-pointer text-muted">{words.runChosen}</summary>
          <div className="mt-2">
            <TextAreaField label={words.tables} rows={3} value={chosen} onChange={({ target }) => setChosen(target.value)} />
          </div>
        </details>
        {run.error && <FailureNote error={run.error} />}
        <div>
          <Button variant="primary" disabled={isRunning || run.isPending} onClick={() => run.mutate(undefined)}>
            {words.run}
          </Button>
        </div>
      </div>
    </Section>
  )
}

function History() {
  const { source } = useSource()
  const { data: runs, error } = useRead<Extraction[]>(`/semantic/semanticextractions?datasource_id=${source.id}&page_size=50&sort=created_at&order=desc`)
  if (error) return <FailureNote error={error} />
  if (runs?.length === 0) return <Empty title={words.noHistory} />
  return (
    <Table
      label={words.history}
      head={[
        { text: words.started },
        { text: words.state },
        { text: words.tables, right: true },
        { text: words.changes },
        { text: words.took, right: true },
        { text: words.tokens, right: true },
      ]}
    >
      {runs?.map((run) => (
        <tr key={run.id}>
          <Cell>
            <Time at={run.created_at} />
          </Cell>
          <Cell>
            <Badge tone={TONES[run.status]}>{words.states[run.status]}</Badge>
            {run.error && <span className="block max-w-md text-xs text-bad">{run.error}</span>}
          </Cell>
          <Cell right>{count(run.progress.tables_total)}</Cell>
          <Cell className="whitespace-nowrap tabular-nums text-muted">
            {run.diff ? words.diff(run.diff.added.length, run.diff.removed.length, run.diff.changed.length) : ''}
          </Cell>
          <Cell right>{run.started_at && run.completed_at ? `${((Date.parse(run.completed_at) - Date.parse(run.started_at)) / 1000).toFixed(1)} s` : ''}</Cell>
          <Cell right>{count(run.usage.total_tokens)}</Cell>
        </tr>
      ))}
    </Table>
  )
}

async function exportLayer(id: string, name: string): Promise<void> {
  const response = await open('GET', `/semantic/datasources/${id}/export`)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `${name}.yaml`
  link.click()
  URL.revokeObjectURL(link.href)
}

import { useState } from 'react'
import type { Model, Provider, ProviderCheck } from '#web/api/core.gen.ts'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/admin.ts'
import { text as common } from '#web/text/controls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Loading, Section } from '#web/ui/page.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Cell, Table } from '#web/ui/table.tsx'
import { ModelForm } from './model-form.tsx'
import { ProviderForm } from './provider-form.tsx'

export const Models = () => (
  <div className="grid gap-4">
    <Providers />
    <AllModels />
  </div>
)

const OnOff = ({ on }: { on: boolean }) => <Badge tone={on ? 'ok' : 'neutral'}>{on ? words.on : words.off}</Badge>

function Providers() {
  const { data, error } = useRead<Provider[]>('/core/providers?page_size=500')
  const providers = data?.filter(({ kind }) => kind !== 'builtin')
  const [editing, setEditing] = useState<Provider | 'new' | null>(null)
  const [checks, setChecks] = useState<Record<string, ProviderCheck>>({})
  const test = useChange(async (id: string) => {
    const check = await post<ProviderCheck>(`/core/providers/${id}/test`, {})
    setChecks((known) => ({ ...known, [id]: check }))
  }, [])
  const end = useChange((id: string) => remove(`/core/providers/${id}`), ['/core/providers', '/core/models'])
  return (
    <Section
      title={words.providers}
      actions={
        <Button size="small" onClick={() => setEditing('new')}>
          {words.addProvider}
        </Button>
      }
    >
      {(error ?? test.error ?? end.error) && <FailureNote error={(error ?? test.error ?? end.error) as Error} />}
      {!providers && !error && <Loading rows={2} />}
      {providers?.length === 0 && <p className="text-sm text-muted">{words.noProviders}</p>}
      {providers && providers.length > 0 && (
        <Table
          label={words.providers}
          head={[{ text: words.name }, { text: words.kind }, { text: words.apiKey }, { text: words.state }, { text: common.more, hidden: true }]}
        >
          {providers.map((provider) => {
            const check = checks[provider.id]
            return (
              <tr key={provider.id}>
                <Cell>
                  {provider.name}
                  {provider.base_url && <span className="block font-mono text-xs text-muted">{provider.base_url}</span>}
                </Cell>
                <Cell>{provider.kind}</Cell>
                <Cell className="font-mono text-xs">{provider.has_api_key ? `…${provider.last4}` : '–'}</Cell>
                <Cell>
                  <OnOff on={provider.is_enabled} />
                  {check && (
                    <span className={`block text-xs ${check.ok ? 'text-ok' : 'text-bad'}`}>{check.ok ? words.testOk(check.latency_ms) : check.message}</span>
                  )}
                </Cell>
                <Cell right>
                  <div className="flex justify-end gap-1">
                    <Button size="small" disabled={test.isPending} onClick={() => test.mutate(provider.id)}>
                      {words.test}
                    </Button>
                    <RowMenu
                      label={`${common.more}: ${provider.name}`}
                      items={[
                        { text: common.edit, run: () => setEditing(provider) },
                        { text: common.delete, danger: true, run: () => end.mutate(provider.id) },
                      ]}
                    />
                  </div>
                </Cell>
              </tr>
            )
          })}
        </Table>
      )}
      {editing && <ProviderForm provider={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}

function AllModels() {
  const { data: models, error } = useRead<Model[]>('/core/models?page_size=500')
  const { data: sources } = useRead<Datasource[]>('/semantic/datasources?page_size=500&sort=name')
  const [editing, setEditing] = useState<Model | 'new' | null>(null)
  const turn = useChange((model: Model) => put(`/core/models/${model.id}`, { is_enabled: !model.is_enabled }, model.revision), ['/core/models'])
  const end = useChange((id: string) => remove(`/core/models/${id}`), ['/core/models'])
  return (
    <Section
      title={words.models}
      actions={
        <Button size="small" onClick={() => setEditing('new')}>
          {words.addModel}
        </Button>
      }
    >
      {(error ?? turn.error ?? end.error) && <FailureNote error={(error ?? turn.error ?? end.error) as Error} />}
      {!models && !error && <Loading rows={3} />}
      {models && (
        <Table
          label={words.models}
          head={[{ text: words.name }, { text: words.provider }, { text: words.sources }, { text: words.state }, { text: common.more, hidden: true }]}
        >
          {models.map((model) => (
            <tr key={model.id}>
              <Cell>
                <span className="font-medium">{model.name}</span>
                {model.description && <span className="line-clamp-2 min-w-44 max-w-52 text-xs text-muted md:max-w-96">{model.description}</span>}
              </Cell>
              <Cell className="text-muted">
                {model.provider} · {model.upstream}
              </Cell>
              <Cell>
                {model.datasource_ids.map((id) => {
                  const source = sources?.find((one) => one.id === id)
                  return (
                    <span key={id} className="block">
                      {source?.name ?? id} {source && source.last_extraction_at === null && <Badge tone="warn">{words.unready}</Badge>}
                    </span>
                  )
                })}
              </Cell>
              <Cell>
                <OnOff on={model.is_enabled} />
              </Cell>
              <Cell right>
                <RowMenu
                  label={`${common.more}: ${model.name}`}
                  items={[
                    { text: common.edit, run: () => setEditing(model) },
                    { text: model.is_enabled ? words.disable : words.enable, run: () => turn.mutate(model) },
                    { text: common.delete, danger: true, run: () => end.mutate(model.id) },
                  ]}
                />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      {editing && <ModelForm model={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Section>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { post, put, remove, useChange, useRead } from '#web/api/paths.ts'
import type { DatasourceType, Validation } from '#web/api/semantic.gen.ts'
import { text as common } from '#web/text/controls.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Check, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Section } from '#web/ui/page.tsx'
import { Sharing } from '#web/ui/sharing.tsx'
import { tell } from '#web/ui/toasts.tsx'
import { Bindings } from './bindings.tsx'
import { Checks } from './checks.tsx'
import { ConnectionFields, fieldsOf, type Values, valuesToConnection } from './connection-fields.tsx'
import { useSource } from './use-source.ts'

export function General() {
  const { source, mayEdit, owns } = useSource()
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <div className="grid gap-4">
        <Named key={source.revision} />
        <Section title={words.models}>
          <Bindings />
        </Section>
      </div>
      <div className="grid gap-4">
        {mayEdit && <Connection key={source.revision} />}
        <Section title={words.sharing}>
          <Sharing path={`/semantic/datasources/${source.id}`} owns={owns} />
        </Section>
        {owns && <Danger />}
      </div>
    </div>
  )
}

function Named() {
  const { source, mayEdit } = useSource()
  const [name, setName] = useState(source.name)
  const [description, setDescription] = useState(source.description)
  const [isBlind, setBlind] = useState(!source.models_see_values)
  const facts = { name, description, models_see_values: !isBlind }
  const isSame = name === source.name && description === source.description && isBlind === !source.models_see_values
  const save = useChange(() => put(`/semantic/datasources/${source.id}`, facts, source.revision), ['/semantic/datasources'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(undefined, { onSuccess: () => tell(common.saved) })
  }
  return (
    <Section title={words.tabs.general}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField label={words.name} required disabled={!mayEdit} value={name} onChange={({ target }) => setName(target.value)} />
        <TextAreaField label={words.description} rows={3} disabled={!mayEdit} value={description} onChange={({ target }) => setDescription(target.value)} />
        <Check label={words.blind} hint={words.blindHint} disabled={!mayEdit} checked={isBlind} onChange={({ target }) => setBlind(target.checked)} />
        {save.error && <FailureNote error={save.error} />}
        {mayEdit && (
          <div>
            <Button type="submit" variant="primary" disabled={save.isPending || isSame}>
              {common.save}
            </Button>
          </div>
        )}
      </form>
    </Section>
  )
}

function Connection() {
  const { source } = useSource()
  const { data: types } = useRead<DatasourceType[]>('/semantic/datasource-types')
  const type = types?.find((one) => one.type === source.type)
  const shown = (source.connection ?? {}) as Record<string, unknown>
  const start: Values = Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) =>
      value === null || typeof value === 'boolean' ? [] : [[name, Array.isArray(value) ? value.join('\n') : String(value)]],
    ),
  )
  const [values, setValues] = useState<Values>(start)
  const [validation, setValidation] = useState<Validation | null>(null)
  const kept = Object.entries(shown).flatMap(([name, value]) => (name.startsWith('has_') && value === true ? [name.slice(4)] : []))
  const test = useChange(() => post<Validation>(`/semantic/datasources/${source.id}/validate`), ['/semantic/datasources'])
  const save = useChange(
    () => put(`/semantic/datasources/${source.id}`, { connection: type ? valuesToConnection(type, values) : {} }, source.revision),
    ['/semantic/datasources'],
  )
  const isServer = type ? fieldsOf(type).some(({ name }) => !name.startsWith('file_id')) : false
  return (
    <Section title={words.connectionTitle}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          {type?.title ?? source.type} · {words.connection[source.status]}
          {source.status_message && <span className="block text-bad">{source.status_message}</span>}
        </p>
        {type && isServer && <ConnectionFields type={type} values={values} onChange={setValues} kept={kept} />}
        {validation && <Checks validation={validation} />}
        {validation && (
          <p className={`text-sm ${validation.read_only ? 'text-ok' : 'text-warn'}`}>{validation.read_only ? words.readOnly : words.notReadOnly}</p>
        )}
        {(test.error ?? save.error) && <FailureNote error={(test.error ?? save.error) as Error} />}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => test.mutate(undefined, { onSuccess: setValidation })} disabled={test.isPending}>
            {test.isPending ? words.testing : words.test}
          </Button>
          {isServer && (
            <Button
              variant="primary"
              disabled={save.isPending || JSON.stringify(values) === JSON.stringify(start)}
              onClick={() => save.mutate(undefined, { onSuccess: () => tell(common.saved) })}
            >
              {common.save}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}

function Danger() {
  const { source } = useSource()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const isOff = source.status === 'disabled'
  const turn = useChange(() => post(`/semantic/datasources/${source.id}/${isOff ? 'enable' : 'disable'}`), ['/semantic/datasources'])
  const end = useChange(async () => {
    await remove(`/semantic/datasources/${source.id}`)
    // Away first: what is read anew afterwards is no longer this one.
    await navigate({ to: '/data' })
  }, ['/semantic'])
  return (
    <Section title={words.danger}>
      <div className="grid gap-3 text-sm">
        <div className="flex items-center justify-between gap-3">
          <span className="text-muted">{words.disableText}</span>
          <Button onClick={() => turn.mutate(undefined)} disabled={turn.isPending}>
            {isOff ? words.enable : words.disable}
          </Button>
        </div>
        {turn.error && <FailureNote error={turn.error} />}
        <div className="-ml-3">
          <Button variant="danger" onClick={() => setAsking(true)}>
            {words.deleteSource}
          </Button>
        </div>
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={words.deleteSource}
        text={words.deleteSourceText(source.name)}
        action={common.delete}
        busy={typed !== source.name || end.isPending}
        onConfirm={() => end.mutate(undefined)}
      >
        <div className="mt-3">
          <TextField label={words.name} value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </div>
        {end.error && <FailureNote error={end.error} />}
      </Confirm>
    </Section>
  )
}

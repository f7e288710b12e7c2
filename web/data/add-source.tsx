import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ApiFailure } from '#web/api/failure.ts'
import { post, useRead } from '#web/api/paths.ts'
import type { Datasource, DatasourceType, Validation } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { Input, TextAreaField, TextField } from '#web/ui/field.tsx'
import { Loading, Page, Section } from '#web/ui/page.tsx'
import { tellFailure } from '#web/ui/toasts.tsx'
import { Checks } from './checks.tsx'
import { ConnectionFields, fieldsOf, fromConnectionString, type Values, valuesToConnection } from './connection-fields.tsx'
import { FileDrop } from './file-drop.tsx'

/** Three steps on one page: the type, where it is, the test. What was said above stays in sight. */
export function AddSource() {
  const navigate = useNavigate()
  const { data: types, error } = useRead<DatasourceType[]>('/semantic/datasource-types')
  const [sought, setSought] = useState('')
  const [type, setType] = useState<DatasourceType | null>(null)
  const [values, setValues] = useState<Values>({})
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [validation, setValidation] = useState<Validation | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const [busy, setBusy] = useState<'test' | 'save' | null>(null)
  const choose = (chosen: DatasourceType) => {
    setType(chosen)
    setValues({})
    setValidation(null)
    setFailure(null)
  }
  const isFile = type?.type === 'file' || type?.type === 'sqlite'
  const isWhole = type !== null && name.trim() !== '' && fieldsOf(type).every(({ name, required }) => !required || (values[name] ?? '') !== '')
  const connection = () => (type ? valuesToConnection(type, values) : {})

  const test = async () => {
    setBusy('test')
    setFailure(null)
    await post<Validation>('/semantic/datasources/validate', { type: type?.type, connection: connection() }).then(setValidation, setFailure)
    setBusy(null)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy('save')
    setFailure(null)
    try {
      const made = await post<Datasource>('/semantic/datasources', { name: name.trim(), description, type: type?.type, connection: connection() })
      if (made.status === 'connected')
        await post('/semantic/semanticextractions', { datasource_id: made.id }).catch((problem: ApiFailure) => tellFailure(problem))
      await navigate({ to: '/data/$sourceId', params: { sourceId: made.id } })
    } catch (problem) {
      setFailure(problem as ApiFailure)
    }
    setBusy(null)
  }
  const shown = types
    ?.map((one) => ({ ...one, ...words.types[one.type] }))
    .filter((one) => `${one.title} ${one.type} ${one.description}`.toLowerCase().includes(sought.toLowerCase()))
  return (
    <Page title={words.add}>
      <form className="mx-auto grid max-w-3xl gap-4" onSubmit={(event) => void save(event)}>
        <Section title={words.step(1, words.chooseType)}>
          {error && <FailureNote error={error} />}
          {!types && !error && <Loading />}
          <Input
            type="search"
            aria-label={words.searchTypes}
            placeholder={words.searchTypes}
            value={sought}
            onChange={({ target }) => setSought(target.value)}
            className="mb-3 max-w-72"
          />
          <div role="radiogroup" aria-label={words.chooseType} className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
            {shown?.map((one) => (
              <label
                key={one.type}
                className={`flex items-start gap-2.5 rounded-md border p-2.5 ${type?.type === one.type ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-sunken'} ${one.available ? 'cursor-pointer' : 'opacity-60'}`}
              >
                <input
                  type="radio"
                  name="type"
                  className="mt-1 accent-accent"
                  disabled={!one.available}
                  checked={type?.type === one.type}
                  onChange={() => choose(one)}
                />
                <span>
                  <span className="block text-sm font-medium">{one.title}</span>
                  <span className="block text-xs text-muted">{one.available ? one.description : words.unavailable}</span>
                </span>
              </label>
            ))}
          </div>
        </Section>
        {type && (
          <Section title={words.step(2, words.describeConnection)}>
            <div className="grid gap-4">
              {isFile ? (
                <FileDrop
                  key={type.type}
                  many={type.type === 'file'}
                  onChange={(files) => {
                    const ids = files.map(({ id }) => id)
                    setValues(type.type === 'sqlite' ? { file_id: ids[0] ?? '' } : { file_ids: ids.join('\n') })
                    setValidation(null)
                    setName((typed) => typed || (files[0]?.name.replace(/\.[^.]+$/, '') ?? ''))
                  }}
                />
              ) : (
                <>
                  {'connection_url' in values || fieldsOf(type).some(({ name }) => name === 'host') ? (
                    <TextField
                      label={words.fromString}
                      hint={words.fromStringHint}
                      autoComplete="off"
                      onChange={({ target }) => setValues({ ...values, ...fromConnectionString(target.value) })}
                    />
                  ) : null}
                  <ConnectionFields type={type} values={values} onChange={setValues} />
                </>
              )}
              <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
                <TextField label={words.name} required value={name} onChange={({ target }) => setName(target.value)} />
                <TextAreaField label={words.description} rows={1} value={description} onChange={({ target }) => setDescription(target.value)} />
              </div>
            </div>
          </Section>
        )}
        {type && (
          <Section title={words.step(3, words.testIt)}>
            <div className="grid gap-4">
              {validation && <Checks validation={validation} />}
              {failure && <FailureNote error={failure} />}
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => void test()} disabled={!isWhole || busy !== null}>
                  {busy === 'test' ? words.testing : words.test}
                </Button>
                <Button variant="primary" type="submit" disabled={!isWhole || busy !== null}>
                  {validation && !validation.valid ? words.saveUntested : words.save}
                </Button>
              </div>
            </div>
          </Section>
        )}
      </form>
    </Page>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { type ApiFailure, asFailure } from '#web/api/failure.ts'
import { queries, queryOf } from '#web/api/queries.ts'
import { useMay } from '#web/api/rights.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/data.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { buttonClass } from '#web/ui/link-button.ts'
import { FormDialog } from '#web/ui/list-editor.tsx'

const MODELS = queryOf('model', 'GET /core/models', { query: { page_size: 100 } })

/** The way from data to its first question: by a model that answers from it, else by one that is made for it. Absent while there is nothing to ask. */
export function AskSource({ source }: { source: Datasource }) {
  const { data: models } = useQuery(MODELS)
  const mayMake = useMay('create_models') && source.level !== 'view'
  const [isMaking, setMaking] = useState(false)
  if (!models || source.last_extraction_at === null || source.status === 'disabled') return null
  const answering = models.find(({ is_enabled, datasource_ids }) => is_enabled && datasource_ids.includes(source.id))
  if (answering)
    return (
      <Link to="/" search={{ model: answering.name, source: source.id }} className={buttonClass('primary')}>
        {words.askIt}
      </Link>
    )
  if (!mayMake) return null
  return (
    <>
      <Button variant="primary" onClick={() => setMaking(true)}>
        {words.askIt}
      </Button>
      {isMaking && <NewAnswerer source={source} onClose={() => setMaking(false)} />}
    </>
  )
}

/** Letters, digits and dashes, as names of models are written. */
const modelName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60) || 'data'

function NewAnswerer({ source, onClose }: { source: Datasource; onClose: () => void }) {
  const navigate = useNavigate()
  const { data: models = [] } = useQuery(MODELS)
  const bases = models.filter(({ type, is_enabled }) => type === 'provider' && is_enabled)
  const [name, setName] = useState(modelName(source.name))
  const [base, setBase] = useState('builtin')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiFailure | null>(null)
  async function make() {
    setBusy(true)
    setError(null)
    try {
      const model = await call('POST /core/models', { body: { name: name.trim(), base_model_id: base, datasource_ids: [source.id] } })
      await queries.invalidateQueries({ queryKey: ['model'] })
      void navigate({ to: '/', search: { model: model.name, source: source.id } })
    } catch (failure) {
      setError(asFailure(failure))
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={words.askIt}
      action={words.makeAndAsk}
      open
      onClose={onClose}
      onSubmit={() => void make()}
      busy={busy}
      error={error}
      disabled={!name.trim()}
    >
      <p className="text-sm text-muted">{words.askItText}</p>
      <TextField label={words.modelName} required value={name} onChange={({ target }) => setName(target.value)} />
      {bases.length > 1 && (
        <SelectField label={words.answeredBy} value={base} onChange={({ target }) => setBase(target.value)}>
          {bases.map(({ id, name: baseName, upstream }) => (
            <option key={id} value={upstream === 'builtin' ? 'builtin' : id}>
              {upstream === 'builtin' ? words.builtinModel : baseName}
            </option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  )
}

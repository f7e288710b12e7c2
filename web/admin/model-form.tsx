import { useState } from 'react'
import type { Model, Provider } from '#web/api/core.gen.ts'
import { post, put, useChange, useRead } from '#web/api/paths.ts'
import type { Datasource } from '#web/api/semantic.gen.ts'
import { text as words } from '#web/text/admin.ts'
import { Check, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'

/** A provider's model, or a custom one: a base model with data sources and instructions. */
export function ModelForm({ model, onClose }: { model: Model | null; onClose: () => void }) {
  const { data: providers } = useRead<Provider[]>('/core/providers?page_size=500')
  const { data: models } = useRead<Model[]>('/core/models?page_size=500')
  const { data: sources } = useRead<Datasource[]>('/semantic/datasources?page_size=500&sort=name')
  const [type, setType] = useState<Model['type']>(model?.type ?? 'custom')
  const [name, setName] = useState(model?.name ?? '')
  const [description, setDescription] = useState(model?.description ?? '')
  const [chosenBase, setBase] = useState(model?.base_model_id ?? '')
  const [provider, setProvider] = useState(model?.provider_id ?? '')
  const [upstream, setUpstream] = useState(model?.upstream ?? '')
  const [prompt, setPrompt] = useState(model?.system_prompt ?? '')
  const [builtinFirst, setBuiltinFirst] = useState(model?.params.builtin_first ?? false)
  const [price, setPrice] = useState<PriceText>(() => textOf(model?.price ?? null))
  const [chosen, setChosen] = useState<string[]>([])
  const base = chosenBase || (models?.find(({ name }) => name === 'builtin')?.id ?? '')
  const isBuiltin = models?.find(({ id }) => id === base)?.provider === 'builtin'
  const save = useChange(() => {
    const shared = { name, description, price: priceOf(price) }
    const facts =
      type === 'custom'
        ? { ...shared, base_model_id: base, system_prompt: prompt || null, params: { ...model?.params, builtin_first: builtinFirst } }
        : { ...shared, upstream }
    if (model) return put(`/core/models/${model.id}`, facts, model.revision)
    return post(
      '/core/models',
      type === 'custom' ? { ...facts, ...(chosen.length ? { datasource_ids: chosen } : {}) } : { ...facts, type, provider_id: provider },
    )
  }, ['/core/models', '/semantic/datasourcemodels'])
  const at = (param: string) => (save.error?.param === param ? save.error.message : null)
  const isPriced = (price.input === '') === (price.output === '')
  const isWhole = isPriced && name !== '' && (type === 'custom' ? base !== '' : upstream !== '' && provider !== '')
  return (
    <FormDialog
      title={model?.name ?? words.addModel}
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!isWhole}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      {!model && (
        <SelectField label={words.type} value={type} onChange={({ target }) => setType(target.value as Model['type'])}>
          {Object.entries(words.types).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.name} required value={name} error={at('name')} onChange={({ target }) => setName(target.value)} />
        <TextField label={words.description} value={description} onChange={({ target }) => setDescription(target.value)} />
      </div>
      {type === 'provider' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label={words.provider} value={provider} disabled={model !== null} onChange={({ target }) => setProvider(target.value)}>
            <option value="" />
            {providers
              ?.filter(({ kind }) => kind !== 'builtin')
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
          <TextField label={words.upstream} value={upstream} onChange={({ target }) => setUpstream(target.value)} />
        </div>
      ) : (
        <>
          <SelectField label={words.base} value={base} onChange={({ target }) => setBase(target.value)}>
            <option value="" />
            {models
              ?.filter(({ type }) => type === 'provider')
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
          {!model && sources && sources.length > 0 && (
            <fieldset className="grid gap-1.5">
              <legend className="mb-1 text-sm font-medium">{words.sources}</legend>
              {sources.map(({ id, name, last_extraction_at }) => (
                <Check
                  key={id}
                  label={name}
                  {...(last_extraction_at === null ? { hint: words.unready } : {})}
                  disabled={last_extraction_at === null}
                  checked={chosen.includes(id)}
                  onChange={({ target }) => setChosen(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
                />
              ))}
            </fieldset>
          )}
          <TextAreaField label={words.systemPrompt} rows={4} value={prompt} onChange={({ target }) => setPrompt(target.value)} />
          {!isBuiltin && (
            <Check label={words.builtinFirst} hint={words.builtinFirstHint} checked={builtinFirst} onChange={({ target }) => setBuiltinFirst(target.checked)} />
          )}
        </>
      )}
      <fieldset className="grid gap-1.5">
        <legend className="mb-1 text-sm font-medium">{words.price}</legend>
        <div className="grid gap-4 sm:grid-cols-3">
          {(['input', 'cached_input', 'output'] as const).map((part) => (
            <TextField
              key={part}
              label={PRICED[part]}
              type="number"
              min={0}
              step="any"
              value={price[part]}
              error={at(`price.${part}`)}
              onChange={({ target }) => setPrice({ ...price, [part]: target.value })}
            />
          ))}
        </div>
        <p className="text-xs text-muted">{words.priceHint}</p>
      </fieldset>
    </FormDialog>
  )
}

type PriceText = Record<'input' | 'cached_input' | 'output', string>
const PRICED = { input: words.priceInput, cached_input: words.priceCached, output: words.priceOutput }

const textOf = (price: Model['price']): PriceText => ({
  input: String(price?.input ?? ''),
  cached_input: String(price?.cached_input ?? ''),
  output: String(price?.output ?? ''),
})

const priceOf = ({ input, cached_input, output }: PriceText): Model['price'] =>
  input === '' || output === ''
    ? null
    : { input: Number(input), output: Number(output), ...(cached_input === '' ? {} : { cached_input: Number(cached_input) }) }

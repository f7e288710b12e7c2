import { useState } from 'react'
import type { NewProvider, Provider } from '#web/api/core.gen.ts'
import { post, put, useChange } from '#web/api/paths.ts'
import { text as words } from '#web/text/admin.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/list-editor.tsx'

const KINDS: NewProvider['kind'][] = [
  ...(['openai-compatible', 'openai', 'anthropic', 'google', 'mistral', 'groq', 'azure', 'amazon-bedrock', 'workers-ai'] as const),
  ...(['deepgram', 'elevenlabs', 'assemblyai', 'gladia', 'revai'] as const),
]

export function ProviderForm({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const [name, setName] = useState(provider?.name ?? '')
  const [kind, setKind] = useState<string>(provider?.kind ?? 'openai-compatible')
  const [baseUrl, setBaseUrl] = useState(provider?.base_url ?? '')
  const [key, setKey] = useState('')
  const save = useChange(() => {
    const facts = { name, ...(key ? { api_key: key } : {}), ...(baseUrl !== (provider?.base_url ?? '') ? { base_url: baseUrl || null } : {}) }
    return provider ? put(`/core/providers/${provider.id}`, facts, provider.revision) : post('/core/providers', { ...facts, kind })
  }, ['/core/providers', '/core/models'])
  const at = (param: string) => (save.error?.param === param ? save.error.message : null)
  return (
    <FormDialog
      title={provider?.name ?? words.addProvider}
      open
      onClose={onClose}
      busy={save.isPending}
      error={save.error}
      disabled={!name}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={words.name} required value={name} error={at('name')} onChange={({ target }) => setName(target.value)} />
        <SelectField label={words.kind} value={kind} disabled={provider !== null} onChange={({ target }) => setKind(target.value)}>
          {KINDS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={words.baseUrl}
        type="url"
        placeholder="https://"
        value={baseUrl}
        error={at('base_url')}
        onChange={({ target }) => setBaseUrl(target.value)}
      />
      <TextField
        label={words.apiKey}
        type="password"
        autoComplete="new-password"
        hint={provider?.has_api_key ? words.keyKept(provider.last4 ?? '') : undefined}
        value={key}
        error={at('api_key')}
        onChange={({ target }) => setKey(target.value)}
      />
    </FormDialog>
  )
}

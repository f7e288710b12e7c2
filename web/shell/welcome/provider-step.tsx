import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import type { NewProvider } from '#web/api/core.gen.ts'
import { text } from '#web/text/shell.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Card } from '#web/ui/page.tsx'

/** Providers that a key, or an address, is enough for; the others are set up under Administration. */
const KINDS: { kind: NewProvider['kind']; label: string; needs: 'key' | 'address' }[] = [
  { kind: 'openai', label: 'OpenAI', needs: 'key' },
  { kind: 'anthropic', label: 'Anthropic', needs: 'key' },
  { kind: 'google', label: 'Google', needs: 'key' },
  { kind: 'mistral', label: 'Mistral', needs: 'key' },
  { kind: 'groq', label: 'Groq', needs: 'key' },
  { kind: 'openai-compatible', label: 'OpenAI-compatible (Ollama, vLLM)', needs: 'address' },
]

/** A model provider, and whether it answers. */
export function ProviderStep({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<NewProvider['kind']>('openai')
  const [secret, setSecret] = useState('')
  const [address, setAddress] = useState('http://127.0.0.1:11434/v1')
  const needsAddress = KINDS.find((each) => each.kind === kind)?.needs === 'address'
  const add = useMutation({
    mutationFn: async () => {
      const body: NewProvider = { name: kind, kind, ...(needsAddress ? { base_url: address } : {}), ...(secret ? { api_key: secret } : {}) }
      const provider = await call('POST /core/providers', { body })
      try {
        return await call('GET /core/providers/{provider_id}/models', { path: { provider_id: provider.id } })
      } catch (error) {
        // Nothing is left behind of one that does not answer.
        await call('DELETE /core/providers/{provider_id}', { path: { provider_id: provider.id } }).catch(() => undefined)
        throw error
      }
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    add.mutate()
  }

  return (
    <Card className="p-5">
      <form onSubmit={submit} className="grid gap-4">
        <div>
          <h2 className="font-semibold">{text.welcome.provider}</h2>
          <p className="mt-1 text-sm text-muted">{text.welcome.providerAbout}</p>
        </div>
        {add.error && <FailureNote error={add.error} />}
        <SelectField label={text.welcome.kind} value={kind} onChange={({ target }) => setKind(target.value as NewProvider['kind'])}>
          {KINDS.map((each) => (
            <option key={each.kind} value={each.kind}>
              {each.label}
            </option>
          ))}
        </SelectField>
        {needsAddress && <TextField label={text.welcome.address} type="url" required value={address} onChange={({ target }) => setAddress(target.value)} />}
        <TextField
          label={text.welcome.key}
          type="password"
          autoComplete="off"
          required={!needsAddress}
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />
        <div className="flex items-center justify-end gap-2">
          {add.data && <Badge tone="ok">{text.welcome.works(add.data.length)}</Badge>}
          {add.data ? (
            <Button variant="primary" onClick={onDone}>
              {text.welcome.submit}
            </Button>
          ) : (
            <>
              <Button variant="ghost" onClick={onDone}>
                {text.welcome.skip}
              </Button>
              <Button type="submit" variant="primary" disabled={add.isPending}>
                {add.isPending ? text.welcome.testing : text.welcome.test}
              </Button>
            </>
          )}
        </div>
      </form>
    </Card>
  )
}

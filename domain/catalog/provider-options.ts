import { z } from 'zod'
import type { ProviderKind } from '../agent/model/models.ts'
import { Failure } from '../failure.ts'
import { strict } from '../strict.ts'

const word = z.string().trim().min(1).max(200)
/** One label of a host name: it becomes part of an address the key is sent to. */
const label = word.regex(/^[A-Za-z0-9-]{1,63}$/, 'letters, digits and hyphens')

const none = strict({})
const OPTIONS: Record<ProviderKind, z.ZodType<Record<string, string | undefined>>> = {
  builtin: none,
  openai: strict({ organization: word.optional(), project: word.optional() }),
  anthropic: none,
  google: none,
  mistral: none,
  azure: strict({ resource_name: label.optional(), api_version: label.optional() }),
  'amazon-bedrock': strict({ region: label, access_key_id: word.regex(/^[A-Z0-9]+$/, 'capital letters and digits').optional() }),
  groq: none,
  'openai-compatible': none,
  deepgram: none,
  elevenlabs: none,
  assemblyai: none,
  gladia: none,
  revai: none,
  'workers-ai': strict({ account_id: word.regex(/^[A-Za-z0-9]+$/, 'letters and digits').optional() }),
}

/** What a provider may hold beside its address and key; each kind has its own members, none of them secret. */
export const ProviderOptions = z.record(z.string().max(40), z.string().max(200)).meta({
  id: 'ProviderOptions',
  description:
    'By kind. openai: organization, project. azure: resource_name (or base_url), api_version. amazon-bedrock: region, and access_key_id when api_key is its secret access key (without it api_key is a Bedrock API key). workers-ai: account_id (without it the AI binding of the Worker).',
  example: {},
})

/** The options of a kind as they are stored. Fails with `invalid` naming the member. */
export function optionsFor(kind: ProviderKind, given: Record<string, string>): Record<string, string> {
  const parsed = OPTIONS[kind].safeParse(given)
  if (parsed.success) return Object.fromEntries(Object.entries(parsed.data).filter((entry): entry is [string, string] => entry[1] !== undefined))
  const details = parsed.error.issues.map(({ path, message }) => ({ path: ['options', ...path.map(String)].join('.'), message }))
  const first = details[0] ?? { path: 'options', message: 'not valid' }
  throw new Failure('invalid', `${first.path}: ${first.message}`, { param: first.path, details })
}

/** The kinds that can be reached without an address of one's own. */
export function requireAddress(kind: ProviderKind, baseUrl: string | null, options: Record<string, string>): void {
  if (kind === 'openai-compatible' && !baseUrl) throw new Failure('invalid', 'a provider of this kind needs a base_url', { param: 'base_url' })
  if (kind === 'azure' && !baseUrl && !options.resource_name)
    throw new Failure('invalid', 'a provider of this kind needs options.resource_name or a base_url', { param: 'options.resource_name' })
}

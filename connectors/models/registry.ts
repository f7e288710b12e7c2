import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelRegistry, ProviderConnection } from '#domain/agent/models.ts'
import { Failure } from '#domain/failure.ts'
import { providerFailure } from './provider-failure.ts'

const OPENAI = 'https://api.openai.com/v1'
const LIST_TIMEOUT_MS = 10_000
const LIST_MAX_BYTES = 4_000_000
const LIST_MAX_MODELS = 2_000

type Fetch = typeof globalThis.fetch

/** Vendors' models through the AI SDK's own packages, each loaded when first used. `fetch` is the only way out. */
export function createModelRegistry({ fetch = globalThis.fetch }: { fetch?: Fetch } = {}): ModelRegistry {
  return {
    open: (connection, upstream) => openModel(connection, upstream, fetch),
    list: (connection, signal) => listModels(connection, fetch, signal),
  }
}

function openModel(connection: ProviderConnection, upstream: string, fetch: Fetch): LanguageModelV4 {
  let loaded: Promise<LanguageModelV4> | undefined
  const load = () => {
    loaded ??= loadModel(connection, upstream, fetch)
    return loaded
  }
  return {
    specificationVersion: 'v4',
    provider: connection.name,
    modelId: upstream,
    supportedUrls: {},
    doGenerate: (options) => told(connection, options.abortSignal, async () => (await load()).doGenerate(options)),
    doStream: (options) => told(connection, options.abortSignal, async () => (await load()).doStream(options)),
  }
}

async function loadModel(connection: ProviderConnection, upstream: string, fetch: Fetch): Promise<LanguageModelV4> {
  const { kind, name, apiKey } = connection
  const baseURL = baseOf(connection)
  const key = apiKey === null ? {} : { apiKey }
  if (kind === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI({ baseURL, fetch, ...key }).chat(upstream)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({ name, baseURL, fetch, includeUsage: true, ...key })(upstream)
}

function baseOf({ kind, name, baseUrl, apiKey }: ProviderConnection): string {
  if (kind === 'openai' && !apiKey)
    throw new Failure('provider_not_configured', `the provider "${name}" has no API key`, { hint: 'set api_key on the provider' })
  const base = baseUrl ?? (kind === 'openai' ? OPENAI : null)
  if (!base) throw new Failure('provider_not_configured', `the provider "${name}" has no base_url`, { hint: 'set base_url on the provider' })
  return base.replace(/\/+$/, '')
}

/** An abort is the caller's own doing and passes as it is; everything else is told as the provider's failure. */
async function told<T>({ name }: ProviderConnection, signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw providerFailure(name, error)
  }
}

/** The ids of `GET {base}/models`, sorted. */
async function listModels(connection: ProviderConnection, fetch: Fetch, signal: AbortSignal): Promise<string[]> {
  const headers: Record<string, string> = connection.apiKey === null ? {} : { authorization: `Bearer ${connection.apiKey}` }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)])
  return told(connection, signal, async () => {
    const response = await fetch(`${baseOf(connection)}/models`, { headers, signal: deadline, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      throw Object.assign(new Error('models list refused'), { statusCode: response.status, responseHeaders: Object.fromEntries(response.headers) })
    }
    const ids = modelIds(JSON.parse(await boundedText(response)))
    return [...new Set(ids)].toSorted().slice(0, LIST_MAX_MODELS)
  })
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LIST_MAX_BYTES) throw new Error('the list of models is too long')
  }
  return text + decoder.decode()
}

function modelIds(body: unknown): string[] {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  if (!Array.isArray(data)) throw new Error('the list of models has no "data"')
  return data.flatMap((entry) => (typeof entry?.id === 'string' ? [entry.id] : []))
}

import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { EmbeddingModel, ModelRegistry, ProviderConnection, VendorKind, WireModel } from '#domain/agent/model/models.ts'
import { Failure } from '#domain/failure.ts'
import { amazonBedrock } from './amazon-bedrock.ts'
import { anthropic } from './anthropic.ts'
import { azure } from './azure.ts'
import { askEmbeddings } from './embeddings.ts'
import { google } from './google.ts'
import { groq } from './groq.ts'
import { mistral } from './mistral.ts'
import { openai } from './openai.ts'
import { openaiCompatible } from './openai-compatible.ts'
import { openaiWire } from './openai-wire.ts'
import { providerFailure } from './provider-failure.ts'
import { assemblyai, deepgram, elevenlabs, gladia, revai } from './speech-only.ts'
import { fetchTransport, type Transport } from './transport.ts'
import type { Fetch, Reach, ReadJson, Vendor } from './vendor.ts'
import { workersAi } from './workers-ai.ts'

const LIST_TIMEOUT_MS = 10_000
const LIST_MAX_BYTES = 8_000_000
const LIST_MAX_MODELS = 2_000

const VENDORS: Record<VendorKind, Vendor> = {
  openai,
  anthropic,
  google,
  mistral,
  azure,
  'amazon-bedrock': amazonBedrock,
  groq,
  'openai-compatible': openaiCompatible,
  'workers-ai': workersAi,
  deepgram,
  elevenlabs,
  assemblyai,
  gladia,
  revai,
}

export type RegistryParts = {
  /** The AI binding of a Cloudflare Worker. */
  ai?: unknown
} & (
  | { /** The way out where the runtime has no better. */ fetch: Fetch; transport?: undefined }
  | { /** A better one; asked for when first needed. */ transport: () => Promise<Transport>; fetch?: undefined }
)

/** Vendors' models through the AI SDK's own packages, each loaded when a model of its kind is first called. */
export function createModelRegistry({ fetch, transport, ai = null }: RegistryParts): ModelRegistry {
  let opened: Promise<Transport> | undefined
  const way = (): Promise<Transport> => {
    opened ??= fetch ? Promise.resolve(fetchTransport(fetch)) : transport()
    return opened
  }
  return {
    open: (connection, upstream) => openModel(connection, upstream, way, ai),
    list: (connection, signal) => listModels(connection, way, ai, signal),
    embeddings: (connection, upstream) => (EMBEDDING.has(connection.kind) ? openEmbeddings(connection, upstream, way, ai) : null),
    wire: (connection, upstream) => (speaksPlainWire(connection, upstream) ? openWire(connection, upstream, way, ai) : null),
  }
}

/** OpenAI's reasoning models take some settings otherwise, which its package knows. */
const speaksPlainWire = ({ kind }: ProviderConnection, upstream: string): boolean =>
  kind === 'openai-compatible' || (kind === 'openai' && !/^(?:o\d|gpt-[5-9](?!\S*-chat))/.test(upstream))

/** Kinds whose embeddings are asked for as OpenAI's are. */
const EMBEDDING = new Set<VendorKind>(['openai', 'openai-compatible', 'mistral'])

type Way = () => Promise<Transport>

function openModel(connection: ProviderConnection, upstream: string, way: Way, ai: unknown): LanguageModelV4 {
  let loaded: Promise<LanguageModelV4> | undefined
  const load = () => {
    loaded ??= way().then(({ fetch }) => VENDORS[connection.kind].open(connection, upstream, reachOf(connection, fetch, ai)))
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

function openWire(connection: ProviderConnection, upstream: string, way: Way, ai: unknown): WireModel {
  return {
    ask: (request, signal) =>
      told(connection, signal, async () => {
        const transport = await way()
        const { baseURL, apiKey } = reachOf(connection, transport.fetch, ai)
        const headers = headersOf(connection, apiKey)
        const limitName = connection.kind === 'openai' ? 'max_completion_tokens' : 'max_tokens'
        const reply = await openaiWire({ url: `${baseURL}/chat/completions`, headers, upstream, transport, limitName }).ask(request, signal)
        return { read: () => told(connection, signal, () => reply.read()), cancel: () => reply.cancel() }
      }),
  }
}

function openEmbeddings(connection: ProviderConnection, upstream: string, way: Way, ai: unknown): EmbeddingModel {
  return (request, signal) =>
    told(connection, signal, async () => {
      const transport = await way()
      const { baseURL, apiKey } = reachOf(connection, transport.fetch, ai)
      return askEmbeddings({ url: `${baseURL}/embeddings`, headers: headersOf(connection, apiKey), upstream, transport }, request, signal)
    })
}

function headersOf({ options: { organization, project } }: ProviderConnection, apiKey: string): Record<string, string> {
  return {
    ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    ...(organization ? { 'openai-organization': organization } : {}),
    ...(project ? { 'openai-project': project } : {}),
  }
}

/** Where a provider answers and with which key. Fails with `provider_not_configured` when either is missing. */
export function reachOf(connection: ProviderConnection, fetch: Fetch, ai: unknown): Reach {
  const { kind, name, baseUrl, apiKey } = connection
  const vendor = VENDORS[kind]
  // Without a key the packages would take one from the environment.
  if (vendor.needsKey(connection, ai) && !apiKey)
    throw new Failure('provider_not_configured', `the provider "${name}" has no API key`, { hint: 'set api_key on the provider' })
  const address = baseUrl ?? vendor.address(connection)
  if (!address) throw new Failure('provider_not_configured', `the provider "${name}" has no base_url`, { hint: 'set base_url on the provider' })
  return { baseURL: address.replace(/\/+$/, ''), apiKey: apiKey ?? '', fetch, ai }
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

async function listModels(connection: ProviderConnection, way: Way, ai: unknown, signal: AbortSignal): Promise<string[]> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)])
  return told(connection, signal, async () => {
    const { fetch } = await way()
    const ids = await VENDORS[connection.kind].list(connection, reachOf(connection, fetch, ai), readJson(fetch, deadline))
    return [...new Set(ids)].toSorted().slice(0, LIST_MAX_MODELS)
  })
}

const readJson =
  (fetch: Fetch, signal: AbortSignal): ReadJson =>
  async (url, headers) => {
    const response = await fetch(url, { headers, signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw Object.assign(new Error('models list refused'), { statusCode: response.status, responseHeaders: Object.fromEntries(response.headers) })
    }
    return JSON.parse(await boundedText(response))
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

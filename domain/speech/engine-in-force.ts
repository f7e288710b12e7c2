import { eq } from 'drizzle-orm'
import { speechConfig } from '#db/schema/analytics.ts'
import { providers } from '#db/schema/catalog.ts'
import type { SealContext } from '../access/vault.ts'
import type { ProviderConnection } from '../agent/model/models.ts'
import { connectionOf } from '../catalog/providers.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type EmbeddedSpeech, SPEECH_KINDS, type SpeechEngineConfig, type SpeechKind } from './engine.ts'

const OPENAI = 'https://api.openai.com/v1'
export const ROW = 'active'
export const sealed: SealContext = { table: 'speech_config', row: ROW, column: 'api_key' }

/** What OpenAI's own clients name; engines that are not OpenAI's take them for the model in force. */
const OPENAI_NAMES = /^(?:whisper-1|gpt-4o(?:-mini)?-transcribe.*)$/

/** The model of a provider where none is named; `null` where only its owner can tell. */
export const USUAL_MODELS: Record<SpeechKind, string | null> = {
  openai: 'gpt-4o-mini-transcribe',
  'openai-compatible': 'whisper-1',
  azure: null,
  groq: 'whisper-large-v3-turbo',
  mistral: 'voxtral-mini-latest',
  google: 'gemini-3.5-transcribe',
  'workers-ai': '@cf/openai/whisper-large-v3-turbo',
  deepgram: 'nova-3',
  elevenlabs: 'scribe_v2',
  assemblyai: 'universal-3-pro',
  gladia: 'default',
  revai: 'machine',
}

export type Row = typeof speechConfig.$inferSelect
/** The configuration in force. `revision` is 0 while it is the operator's settings. */
export type InForce = Pick<Row, 'revision' | 'engine' | 'model' | 'base_url' | 'provider_id' | 'language' | 'optimize_enabled' | 'optimize_model'> & {
  readKey: () => Promise<string | null>
  hasKey: boolean
}

export async function loadConfig(ctx: Context): Promise<InForce> {
  const [row] = await ctx.db.select().from(speechConfig).where(eq(speechConfig.id, ROW))
  if (row) {
    const key = row.api_key
    return { ...row, hasKey: key !== null, readKey: async () => (key ? (await ctx.ports.vault.open(sealed, key)).expose() : null) }
  }
  const { engine, model, baseUrl, apiKey, language, optimize } = ctx.settings.speech
  const usual = engine ?? (isReady(ctx.ports.speech.embedded()) ? 'whisper' : 'none')
  return {
    revision: 0,
    engine: usual,
    model: model ?? (usual === 'whisper' ? '' : 'whisper-1'),
    base_url: baseUrl,
    provider_id: null,
    language,
    optimize_enabled: optimize.enabled,
    optimize_model: optimize.model,
    hasKey: apiKey !== null,
    readKey: async () => apiKey,
  }
}

export const isReady = (state: EmbeddedSpeech | null): boolean => state?.engine === true && state.models.length > 0

/** The embedded engine's model: the one that is named, where it is there, else the best one. */
export const embeddedModel = ({ models }: EmbeddedSpeech, name: string): string => (models.includes(name) ? name : (models[0] ?? ''))

/** `embedded`: the engine of this machine, where another one is in force and it is there. */
export type OpenSpeech = {
  engine: SpeechEngineConfig
  embedded: SpeechEngineConfig | null
  language: string | null
  optimize: { enabled: boolean; model: string | null }
}

/**
 * What a transcription needs: the engine in force, with `model` where the caller names one. Fails with `speech_not_configured`, telling who can mend it, and
 * `invalid` for a model the embedded engine does not have.
 */
export async function openSpeechConfig(ctx: Context, model: string | undefined): Promise<OpenSpeech> {
  const config = await loadConfig(ctx)
  const optimize = { enabled: config.optimize_enabled, model: config.optimize_model }
  const embedded = ctx.ports.speech.embedded()
  if (config.engine === 'whisper')
    return { engine: { engine: 'whisper', model: requireEmbedded(embedded, model || config.model) }, embedded: null, language: config.language, optimize }
  if (config.engine === 'none') throw notConfigured(embedded)
  const remote = config.engine === 'provider' ? await providerOf(ctx, config) : await ownServer(config, embedded)
  const isOwnName = remote.kind === 'openai' || remote.kind === 'openai-compatible' || remote.kind === 'azure'
  const wanted = model && (isOwnName || !OPENAI_NAMES.test(model)) ? model : config.model
  const engine: SpeechEngineConfig = { engine: config.engine === 'provider' ? 'provider' : 'openai-compatible', connection: remote, model: wanted }
  const fallback: SpeechEngineConfig | null = embedded && isReady(embedded) ? { engine: 'whisper', model: embeddedModel(embedded, '') } : null
  return { engine, embedded: fallback, language: config.language, optimize }
}

const notConfigured = (embedded: EmbeddedSpeech | null): Failure => {
  const bring = embedded?.command ? `${embedded.command} brings the embedded engine, or ` : ''
  return new Failure('speech_not_configured', 'no speech-to-text engine is configured', {
    hint: `${bring}an administrator sets one with PUT /api/v1/audio/config, or the operator with SPEECH_ENGINE, SPEECH_BASE_URL and SPEECH_API_KEY`,
  })
}

/** A server of OpenAI's interface with an address and a key of its own. */
async function ownServer(config: InForce, embedded: EmbeddedSpeech | null): Promise<ProviderConnection> {
  const apiKey = await config.readKey()
  if (config.base_url === null && apiKey === null) throw notConfigured(embedded)
  return { id: 'speech', kind: 'openai-compatible', name: 'speech-to-text', baseUrl: config.base_url ?? OPENAI, apiKey, options: {} }
}

/** A provider of the catalogue with its key. Fails with `speech_not_configured` when it is gone or switched off. */
async function providerOf(ctx: Context, { provider_id }: InForce): Promise<ProviderConnection> {
  const [row] = await ctx.db
    .select()
    .from(providers)
    .where(eq(providers.id, provider_id ?? ''))
  const connection = row?.is_enabled ? await connectionOf(ctx, row) : null
  if (connection) return connection
  throw new Failure('speech_not_configured', `the provider of the speech engine ${row ? 'is switched off' : 'is gone'}`, {
    hint: 'an administrator sets another one with PUT /api/v1/audio/config',
  })
}

/** Whether a provider of this kind turns speech into text. */
export const isSpeechKind = (kind: string): kind is SpeechKind => (SPEECH_KINDS as readonly string[]).includes(kind)

function requireEmbedded(state: EmbeddedSpeech | null, name: string): string {
  if (!state || !isReady(state)) {
    const missing = state ? state.missing.join(' and ') : 'a place to run it'
    throw new Failure('speech_not_configured', `the embedded speech engine lacks ${missing}`, state?.command ? { hint: state.command } : {})
  }
  if (name !== '' && !state.models.includes(name) && !OPENAI_NAMES.test(name)) {
    throw new Failure('invalid', `there is no speech model "${name}" here`, { param: 'model', hint: `there are: ${state.models.join(', ')}` })
  }
  return embeddedModel(state, name)
}

import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { speechConfig } from '#db/schema/analytics.ts'
import type { SealContext } from '../access/vault.ts'
import { notFound, requireAdmin } from '../allow.ts'
import { resolveModel } from '../catalog/models.ts'
import { commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { BaseUrl, strict } from '../strict.ts'
import { AUDIO_FORMATS, type EmbeddedSpeech, type SpeechEngineConfig } from './engine.ts'

const OPENAI = 'https://api.openai.com/v1'
const ROW = 'active'
const sealed: SealContext = { table: 'speech_config', row: ROW, column: 'api_key' }

const Engine = z.enum(['none', 'openai-compatible', 'whisper']).meta({ description: 'whisper is the embedded engine; none is no speech' })
/** What OpenAI's own clients name; the embedded engine takes them for the model in force. */
const OPENAI_NAMES = /^(?:whisper-1|gpt-4o(?:-mini)?-transcribe.*)$/
const Language = z
  .string()
  .regex(/^[a-z]{2,3}$/, 'a language code such as en')
  .nullable()

export const SpeechConfig = z
  .object({
    engine: Engine,
    model: z.string(),
    base_url: z.string().nullable().meta({ description: "Null is OpenAI's own address" }),
    has_api_key: z.boolean(),
    language: Language.meta({ description: 'Spoken when a request names none; null = recognised' }),
    max_file_bytes: z.int(),
    formats: z.array(z.enum(AUDIO_FORMATS)),
    optimize: z.object({ enabled: z.boolean(), model: z.string().nullable().meta({ description: 'Null is the built-in model' }) }),
    embedded: z
      .object({
        ready: z.boolean().meta({ description: 'Whether engine and a model are there' }),
        models: z.array(z.string()).meta({ description: 'The models that are there, the best first', example: ['base'] }),
        missing: z.array(z.string()).meta({ description: 'What is not, in words' }),
        command: z.string().nullable().meta({ description: 'What the operator runs to bring it', example: 'npm run get:speech' }),
      })
      .nullable()
      .meta({ description: 'The engine of this machine; null where none can run' }),
  })
  .meta({ id: 'SpeechConfig' })
export type SpeechConfig = z.infer<typeof SpeechConfig>

export const SpeechConfigChange = strict({
  engine: Engine,
  model: z.string().trim().min(1).max(200),
  base_url: BaseUrl.nullable(),
  api_key: z.string().trim().min(1).max(1000).nullable().meta({ description: 'Never shown again; null removes it' }),
  language: Language,
  optimize: strict({ enabled: z.boolean(), model: z.string().trim().min(1).max(200).nullable() }).partial(),
})
  .partial()
  .meta({
    id: 'SpeechConfigChange',
    example: { engine: 'openai-compatible', base_url: 'http://127.0.0.1:8000/v1', model: 'whisper-1' },
    description: 'A changed base_url without a new api_key removes the stored key',
  })

type Row = typeof speechConfig.$inferSelect
/** The configuration in force. `revision` is 0 while it is the operator's settings. */
type InForce = Pick<Row, 'revision' | 'engine' | 'model' | 'base_url' | 'language' | 'optimize_enabled' | 'optimize_model'> & {
  readKey: () => Promise<string | null>
  hasKey: boolean
}

async function loadConfig(ctx: Context): Promise<InForce> {
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
    language,
    optimize_enabled: optimize.enabled,
    optimize_model: optimize.model,
    hasKey: apiKey !== null,
    readKey: async () => apiKey,
  }
}

const isReady = (state: EmbeddedSpeech | null): boolean => state?.engine === true && state.models.length > 0

/** The embedded engine's model: the one that is named, where it is there, else the best one. */
const embeddedModel = ({ models }: EmbeddedSpeech, name: string): string => (models.includes(name) ? name : (models[0] ?? ''))

const present = (ctx: Context, config: InForce): SpeechConfig & { revision: number } => presentWith(ctx, config, ctx.ports.speech.embedded())

const presentWith = (ctx: Context, config: InForce, embedded: EmbeddedSpeech | null): SpeechConfig & { revision: number } => ({
  engine: config.engine as SpeechConfig['engine'],
  model: config.engine === 'whisper' && embedded ? embeddedModel(embedded, config.model) : config.model,
  embedded: embedded && { ready: isReady(embedded), models: embedded.models, missing: embedded.missing, command: embedded.command },
  base_url: config.base_url,
  has_api_key: config.hasKey,
  language: config.language,
  max_file_bytes: ctx.settings.maxAudioBytes,
  formats: [...AUDIO_FORMATS],
  optimize: { enabled: config.optimize_enabled, model: config.optimize_model },
  revision: config.revision,
})

/** The configuration in force, and its revision for the ETag: what was set over HTTP, else the operator's settings. */
export const readSpeechConfig = async (ctx: Context): Promise<SpeechConfig & { revision: number }> => present(ctx, await loadConfig(ctx))

/**
 * Administrators only. The first change stores the configuration in force with the change made to it, its key sealed.
 * A key goes only to the address it was given for. Fails with `not_found` for a language model that is not there, `precondition_failed`.
 */
export async function updateSpeechConfig(ctx: Context, input: z.infer<typeof SpeechConfigChange>): Promise<SpeechConfig & { revision: number }> {
  requireAdmin(ctx)
  await requireModel(ctx, input.optimize?.model ?? null)
  const before = await loadConfig(ctx)
  const address = input.base_url === undefined ? before.base_url : (input.base_url?.replace(/\/+$/, '') ?? null)
  const key = input.api_key === undefined ? (address === before.base_url ? await before.readKey() : null) : input.api_key
  const values = {
    engine: input.engine ?? before.engine,
    model: input.model ?? before.model,
    base_url: address,
    api_key: key === null ? null : await ctx.ports.vault.seal(sealed, key),
    language: input.language === undefined ? before.language : input.language,
    optimize_enabled: input.optimize?.enabled ?? before.optimize_enabled,
    optimize_model: input.optimize?.model === undefined ? before.optimize_model : input.optimize.model,
    updated_at: instantOf(ctx),
  }
  const expected = ctx.expectedRevision ?? before.revision
  const change =
    before.revision === 0
      ? ctx.db
          .insert(speechConfig)
          .select(firstRow(values, expected === 0))
          .onConflictDoNothing()
          .returning()
      : ctx.db
          .update(speechConfig)
          .set({ ...values, revision: sql`${speechConfig.revision} + 1` })
          .where(and(eq(speechConfig.id, ROW), eq(speechConfig.revision, expected)))
          .returning()
  const entry = { type: 'audio.configured', resource: { type: 'speech_config', id: ROW }, details: { fields: Object.keys(input) } }
  const row = await commitOne(ctx, change, entry)
  return present(ctx, { ...row, hasKey: row.api_key !== null, readKey: before.readKey })
}

async function requireModel(ctx: Context, name: string | null): Promise<void> {
  if (name === null) return
  await resolveModel(ctx, name).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'not_found' ? notFound('model', 'optimize.model') : error
  })
}

function firstRow(values: Omit<Row, 'id' | 'revision'>, wanted: boolean) {
  const { engine, model, base_url, api_key, language, optimize_enabled, optimize_model, updated_at } = values
  const key = api_key === null ? null : JSON.stringify(api_key)
  return sql`select ${ROW}, 1, ${engine}, ${model}, ${base_url}, ${key}, ${language}, ${Number(optimize_enabled)}, ${optimize_model}, ${updated_at} where ${Number(wanted)}`
}

/** `embedded`: the engine of this machine, where another one is in force and it is there. */
export type OpenSpeech = { engine: SpeechEngineConfig; embedded: SpeechEngineConfig | null; language: string | null; optimize: SpeechConfig['optimize'] }

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
  const apiKey = config.engine === 'openai-compatible' ? await config.readKey() : null
  if (config.engine !== 'openai-compatible' || (config.base_url === null && apiKey === null)) {
    const bring = embedded?.command ? `${embedded.command} brings the embedded engine, or ` : ''
    throw new Failure('speech_not_configured', 'no speech-to-text engine is configured', {
      hint: `${bring}an administrator sets one with PUT /api/v1/audio/config, or the operator with SPEECH_ENGINE, SPEECH_BASE_URL and SPEECH_API_KEY`,
    })
  }
  const engine: SpeechEngineConfig = { engine: 'openai-compatible', baseUrl: config.base_url ?? OPENAI, apiKey, model: model || config.model }
  const fallback: SpeechEngineConfig | null = embedded && isReady(embedded) ? { engine: 'whisper', model: embeddedModel(embedded, '') } : null
  return { engine, embedded: fallback, language: config.language, optimize }
}

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

import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { speechConfig } from '#db/schema/analytics.ts'
import { providers } from '#db/schema/catalog.ts'
import { notFound, requireAdmin } from '../allow.ts'
import { resolveModel } from '../catalog/models.ts'
import { commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { BaseUrl, strict } from '../strict.ts'
import { AUDIO_FORMATS, type EmbeddedSpeech, SPEECH_KINDS } from './engine.ts'
import { embeddedModel, type InForce, isReady, isSpeechKind, loadConfig, ROW, type Row, sealed, USUAL_MODELS } from './engine-in-force.ts'

const Engine = z
  .enum(['none', 'openai-compatible', 'provider', 'whisper'])
  .meta({ description: 'whisper is the embedded engine; provider is one of the catalogue, by provider_id; none is no speech' })
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
    provider_id: z.string().nullable().meta({ description: 'The provider of the catalogue whose key and address are used' }),
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
  provider_id: z
    .string()
    .min(1)
    .max(64)
    .nullable()
    .meta({ description: `A provider of one of these kinds: ${SPEECH_KINDS.join(', ')}. Named without a model, it takes its usual one` }),
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

const present = (ctx: Context, config: InForce): SpeechConfig & { revision: number } => presentWith(ctx, config, ctx.ports.speech.embedded())

const presentWith = (ctx: Context, config: InForce, embedded: EmbeddedSpeech | null): SpeechConfig & { revision: number } => ({
  engine: config.engine as SpeechConfig['engine'],
  model: config.engine === 'whisper' && embedded ? embeddedModel(embedded, config.model) : config.model,
  embedded: embedded && { ready: isReady(embedded), models: embedded.models, missing: embedded.missing, command: embedded.command },
  base_url: config.base_url,
  has_api_key: config.hasKey,
  provider_id: config.provider_id,
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
 * A key goes only to the address it was given for. Fails with `not_found` for a language model or a provider that is not there, `invalid` for a provider that
 * knows no speech, `precondition_failed`.
 */
export async function updateSpeechConfig(ctx: Context, input: z.infer<typeof SpeechConfigChange>): Promise<SpeechConfig & { revision: number }> {
  requireAdmin(ctx)
  await requireModel(ctx, input.optimize?.model ?? null)
  const before = await loadConfig(ctx)
  const chosen = await chosenProvider(ctx, input, before)
  const address = input.base_url === undefined ? before.base_url : (input.base_url?.replace(/\/+$/, '') ?? null)
  const key = input.api_key === undefined ? (address === before.base_url ? await before.readKey() : null) : input.api_key
  const values = {
    engine: chosen.engine,
    model: chosen.model,
    base_url: address,
    provider_id: chosen.provider_id,
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

/** Engine, provider and model as the change leaves them: a provider that is named is meant, and its usual model where none is. */
async function chosenProvider(ctx: Context, input: z.infer<typeof SpeechConfigChange>, before: InForce) {
  const provider_id = input.provider_id === undefined ? before.provider_id : input.provider_id
  const engine = input.engine ?? (input.provider_id ? 'provider' : before.engine)
  const model = input.model ?? before.model
  if (engine !== 'provider') return { engine, provider_id, model }
  if (provider_id === null) throw new Failure('invalid', 'provider_id: the engine "provider" needs one', { param: 'provider_id' })
  const [provider] = await ctx.db.select({ kind: providers.kind }).from(providers).where(eq(providers.id, provider_id))
  if (!provider) throw notFound('provider', 'provider_id')
  if (!isSpeechKind(provider.kind)) {
    throw new Failure('invalid', `provider_id: a provider of the kind ${provider.kind} does not turn speech into text`, { param: 'provider_id' })
  }
  const isNew = engine !== before.engine || provider_id !== before.provider_id
  const usual = input.model ?? (isNew ? USUAL_MODELS[provider.kind] : model)
  if (!usual) throw new Failure('invalid', 'model: name the deployment', { param: 'model' })
  return { engine, provider_id, model: usual }
}

async function requireModel(ctx: Context, name: string | null): Promise<void> {
  if (name === null) return
  await resolveModel(ctx, name).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'not_found' ? notFound('model', 'optimize.model') : error
  })
}

function firstRow(values: Omit<Row, 'id' | 'revision'>, wanted: boolean) {
  const { engine, model, base_url, api_key, provider_id, language, optimize_enabled, optimize_model, updated_at } = values
  const key = api_key === null ? null : JSON.stringify(api_key)
  return sql`select ${ROW}, 1, ${engine}, ${model}, ${base_url}, ${key}, ${language}, ${Number(optimize_enabled)}, ${optimize_model}, ${updated_at}, ${provider_id} where ${Number(wanted)}`
}

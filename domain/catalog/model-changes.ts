import { and, eq, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { charts } from '#db/schema/analytics.ts'
import { models, providers } from '#db/schema/catalog.ts'
import { grants } from '#db/schema/identity.ts'
import { requirePermission } from '../access/group-permission.ts'
import { requireOwned } from '../access/owned-object.ts'
import { isAdmin, notFound, requireAdmin, requireLevel, requireUser } from '../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { strict } from '../strict.ts'
import { requireExtracted } from './assignments.ts'
import { getModel, type Model, ModelCapabilities, ModelParams } from './models.ts'
import { ModelPrice } from './prices.ts'

const id = z.string().min(1).max(64)
const editable = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .refine((name) => !name.startsWith('mdl_'), 'a name does not look like an id'),
  description: z.string().max(2000),
  upstream: z.string().trim().min(1).max(200).meta({ description: 'Provider models: the name the provider knows it by' }),
  base_model_id: z.string().min(1).max(120).meta({ description: 'Custom models: the provider model below, by id or name', example: 'builtin' }),
  fallback_model_id: z
    .string()
    .min(1)
    .max(120)
    .nullable()
    .meta({ description: 'Custom models: the provider model, by id or name, that answers when the provider of the base fails before its first word' }),
  system_prompt: z.string().max(50_000).nullable(),
  params: ModelParams,
  price: ModelPrice.nullable().meta({ description: 'What its tokens cost, for GET /llm/usage and budgets; null = as its base, or unknown' }),
  capabilities: ModelCapabilities.partial().meta({
    id: 'GivenModelCapabilities',
    description: 'Provider models; custom models have those of their base. What is not named stays as it is: of a new model tools alone',
    example: { vision: true },
  }),
  is_enabled: z.boolean(),
}
export const NewModel = strict({
  name: editable.name,
  type: z.enum(['provider', 'custom']).optional().meta({ description: 'Known from provider_id or base_model_id when absent' }),
  description: editable.description.default(''),
  provider_id: id.optional().meta({ description: 'Provider models: whose it is' }),
  upstream: editable.upstream.optional(),
  base_model_id: editable.base_model_id.optional(),
  fallback_model_id: editable.fallback_model_id.optional(),
  datasource_ids: z.array(id).max(100).default([]).meta({ description: 'Custom models: extracted data sources to answer from' }),
  system_prompt: editable.system_prompt.default(null),
  params: editable.params.default({}),
  price: editable.price.default(null),
  capabilities: editable.capabilities.optional(),
  is_enabled: editable.is_enabled.default(true),
}).meta({ id: 'NewModel', example: { name: 'music-analyst', base_model_id: 'builtin' } })
export type NewModel = z.infer<typeof NewModel>
export const ModelChange = strict(editable)
  .partial()
  .meta({ id: 'ModelChange', example: { system_prompt: 'Amounts are in US dollars.' } })

const PROVIDER_ONLY = ['provider_id', 'upstream', 'capabilities'] as const
const CUSTOM_ONLY = ['base_model_id', 'fallback_model_id'] as const

function refuse(input: Partial<NewModel>, fields: readonly (keyof NewModel)[], message: string): void {
  const param = fields.find((field) => input[field] !== undefined)
  if (param) throw new Failure('invalid', `${param}: ${message}`, { param })
}

/**
 * Provider models are made by administrators; custom models also by users whose groups have `create_models`, over a base they may use
 * and data sources they may edit. Fails with `already_exists`, `not_found` naming the member, `extraction_required`.
 */
export async function createModel(ctx: Context, input: NewModel): Promise<Model> {
  const type = input.type ?? (input.base_model_id === undefined ? 'provider' : 'custom')
  const facts = type === 'custom' ? await customFacts(ctx, input) : await providerFacts(ctx, input)
  const newId = ctx.newId('mdl')
  const at = instantOf(ctx)
  const { datasource_ids, ...values } = input
  const owner_id = requireUser(ctx).userId
  const change = ctx.db
    .insert(models)
    .values({ ...values, ...facts, type, id: newId, owner_id, created_at: at, updated_at: at })
    .returning({ id: models.id })
  const bindings = [...new Set(datasource_ids)].map((datasourceId) =>
    ctx.db.insert(grants).values({
      id: ctx.newId('shr'),
      resource_type: 'datasource',
      resource_id: datasourceId,
      principal_type: 'model',
      principal_id: newId,
      level: 'view',
      created_by: owner_id,
      created_at: at,
    }),
  )
  const entry = { type: 'model.created', resource: { type: 'model', id: newId }, details: { name: input.name, model_type: type, datasource_ids } }
  await unlessTaken('name', 'a model of this name exists', commitOne(ctx, change, entry, bindings))
  return getModel(ctx, newId)
}

async function customFacts(ctx: Context, input: NewModel) {
  await requirePermission(ctx, 'create_models')
  refuse(input, PROVIDER_ONLY, 'a custom model has it from its base model')
  if (input.base_model_id === undefined) throw new Failure('invalid', 'a custom model names its base model', { param: 'base_model_id' })
  const facts = await baseFacts(ctx, input.base_model_id)
  for (const datasourceId of input.datasource_ids) {
    await requireOwned(ctx, 'datasource', datasourceId, 'edit', 'datasource_ids')
    await requireExtracted(ctx, datasourceId, 'datasource_ids')
  }
  return { ...facts, ...(await fallbackFacts(ctx, input.fallback_model_id, facts.base_model_id)) }
}

/** What a custom model has of its base, which the caller must be able to use. */
async function baseFacts(ctx: Context, baseId: string) {
  const base = await requireProviderModel(ctx, baseId, 'base_model_id', 'a custom model rests on a provider model')
  return { base_model_id: base.id, provider_id: base.provider_id, capabilities: base.capabilities, upstream: null }
}

/** The model that takes over: a provider model the caller may use, which has no fallback of its own, so that taking over ends. */
async function fallbackFacts(ctx: Context, fallbackId: string | null | undefined, baseId: string | null) {
  if (fallbackId === undefined || fallbackId === null) return { fallback_model_id: fallbackId ?? null }
  const param = 'fallback_model_id'
  const fallback = await requireProviderModel(ctx, fallbackId, param, 'only a provider model takes over')
  if (fallback.id === baseId) throw new Failure('invalid', 'fallback_model_id: the base model cannot take over from itself', { param })
  return { fallback_model_id: fallback.id }
}

async function requireProviderModel(ctx: Context, idOrName: string, param: string, otherwise: string) {
  const [found] = await ctx.db
    .select()
    .from(models)
    .where(or(eq(models.id, idOrName), eq(models.name, idOrName)))
  const model = await requireLevel(ctx, 'model', found, 'view', param)
  if (model.type !== 'provider') throw new Failure('invalid', otherwise, { param })
  if (!model.is_enabled) throw new Failure('resource_disabled', 'this model is disabled', { param })
  return model
}

async function providerFacts(ctx: Context, input: NewModel) {
  requireAdmin(ctx)
  refuse(input, CUSTOM_ONLY, 'only a custom model has it')
  if (input.datasource_ids.length) throw new Failure('invalid', 'datasource_ids: only a custom model is made with data sources', { param: 'datasource_ids' })
  if (input.provider_id === undefined) throw new Failure('invalid', 'a provider model names its provider', { param: 'provider_id' })
  const [provider] = await ctx.db.select({ kind: providers.kind }).from(providers).where(eq(providers.id, input.provider_id))
  if (!provider) throw notFound('provider', 'provider_id')
  if (provider.kind === 'builtin') throw new Failure('invalid', 'the built-in provider has one model, which is there already', { param: 'provider_id' })
  return { upstream: input.upstream ?? input.name, capabilities: withCapabilities({ tools: true, vision: false, transcription: false }, input.capabilities) }
}

const withCapabilities = (before: ModelCapabilities, given: Partial<ModelCapabilities> = {}): ModelCapabilities => ({ ...before, ...given })

/** Administrators change provider models; custom ones whoever may edit them. */
export async function updateModel(ctx: Context, modelId: string, input: z.infer<typeof ModelChange>): Promise<Model> {
  const model = await requireModel(ctx, modelId, 'edit')
  const custom = model.type === 'custom'
  refuse(input, custom ? PROVIDER_ONLY : CUSTOM_ONLY, custom ? 'a custom model has it from its base model' : 'only a custom model has it')
  const facts = input.base_model_id === undefined ? null : await baseFacts(ctx, input.base_model_id)
  const baseId = facts ? facts.base_model_id : model.base_model_id
  const kept = input.fallback_model_id === undefined ? model.fallback_model_id : input.fallback_model_id
  const fallback = custom && (input.fallback_model_id !== undefined || kept === baseId) ? await fallbackFacts(ctx, kept, baseId) : {}
  const { capabilities, ...values } = input
  const change = ctx.db
    .update(models)
    .set({
      ...values,
      ...(capabilities && { capabilities: withCapabilities(model.capabilities, capabilities) }),
      ...(facts ?? {}),
      ...fallback,
      ...bumped(ctx, models),
    })
    .where(atRevision(ctx, models, modelId))
    .returning({ id: models.id })
  const entry = { type: 'model.updated', resource: { type: 'model', id: modelId }, details: { fields: Object.keys(input) } }
  await unlessTaken('name', 'a model of this name exists', commitOne(ctx, change, entry))
  return getModel(ctx, modelId)
}

/** Administrators delete provider models, owners custom ones; charts made with it stay and name no model. Fails with `conflict` while custom models rest on it, and for the built-in model. */
export async function deleteModel(ctx: Context, modelId: string): Promise<void> {
  const model = await requireModel(ctx, modelId, 'own')
  const [builtin] = await ctx.db
    .select({ id: providers.id })
    .from(providers)
    .where(and(eq(providers.id, model.provider_id ?? ''), eq(providers.kind, 'builtin')))
  if (builtin && model.type === 'provider') throw new Failure('conflict', 'the built-in model cannot be deleted', { hint: 'disable it instead' })
  const [resting] = await ctx.db.select({ name: models.name }).from(models).where(eq(models.base_model_id, modelId)).limit(1)
  if (resting) throw new Failure('conflict', `the custom model "${resting.name}" rests on this one`, { hint: 'delete it or give it another base model first' })
  const change = ctx.db
    .delete(models)
    .where(and(atRevision(ctx, models, modelId), sql`not exists (select 1 from ${models} custom where custom.base_model_id = ${modelId})`))
    .returning({ id: models.id })
  const gone = sql`not exists (select 1 from ${models} where ${models.id} = ${modelId})`
  const forgotten = ctx.db
    .update(charts)
    .set({ model_id: null })
    .where(and(eq(charts.model_id, modelId), gone))
  await commitOne(ctx, change, { type: 'model.deleted', resource: { type: 'model', id: modelId }, details: { name: model.name } }, [forgotten])
}

async function requireModel(ctx: Context, modelId: string, needed: 'edit' | 'own') {
  const [found] = await ctx.db.select().from(models).where(eq(models.id, modelId))
  const model = await requireLevel(ctx, 'model', found, 'view')
  if (model.type === 'provider' && !isAdmin(ctx)) throw new Failure('forbidden', 'only administrators change provider models')
  return requireLevel(ctx, 'model', model, needed)
}

import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'
import { remembered } from '#db/remembered.ts'
import { models, providers } from '#db/schema/catalog.ts'
import { grants } from '#db/schema/identity.ts'
import { datasources } from '#db/schema/semantics.ts'
import type { ProviderConnection, ProviderKind } from '../agent/model/models.ts'
import { isAdmin, notFound, requireUser, visible } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, flagFilter, flagged, idFilter } from '../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { stored, strict } from '../strict.ts'
import { anyBudget } from './budgets.ts'
import { readCatalog } from './known-catalog.ts'
import { ModelPrice } from './prices.ts'
import { connectionId, connectionOf } from './providers.ts'

export const ModelParams = strict({
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().min(1).max(1_000_000).optional(),
  top_p: z.number().min(0).max(1).optional(),
  context_tokens: z.int().min(1_000).max(10_000_000).optional().meta({ description: "The model's window; a conversation is cut to what it leaves room for" }),
  prompt_profile: z.enum(['full', 'small']).optional().meta({
    description: 'small tells a model of two tools only, run_sql and ask_user; when absent a window below 8,000 tokens or a name with at most 4B is small',
  }),
  builtin_first: z.boolean().optional().meta({
    description: 'The built-in analyst answers what it reads with certainty, for no tokens; everything else goes to the model. Off when absent',
  }),
}).meta({ id: 'ModelParams' })
export type ModelParams = z.infer<typeof ModelParams>

export const ModelCapabilities = strict({ tools: z.boolean(), vision: z.boolean(), transcription: z.boolean() }).meta({ id: 'ModelCapabilities' })
export type ModelCapabilities = z.infer<typeof ModelCapabilities>

export const Model = z
  .object({
    ...stored,
    model_id: z.string(),
    object: z.literal('model'),
    name: z.string().meta({ description: 'What completions name', example: 'sales-eu' }),
    description: z.string(),
    type: z.enum(['provider', 'custom']),
    provider_id: z.string(),
    provider: z.string().meta({ description: 'The name of its provider' }),
    upstream: z.string().meta({ description: 'The name the provider knows it by' }),
    base_model_id: z.string().nullable(),
    fallback_model_id: z.string().nullable().meta({ description: 'The model that answers when its provider fails before the first word' }),
    datasource_ids: z.array(z.string()).meta({ description: 'The data sources it answers from, of those the caller may see' }),
    system_prompt: z.string().nullable(),
    params: ModelParams,
    price: ModelPrice.nullable().meta({ description: 'What its tokens cost; null = as its base, or unknown' }),
    capabilities: ModelCapabilities,
    is_enabled: z.boolean(),
    owned_by: z.string(),
  })
  .meta({ id: 'Model' })
export type Model = z.infer<typeof Model>

const sorts = { name: models.name, updated_at: models.updated_at }
export const modelQueries = listQueries(sorts, {
  type: Model.shape.type.optional().meta({ description: 'Models of this type' }),
  provider_id: idFilter('Models of this provider'),
  is_enabled: flagFilter('Only models in use, or only others'),
})
export type ModelListQuery = z.output<typeof modelQueries.list> | z.output<typeof modelQueries.page>

/** What leaves of a model. Its data sources are looked up when read: a row just inserted has none yet. */
function modelColumns(ctx: Context) {
  const seen = ctx.db
    .select({ id: datasources.id })
    .from(datasources)
    .where(visible(ctx, 'datasource', datasources.id, datasources.owner_id))
  const bound = sql`${grants.resource_type} = 'datasource' and ${grants.principal_type} = 'model' and ${grants.principal_id} = ${models}.id`
  return {
    id: models.id,
    model_id: sql<string>`${models.id}`.as('model_id'),
    object: sql<'model'>`'model'`.as('object'),
    name: models.name,
    description: models.description,
    type: models.type,
    provider_id: sql<string>`${models.provider_id}`.as('provider_id'),
    provider: sql<string>`(select p.name from ${providers} p where p.id = ${models}.provider_id)`.as('provider'),
    upstream: sql<string>`coalesce(${models.upstream}, (select b.upstream from ${models} b where b.id = ${models}.base_model_id), '')`.as('upstream'),
    base_model_id: models.base_model_id,
    fallback_model_id: sql<string | null>`(select f.id from ${models} f where f.id = ${models}.fallback_model_id)`.as('fallback_model_id'),
    datasource_ids: sql<string[]>`(select json_group_array(${grants.resource_id}) from ${grants} where ${bound} and ${inArray(grants.resource_id, seen)})`
      .mapWith((text: string) => JSON.parse(text) as string[])
      .as('datasource_ids'),
    system_prompt: models.system_prompt,
    params: models.params,
    price: models.price,
    capabilities: models.capabilities,
    is_enabled: models.is_enabled,
    owned_by: sql<string>`${models.owner_id}`.as('owned_by'),
    revision: models.revision,
    created_at: models.created_at,
    updated_at: models.updated_at,
  }
}

/** The models the caller may use, and those of his own that are switched off; all for administrators. */
function listed(ctx: Context): SQL | undefined {
  if (isAdmin(ctx)) return undefined
  const running = sql`${models.is_enabled} and exists (select 1 from ${providers} p where p.id = ${models}.provider_id and p.is_enabled)
    and not exists (select 1 from ${models} b where b.id = ${models}.base_model_id and not b.is_enabled)`
  return and(visible(ctx, 'model', models.id, models.owner_id), or(eq(models.owner_id, requireUser(ctx).userId), running))
}

/** Provider and custom models in one list. */
export const listModels = (ctx: Context, query: ModelListQuery): Promise<Page<Model>> =>
  readPage<Model>(ctx, {
    table: models,
    columns: modelColumns(ctx),
    where: and(
      listed(ctx),
      equalTo(models.type, query.type),
      equalTo(models.provider_id, query.provider_id),
      flagged(models.is_enabled, query.is_enabled),
      matches(query.q, models.name, models.description),
    ),
    sorts,
    query,
  })

/** Fails with `not_found` when the model is absent or not the caller's to use. */
export async function getModel(ctx: Context, id: string): Promise<Model> {
  const [model] = await ctx.db
    .select(modelColumns(ctx))
    .from(models)
    .where(and(eq(models.id, id), listed(ctx)))
  if (!model) throw notFound('model')
  return model
}

/** A model that takes over; its provider's key is opened only then. */
export type FallbackModel = {
  name: string
  kind: ProviderKind
  upstream: string
  price: ModelPrice | null
  provider: { id: string; name: string }
  connect(): Promise<ProviderConnection | null>
}

/** A model ready to be called: whose it is, how its provider is reached, and what to tell it. */
export type ResolvedModel = {
  model: Model
  kind: ProviderKind
  provider: { id: string; name: string }
  /** Opens its provider's key; `null` for the built-in model, which runs in this process. */
  connect(): Promise<ProviderConnection | null>
  /** The name the provider knows it by. */
  upstream: string
  systemPrompt: string | null
  params: ModelParams
  price: ModelPrice | null
  /** The data sources it answers from, of those the caller may see. */
  datasourceIds: string[]
  /** Who answers when its provider fails before its first word. */
  fallback: FallbackModel | null
  /** There are budgets, which may limit what the caller asks. */
  isBudgeted: boolean
}

const named = (nameOrId: string) => or(eq(models.id, nameOrId), eq(models.name, nameOrId))

/** The model of a name or id, when it is the caller's to use. */
const namedModel = (ctx: Context, nameOrId: string) =>
  ctx.db
    .select(modelColumns(ctx))
    .from(models)
    .where(and(named(nameOrId), visible(ctx, 'model', models.id, models.owner_id), eq(models.is_enabled, true)))

/** What the model of a name or id takes from its base, its provider and the one that takes over. */
function namedSettings(ctx: Context, nameOrId: string) {
  const base = alias(models, 'base')
  const other = alias(models, 'fallback')
  const otherProvider = alias(providers, 'fallback_provider')
  return ctx.db
    .select({
      provider: providers,
      systemPrompt: base.system_prompt,
      params: base.params,
      price: base.price,
      other,
      otherProvider,
      budgeted: anyBudget.as('budgeted'),
    })
    .from(models)
    .innerJoin(providers, and(eq(providers.id, models.provider_id), eq(providers.is_enabled, true)))
    .leftJoin(base, eq(base.id, models.base_model_id))
    .leftJoin(other, and(eq(other.id, models.fallback_model_id), eq(other.is_enabled, true)))
    .leftJoin(otherProvider, and(eq(otherProvider.id, other.provider_id), eq(otherProvider.is_enabled, true)))
    .where(and(named(nameOrId), or(isNull(models.base_model_id), eq(base.is_enabled, true))))
}

/** The model a completion names, by name or id. Fails with `not_found` for `model` when it is absent, switched off (itself, its base or its provider) or not visible. */
export async function resolveModel(ctx: Context, nameOrId: string): Promise<ResolvedModel> {
  const caller = isAdmin(ctx) ? null : [requireUser(ctx).userId, requireUser(ctx).groupIds]
  const key = JSON.stringify([caller, nameOrId])
  const [[model], [found]] = await readCatalog(ctx, `model ${key}`, () =>
    ctx.db.batch([
      remembered(ctx.db, `model ${key}`, () => namedModel(ctx, nameOrId)),
      remembered(ctx.db, `model settings ${key}`, () => namedSettings(ctx, nameOrId)),
    ]),
  )
  if (!model || !found) throw await unanswering(ctx, nameOrId)
  return {
    model,
    kind: found.provider.kind as ProviderKind,
    provider: { id: connectionId(found.provider), name: found.provider.name },
    connect: () => connectionOf(ctx, found.provider),
    upstream: model.upstream,
    systemPrompt: model.system_prompt ?? found.systemPrompt,
    params: { ...found.params, ...model.params },
    price: model.price ?? found.price,
    datasourceIds: model.datasource_ids,
    fallback: fallbackOf(ctx, found.other, found.otherProvider),
    isBudgeted: found.budgeted === 1,
  }
}

/** What tokens of the model that answered cost: the one asked, or the one that took over. */
export const priceOf = ({ model, price, fallback }: ResolvedModel, answered: string): ModelPrice | null =>
  fallback && answered !== model.name && answered === fallback.name ? fallback.price : price

/** Why a model cannot be asked; that it is switched off is told to those who may see it. */
async function unanswering(ctx: Context, nameOrId: string): Promise<Failure> {
  const [seen] = await ctx.db
    .select({ id: models.id })
    .from(models)
    .where(and(named(nameOrId), visible(ctx, 'model', models.id, models.owner_id)))
  return seen ? new Failure('not_found', 'this model is switched off, or the model or provider it rests on is', { param: 'model' }) : notFound('model', 'model')
}

function fallbackOf(ctx: Context, other: typeof models.$inferSelect | null, provider: typeof providers.$inferSelect | null): FallbackModel | null {
  if (!other || !provider) return null
  const { name, upstream, price } = other
  const owner = { id: connectionId(provider), name: provider.name }
  return { name, kind: provider.kind as ProviderKind, upstream: upstream ?? name, price, provider: owner, connect: () => connectionOf(ctx, provider) }
}

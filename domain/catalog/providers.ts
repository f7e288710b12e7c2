import { and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { models, providers } from '#db/schema/catalog.ts'
import type { SealContext } from '../access/vault.ts'
import { type ProviderConnection, type ProviderKind, VENDOR_KINDS } from '../agent/model/models.ts'
import { notFound, requireAdmin } from '../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, flagFilter, flagged } from '../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { BaseUrl, stored, strict } from '../strict.ts'
import { optionsFor, ProviderOptions, requireAddress } from './provider-options.ts'

export const Provider = z
  .object({
    ...stored,
    provider_id: z.string(),
    name: z.string().meta({ example: 'OpenAI' }),
    kind: z.enum(['builtin', ...VENDOR_KINDS]),
    base_url: z.string().nullable(),
    options: ProviderOptions,
    has_api_key: z.boolean(),
    last4: z.string().nullable().meta({ description: 'The last characters of the key' }),
    models_hint: z.array(z.string()).meta({ description: 'Models to offer where the provider lists none' }),
    is_enabled: z.boolean(),
  })
  .meta({ id: 'Provider' })
export type Provider = z.infer<typeof Provider>

const editable = {
  name: z.string().trim().min(1).max(120),
  base_url: BaseUrl.nullable(),
  api_key: z.string().trim().min(1).max(1000).nullable().meta({ description: 'Never shown again; null removes it' }),
  options: ProviderOptions,
  models_hint: z.array(z.string().min(1).max(200)).max(200),
  is_enabled: z.boolean(),
}
export const NewProvider = strict({
  name: editable.name,
  kind: z.enum(VENDOR_KINDS),
  base_url: editable.base_url.default(null),
  api_key: editable.api_key.default(null),
  options: editable.options.default({}),
  models_hint: editable.models_hint.default([]),
  is_enabled: editable.is_enabled.default(true),
}).meta({ id: 'NewProvider', example: { name: 'Local', kind: 'openai-compatible', base_url: 'http://127.0.0.1:11434/v1' } })
export const ProviderChange = strict(editable)
  .partial()
  .meta({
    id: 'ProviderChange',
    example: { models_hint: ['llama3.3'] },
    description: 'options are replaced whole. A base_url or options changed without a new api_key removes the stored key',
  })

const columns = {
  id: providers.id,
  provider_id: sql<string>`${providers.id}`.as('provider_id'),
  name: providers.name,
  kind: sql<ProviderKind>`${providers.kind}`.as('kind'),
  base_url: providers.base_url,
  has_api_key: sql<boolean>`${providers.api_key} is not null`.mapWith(Boolean).as('has_api_key'),
  last4: providers.last4,
  options: providers.options,
  models_hint: providers.models_hint,
  is_enabled: providers.is_enabled,
  revision: providers.revision,
  created_at: providers.created_at,
  updated_at: providers.updated_at,
}

const sealed = (id: string): SealContext => ({ table: 'providers', row: id, column: 'api_key' })

const sorts = { name: providers.name, updated_at: providers.updated_at }
export const providerQueries = listQueries(sorts, {
  kind: Provider.shape.kind.optional().meta({ description: 'Providers of this kind' }),
  is_enabled: flagFilter('Only providers in use, or only others'),
})

/** Administrators only. */
export async function listProviders(
  ctx: Context,
  query: z.output<typeof providerQueries.list> | z.output<typeof providerQueries.page>,
): Promise<Page<Provider>> {
  requireAdmin(ctx)
  const where = and(equalTo(providers.kind, query.kind), flagged(providers.is_enabled, query.is_enabled), matches(query.q, providers.name, providers.kind))
  return readPage<Provider>(ctx, { table: providers, columns, where, sorts, query })
}

/** Administrators only. */
export async function getProvider(ctx: Context, id: string): Promise<Provider> {
  requireAdmin(ctx)
  const [provider] = await ctx.db.select(columns).from(providers).where(eq(providers.id, id))
  if (!provider) throw notFound('provider')
  return provider
}

/** Whether any provider but the built-in one is set up. For the start. */
export async function hasVendor(ctx: Context): Promise<boolean> {
  requireAdmin(ctx)
  const [vendor] = await ctx.db.select({ id: providers.id }).from(providers).where(ne(providers.kind, 'builtin')).limit(1)
  return vendor !== undefined
}

/** Administrators only. The key is sealed; no reply, log line or audit entry holds it. Fails with `already_exists`, `invalid`. */
export async function createProvider(ctx: Context, input: z.infer<typeof NewProvider>): Promise<Provider> {
  requireAdmin(ctx)
  const { api_key, ...facts } = input
  const id = ctx.newId('prv')
  const at = instantOf(ctx)
  const options = optionsFor(input.kind, input.options)
  const base_url = addressFor(input.base_url)
  requireAddress(input.kind, base_url, options)
  const change = ctx.db
    .insert(providers)
    .values({ ...facts, base_url, options, ...(await keyColumns(ctx, id, api_key)), id, created_at: at, updated_at: at })
    .returning(columns)
  const entry = { type: 'provider.created', resource: { type: 'provider', id }, details: { name: input.name, kind: input.kind, has_api_key: api_key !== null } }
  return unlessTaken('name', 'a provider of this name exists', commitOne(ctx, change, entry))
}

/** Administrators only. A key goes only where it was given for: a changed `base_url`, or options, which name hosts too, without a new key remove it. */
export async function updateProvider(ctx: Context, id: string, input: z.infer<typeof ProviderChange>): Promise<Provider> {
  const before = await getProvider(ctx, id)
  const { api_key, base_url, options, ...facts } = input
  const beyond = before.kind === 'builtin' ? Object.keys(input).find((field) => field !== 'is_enabled') : undefined
  if (beyond) throw new Failure('invalid', 'the built-in provider can only be enabled and disabled', { param: beyond })
  const address = base_url === undefined ? undefined : addressFor(base_url)
  const own = options === undefined ? undefined : optionsFor(before.kind, options)
  requireAddress(before.kind, address === undefined ? before.base_url : address, own ?? before.options)
  const moved = address === undefined ? sql`false` : sql`${providers.base_url} is not ${address}`
  const elsewhere = own === undefined || isSame(own, before.options) ? moved : sql`true`
  const kept = {
    api_key: sql`case when ${elsewhere} then null else ${providers.api_key} end`,
    last4: sql`case when ${elsewhere} then null else ${providers.last4} end`,
  }
  const change = ctx.db
    .update(providers)
    .set({
      ...facts,
      ...(address === undefined ? {} : { base_url: address }),
      ...(own === undefined ? {} : { options: own }),
      ...(api_key === undefined ? kept : await keyColumns(ctx, id, api_key)),
      ...bumped(ctx, providers),
    })
    .where(atRevision(ctx, providers, id))
    .returning(columns)
  const entry = { type: 'provider.updated', resource: { type: 'provider', id }, details: { fields: Object.keys(input) } }
  return unlessTaken('name', 'a provider of this name exists', commitOne(ctx, change, entry))
}

/** Administrators only. Its models go with it. Fails with `conflict` while custom models rest on them, and for the built-in provider. */
export async function deleteProvider(ctx: Context, id: string): Promise<void> {
  const { kind, name } = await getProvider(ctx, id)
  if (kind === 'builtin') throw new Failure('conflict', 'the built-in provider cannot be deleted', { hint: 'disable it instead' })
  const resting = and(eq(models.provider_id, id), eq(models.type, 'custom'))
  const [custom] = await ctx.db.select({ name: models.name }).from(models).where(resting).limit(1)
  if (custom)
    throw new Failure('conflict', `the custom model "${custom.name}" rests on this provider`, { hint: 'delete it or give it another base model first' })
  const unused = sql`not exists (select 1 from ${models} where ${resting})`
  const change = ctx.db
    .delete(providers)
    .where(and(atRevision(ctx, providers, id), unused))
    .returning({ id: providers.id })
  await commitOne(ctx, change, { type: 'provider.deleted', resource: { type: 'provider', id }, details: { name } })
}

/** A provider as it is now: what was learned of it is forgotten when it changes. */
export const connectionId = ({ id, revision }: Pick<typeof providers.$inferSelect, 'id' | 'revision'>): string => `${id}@${revision}`

/** How to reach a provider, its key opened; `null` for the built-in one, which is not reached at all. */
export async function connectionOf(ctx: Context, row: typeof providers.$inferSelect): Promise<ProviderConnection | null> {
  if (row.kind === 'builtin') return null
  const apiKey = row.api_key ? (await ctx.ports.vault.open(sealed(row.id), row.api_key)).expose() : null
  const { kind, name, base_url: baseUrl, options } = row
  return { id: connectionId(row), kind: kind as ProviderConnection['kind'], name, baseUrl, apiKey, options }
}

async function keyColumns(ctx: Context, id: string, key: string | null) {
  return key === null ? { api_key: null, last4: null } : { api_key: await ctx.ports.vault.seal(sealed(id), key), last4: key.length < 12 ? null : key.slice(-4) }
}

const addressFor = (address: string | null): string | null => address?.replace(/\/+$/, '') ?? null

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)

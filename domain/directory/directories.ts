import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { directories } from '#db/schema/directories.ts'
import type { DirectoryActor } from '../access/actor.ts'
import { hashSecret, newDirectoryToken } from '../access/api-key.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { notFound, requireAdmin, requireUser } from '../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { Instant, stored, strict } from '../strict.ts'

export const Directory = z
  .object({
    ...stored,
    directory_id: z.string(),
    name: z.string(),
    default_role: z.enum(['user', 'pending']).meta({ description: 'Of accounts it makes; `pending` awaits approval' }),
    last4: z.string().meta({ description: 'Of its token' }),
    base_url: z.string().meta({ description: 'What the directory calls', example: 'https://querent.example.com/api/v1/core/scim/v2' }),
    user_count: z.int().meta({ description: 'Accounts it keeps' }),
    group_count: z.int().meta({ description: 'Groups it keeps' }),
    last_used_at: Instant.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'Directory' })
export type Directory = z.infer<typeof Directory>

export const CreatedDirectory = Directory.extend({ token: z.string().meta({ description: 'Shown once' }) }).meta({ id: 'CreatedDirectory' })
export type CreatedDirectory = z.infer<typeof CreatedDirectory>

const editable = { name: z.string().trim().min(1).max(60).meta({ example: 'Okta' }), default_role: Directory.shape.default_role }
export const NewDirectory = strict({ name: editable.name, default_role: editable.default_role.default('user') }).meta({
  id: 'NewDirectory',
  example: { name: 'Okta' },
})
export const DirectoryChange = strict(editable)
  .partial()
  .meta({ id: 'DirectoryChange', example: { default_role: 'pending' } })

const sorts = { name: directories.name, updated_at: directories.updated_at }
export const directoryQueries = listQueries(sorts, {})

const columns = {
  id: directories.id,
  directory_id: sql<string>`${directories.id}`.as('directory_id'),
  name: directories.name,
  default_role: directories.default_role,
  last4: directories.last4,
  user_count: sql<number>`(select count(*) from directory_users where directory_id = ${directories}.id)`.as('user_count'),
  group_count: sql<number>`(select count(*) from directory_groups where directory_id = ${directories}.id)`.as('group_count'),
  last_used_at: directories.last_used_at,
  revision: directories.revision,
  created_at: directories.created_at,
  updated_at: directories.updated_at,
}

type Stored = Omit<Directory, 'base_url'>

/** Where directories call. It begins with the operator's own address, never with a host a request names. */
export const scimBase = ({ settings }: Pick<Context, 'settings'>): string => `${settings.mail.linksTo}/api/v1/core/scim/v2`

const shown = (ctx: Context, row: Stored): Directory => ({ ...row, base_url: scimBase(ctx) })

/** The calling directory; everybody else is refused. */
export function requireDirectory(ctx: Context): DirectoryActor {
  if (ctx.actor.type !== 'directory') throw new Failure('forbidden', 'only the token of a directory opens this')
  return ctx.actor
}

/** Administrators only. */
export async function listDirectories(
  ctx: Context,
  query: z.output<typeof directoryQueries.list> | z.output<typeof directoryQueries.page>,
): Promise<Page<Directory>> {
  requireAdmin(ctx)
  const page = await readPage<Stored>(ctx, { table: directories, columns, where: matches(query.q, directories.name), sorts, query })
  return { ...page, items: page.items.map((row) => shown(ctx, row)) }
}

/** Administrators only. */
export async function getDirectory(ctx: Context, id: string): Promise<Directory> {
  requireAdmin(ctx)
  const [row] = await ctx.db.select(columns).from(directories).where(eq(directories.id, id))
  if (!row) throw notFound('directory')
  return shown(ctx, row)
}

const taken = <T>(work: Promise<T>) => unlessTaken('name', 'a directory of this name exists', work)

/** Administrators only, by a credential with every scope: a directory makes people and says who is in which group. Answers its token, this once. */
export async function createDirectory(ctx: Context, input: z.infer<typeof NewDirectory>): Promise<CreatedDirectory> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'connect a directory')
  const at = instantOf(ctx)
  const id = ctx.newId('dir')
  const { token, ...secret } = await newSecret(ctx)
  const change = ctx.db
    .insert(directories)
    .values({ ...input, ...secret, id, created_by: requireUser(ctx).userId, created_at: at, updated_at: at })
    .returning(columns)
  const entry = { type: 'directory.created', resource: { type: 'directory', id }, details: input }
  return { ...shown(ctx, await taken(commitOne(ctx, change, entry))), token }
}

/** Administrators only. Fails with `already_exists`, `precondition_failed`. */
export async function updateDirectory(ctx: Context, id: string, input: z.infer<typeof DirectoryChange>): Promise<Directory> {
  await getDirectory(ctx, id)
  requireEveryScope(ctx, 'change a directory')
  const change = ctx.db
    .update(directories)
    .set({ ...input, ...bumped(ctx, directories) })
    .where(atRevision(ctx, directories, id))
    .returning(columns)
  const entry = { type: 'directory.updated', resource: { type: 'directory', id }, details: { fields: Object.keys(input) } }
  return shown(ctx, await taken(commitOne(ctx, change, entry)))
}

/** Administrators only. Its token is refused from the next request on; the people and groups it kept stay, and are an administrator's to change again. */
export async function deleteDirectory(ctx: Context, id: string): Promise<void> {
  const { name } = await getDirectory(ctx, id)
  requireEveryScope(ctx, 'disconnect a directory')
  const change = ctx.db
    .delete(directories)
    .where(atRevision(ctx, directories, id))
    .returning({ id: directories.id })
  await commitOne(ctx, change, { type: 'directory.deleted', resource: { type: 'directory', id }, details: { name } })
}

/** Administrators only. Answers another token, this once; the one before is refused from the next request on. */
export async function rotateDirectoryToken(ctx: Context, id: string): Promise<CreatedDirectory> {
  await getDirectory(ctx, id)
  requireEveryScope(ctx, 'make a token of a directory')
  const { token, ...secret } = await newSecret(ctx)
  const change = ctx.db
    .update(directories)
    .set({ ...secret, ...bumped(ctx, directories) })
    .where(eq(directories.id, id))
    .returning(columns)
  return { ...shown(ctx, await commitOne(ctx, change, { type: 'directory.token_made', resource: { type: 'directory', id } })), token }
}

async function newSecret(ctx: Context) {
  const { key, id, secret, last4 } = newDirectoryToken()
  return { token: key, lookup: id, secret_hmac: await hashSecret(await ctx.ports.vault.subkey('api-key-pepper'), secret), last4 }
}

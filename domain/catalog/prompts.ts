import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'
import { prompts, promptVersions } from '#db/schema/catalog.ts'
import { requireOwned } from '../access/owned-object.ts'
import { isAdmin, notFound, requireUser, visible } from '../allow.ts'
import { type AuditFacts, atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, flagFilter, flagged, idFilter } from '../list-filters.ts'
import { listQueries, matches, type Page, type PlainListQuery, readPage } from '../pagination.ts'
import { Instant, stored, strict } from '../strict.ts'
import { checkInputs, fillIn, inputsOf, NewPromptInput, PromptInput, PromptValues, variablesOf } from './prompt-inputs.ts'

export const Prompt = z
  .object({
    ...stored,
    prompt_id: z.string(),
    command: z.string().meta({ example: '/weekly' }),
    title: z.string(),
    content: z.string().meta({ example: 'How was {{week}} in {{region}}?' }),
    variables: z.array(z.string()).meta({ description: 'The names in double braces, in order' }),
    inputs: z.array(PromptInput).meta({ description: 'How each variable is filled in, in that order' }),
    is_enabled: z.boolean(),
    version: z.int().meta({ description: 'Grows when title or content change' }),
    owner_id: z.string(),
  })
  .meta({ id: 'Prompt' })
export type Prompt = z.infer<typeof Prompt>

export const PromptVersion = z
  .object({
    prompt_id: z.string(),
    version: z.int(),
    title: z.string(),
    content: z.string(),
    inputs: z.array(PromptInput),
    author_id: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'PromptVersion' })
export type PromptVersion = z.infer<typeof PromptVersion>

const editable = {
  command: z.string().regex(/^\/[a-z0-9][a-z0-9_-]{0,63}$/, 'a slash, then small letters, digits, - and _'),
  title: z.string().trim().min(1).max(200),
  content: z.string().min(1).max(50_000),
  inputs: z.array(NewPromptInput).max(100).meta({ description: 'How variables are filled in; those nothing is said of are required text' }),
  is_enabled: z.boolean(),
}
export const NewPrompt = strict({ ...editable, inputs: editable.inputs.default([]), is_enabled: editable.is_enabled.default(true) }).meta({
  id: 'NewPrompt',
  example: {
    command: '/weekly',
    title: 'The week',
    content: 'How was {{metric}} in {{region}}?',
    inputs: [{ name: 'metric', type: 'choice', choices: ['revenue', 'orders'], default: 'revenue' }],
  },
})
export const PromptChange = strict(editable)
  .partial()
  .meta({ id: 'PromptChange', example: { content: 'How was week {{week}} in {{region}}?' } })
export const PromptVariables = strict({ variables: PromptValues.default({}) }).meta({
  id: 'PromptValues',
  example: { variables: { week: 47, region: 'EU' } },
})
export const RenderedPrompt = z.object({ content: z.string() }).meta({ id: 'RenderedPrompt' })

const columns = {
  id: prompts.id,
  prompt_id: sql<string>`${prompts.id}`.as('prompt_id'),
  command: prompts.command,
  title: prompts.title,
  content: prompts.content,
  inputs: prompts.inputs,
  is_enabled: prompts.is_enabled,
  version: prompts.version,
  owner_id: prompts.owner_id,
  revision: prompts.revision,
  created_at: prompts.created_at,
  updated_at: prompts.updated_at,
}

const withVariables = (row: Omit<Prompt, 'variables'>): Prompt => ({ ...row, variables: variablesOf(row.content), inputs: inputsOf(row.content, row.inputs) })

/** Prompts the caller owns or was given; of the latter only those in use. */
function listed(ctx: Context): SQL | undefined {
  if (isAdmin(ctx)) return undefined
  return and(visible(ctx, 'prompt', prompts.id, prompts.owner_id), or(eq(prompts.owner_id, requireUser(ctx).userId), eq(prompts.is_enabled, true)))
}

const sorts = { command: prompts.command, title: prompts.title, updated_at: prompts.updated_at }
export const promptQueries = listQueries(sorts, {
  owner_id: idFilter('Prompts of this user'),
  is_enabled: flagFilter('Only prompts in use, or only others'),
})

/** The prompts the caller may use. */
export async function listPrompts(ctx: Context, query: z.output<typeof promptQueries.list> | z.output<typeof promptQueries.page>): Promise<Page<Prompt>> {
  const page = await readPage<Omit<Prompt, 'variables'>>(ctx, {
    table: prompts,
    columns,
    where: and(
      listed(ctx),
      equalTo(prompts.owner_id, query.owner_id),
      flagged(prompts.is_enabled, query.is_enabled),
      matches(query.q, prompts.command, prompts.title, prompts.content),
    ),
    sorts,
    query,
  })
  return { ...page, items: page.items.map(withVariables) }
}

/** Fails with `not_found` when the prompt is absent or not visible. */
export async function getPrompt(ctx: Context, id: string): Promise<Prompt> {
  const [row] = await ctx.db
    .select(columns)
    .from(prompts)
    .where(and(eq(prompts.id, id), visible(ctx, 'prompt', prompts.id, prompts.owner_id)))
  if (!row) throw notFound('prompt')
  return withVariables(row)
}

/** Fails with `already_exists` when the command is taken, `invalid` when inputs do not fit the content. */
export async function createPrompt(ctx: Context, input: z.infer<typeof NewPrompt>): Promise<Prompt> {
  const owner_id = requireUser(ctx).userId
  await checkInputs(ctx, input.content, input.inputs)
  const at = instantOf(ctx)
  const id = ctx.newId('prm')
  const change = ctx.db
    .insert(prompts)
    .values({ ...input, id, version: 1, owner_id, created_at: at, updated_at: at })
    .returning(columns)
  const entry = { type: 'prompt.created', resource: { type: 'prompt', id }, details: { command: input.command } }
  return withVariables(await unlessTaken('command', 'a prompt with this command exists', commitOne(ctx, change, entry, [keepVersion(ctx, id)])))
}

/** A changed title, content or input is a new version; the earlier ones stay in its history. What is said of variables that are gone is forgotten. */
export async function updatePrompt(ctx: Context, id: string, input: z.infer<typeof PromptChange>): Promise<Prompt> {
  await requireOwned(ctx, 'prompt', id, 'edit')
  const [before] = await ctx.db.select({ content: prompts.content, inputs: prompts.inputs }).from(prompts).where(eq(prompts.id, id))
  if (!before) throw notFound('prompt')
  const content = input.content ?? before.content
  if (input.inputs) await checkInputs(ctx, content, input.inputs)
  const inputs = input.inputs ?? before.inputs.filter(({ name }) => variablesOf(content).includes(name))
  return rewrite(ctx, id, { ...input, inputs }, { type: 'prompt.updated', resource: { type: 'prompt', id }, details: { fields: Object.keys(input) } })
}

/** Writes an earlier version again, as a new one. Fails with `not_found`. */
export async function restorePrompt(ctx: Context, id: string, version: number): Promise<Prompt> {
  await requireOwned(ctx, 'prompt', id, 'edit')
  const [kept] = await ctx.db
    .select({ title: promptVersions.title, content: promptVersions.content, inputs: promptVersions.inputs })
    .from(promptVersions)
    .where(and(eq(promptVersions.prompt_id, id), eq(promptVersions.version, version)))
  if (!kept) throw notFound('version', 'version')
  return rewrite(ctx, id, kept, { type: 'prompt.restored', resource: { type: 'prompt', id }, details: { version } })
}

async function rewrite(ctx: Context, id: string, input: z.infer<typeof PromptChange>, entry: AuditFacts): Promise<Prompt> {
  const { title, content, inputs } = input
  const kept = <T>(value: T | undefined, column: SQLiteColumn) => value ?? sql`${column}`
  const rewritten = sql`(${prompts.title} is not ${kept(title, prompts.title)} or ${prompts.content} is not ${kept(content, prompts.content)}
    or ${prompts.inputs} is not ${inputs ? JSON.stringify(inputs) : sql`${prompts.inputs}`})`
  const change = ctx.db
    .update(prompts)
    .set({ ...input, version: sql`${prompts.version} + ${rewritten}`, ...bumped(ctx, prompts) })
    .where(atRevision(ctx, prompts, id))
    .returning(columns)
  return withVariables(await unlessTaken('command', 'a prompt with this command exists', commitOne(ctx, change, entry, [keepVersion(ctx, id)])))
}

/** Its owner only. */
export async function deletePrompt(ctx: Context, id: string): Promise<void> {
  await requireOwned(ctx, 'prompt', id, 'own')
  const change = ctx.db
    .delete(prompts)
    .where(atRevision(ctx, prompts, id))
    .returning({ id: prompts.id, command: prompts.command })
  await commitOne(ctx, change, { type: 'prompt.deleted', resource: { type: 'prompt', id } })
}

/** Every version of a prompt, newest first. */
export async function listPromptVersions(ctx: Context, id: string, { page, page_size }: PlainListQuery): Promise<Page<PromptVersion>> {
  await getPrompt(ctx, id)
  const where = eq(promptVersions.prompt_id, id)
  const [items, counted] = await ctx.db.batch([
    ctx.db
      .select()
      .from(promptVersions)
      .where(where)
      .orderBy(desc(promptVersions.version))
      .limit(page_size)
      .offset((page - 1) * page_size),
    ctx.db.select({ n: sql<number>`count(*)` }).from(promptVersions).where(where),
  ])
  const total = counted[0]?.n ?? 0
  const total_pages = Math.ceil(total / page_size)
  return { items, total, page, page_size, total_pages, has_next: page < total_pages, has_prev: page > 1, next_cursor: null }
}

/**
 * The content with its variables replaced, once: a value that looks like a variable stays as it is. Fails with `invalid` naming each variable
 * without a value it takes, `resource_disabled` when the prompt is switched off.
 */
export async function renderPrompt(ctx: Context, id: string, { variables }: z.infer<typeof PromptVariables>): Promise<z.infer<typeof RenderedPrompt>> {
  const prompt = await getPrompt(ctx, id)
  if (!prompt.is_enabled) throw new Failure('resource_disabled', 'this prompt is disabled')
  return { content: await fillIn(ctx, prompt.content, prompt.inputs, variables) }
}

/** Remembers the prompt as it now stands, unless that version is known. */
const keepVersion = (ctx: Context, id: string) =>
  ctx.db
    .insert(promptVersions)
    .select(
      sql`select ${prompts.id}, ${prompts.version}, ${prompts.title}, ${prompts.content}, ${prompts.inputs}, ${requireUser(ctx).userId}, ${instantOf(ctx)} from ${prompts} where ${prompts.id} = ${id}`,
    )
    .onConflictDoNothing()

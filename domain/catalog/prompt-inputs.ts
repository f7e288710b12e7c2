import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { datasources, measures } from '#db/schema/semantics.ts'
import { visible } from '../allow.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { strict } from '../strict.ts'

const DAY_MS = 86_400_000
const KNOWN_TOLD = 10

const Name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'letters, digits and _, not beginning with a digit')
const Value = z.union([z.string().max(10_000), z.number(), z.boolean()])
export type PromptValue = z.infer<typeof Value>

const members = {
  name: Name.meta({ description: 'A name the content has in double braces', example: 'metric' }),
  type: z
    .enum(['text', 'number', 'date', 'choice', 'measure'])
    .meta({ description: '`date`: YYYY-MM-DD, today or yesterday. `choice`: one of `choices`. `measure`: the name or title of a measure its reader may see' }),
  label: z.string().trim().min(1).max(120).nullable().meta({ description: 'What people read; the name when null' }),
  default: z
    .union([z.string().max(2_000), z.number()])
    .nullable()
    .meta({ description: 'Taken where no value is given; without one the variable is required' }),
  choices: z.array(z.string().trim().min(1).max(200)).max(100).meta({ description: 'For `choice`: what may be chosen' }),
  datasource_id: z.string().min(1).max(64).nullable().meta({ description: 'For `measure`: only measures of this data source' }),
}
const EXAMPLE = { name: 'metric', type: 'choice', choices: ['revenue', 'orders'], default: 'revenue' }

/** How a variable of a prompt is filled in. */
export const PromptInput = z.object(members).meta({ id: 'PromptInput', example: { ...EXAMPLE, label: null, datasource_id: null } })
export type PromptInput = z.infer<typeof PromptInput>
export const NewPromptInput = strict({
  name: members.name,
  type: members.type.default('text'),
  label: members.label.default(null),
  default: members.default.default(null),
  choices: members.choices.default([]),
  datasource_id: members.datasource_id.default(null),
}).meta({ id: 'NewPromptInput', example: EXAMPLE })

const VARIABLE = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g
export const PromptValues = z.record(z.string().max(64), Value)

/** The names a content has in double braces, in order. */
export const variablesOf = (content: string): string[] => [...new Set(Array.from(content.matchAll(VARIABLE), ([, name]) => name ?? ''))]

/** How each variable of a content is filled in; what nothing is said of is required text. */
export const inputsOf = (content: string, described: readonly PromptInput[]): PromptInput[] =>
  variablesOf(content).map(
    (name) => described.find((one) => one.name === name) ?? { name, type: 'text', label: null, default: null, choices: [], datasource_id: null },
  )

/** Fails with `invalid` for inputs of variables the content does not have, said twice, or whose default they would not take. */
export async function checkInputs(ctx: Context, content: string, inputs: readonly PromptInput[]): Promise<void> {
  const names = variablesOf(content)
  for (const [index, input] of inputs.entries()) {
    const refuse = (member: string, message: string) => new Failure('invalid', `inputs.${index}.${member}: ${message}`, { param: `inputs.${index}.${member}` })
    if (!names.includes(input.name)) throw refuse('name', `the content has no {{${input.name}}}`)
    if (inputs.findIndex(({ name }) => name === input.name) !== index) throw refuse('name', 'it is described twice')
    if (input.type === 'choice' && input.choices.length === 0) throw refuse('choices', 'a choice has something to choose')
    if (input.type !== 'choice' && input.choices.length > 0) throw refuse('choices', 'only a choice has them')
    if (input.type === 'measure' || input.default === null) continue
    const taken = await valueFrom(ctx, input, input.default)
    if (typeof taken !== 'string') throw refuse('default', taken.problem)
  }
}

/**
 * A content with its variables replaced, once: a value that looks like a variable stays as it is. Fails with `invalid` that names each variable without a
 * value it takes, and each value no variable takes; `from` is where they stand in the request.
 */
export async function fillIn(
  ctx: Context,
  content: string,
  described: readonly PromptInput[],
  values: Record<string, PromptValue>,
  from = 'variables',
): Promise<string> {
  const inputs = inputsOf(content, described)
  const filled = new Map<string, string>()
  const details: { path: string; message: string }[] = []
  for (const input of inputs) {
    const given = Object.hasOwn(values, input.name) ? values[input.name] : undefined
    const value = given === undefined || given === '' ? (input.default ?? undefined) : given
    const path = `${from}.${input.name}`
    if (value === undefined) details.push({ path, message: `a value is required (${askedFor(input)})` })
    else {
      const taken = await valueFrom(ctx, input, value)
      if (typeof taken === 'string') filled.set(input.name, taken)
      else details.push({ path, message: taken.problem })
    }
  }
  for (const name of Object.keys(values)) {
    if (!inputs.some((input) => input.name === name))
      details.push({ path: `${from}.${name}`, message: `there is no such variable; there are: ${inputs.map((one) => one.name).join(', ') || 'none'}` })
  }
  const [first] = details
  if (first) throw new Failure('invalid', details.map(({ path, message }) => `${path}: ${message}`).join('; '), { param: first.path, details })
  return content.replace(VARIABLE, (_, name: string) => filled.get(name) ?? '')
}

const askedFor = ({ type, choices }: PromptInput): string =>
  ({
    text: 'text',
    number: 'a number',
    date: 'a date such as 2026-11-21, today or yesterday',
    choice: `one of ${choices.join(', ')}`,
    measure: 'the name of a measure',
  })[type]

/** A value as it stands in the text, or what is wrong with it. */
async function valueFrom(ctx: Context, input: PromptInput, value: PromptValue): Promise<string | { problem: string }> {
  const text = String(value).trim()
  const problem = { problem: `expected ${askedFor(input)}` }
  switch (input.type) {
    case 'number':
      return text !== '' && Number.isFinite(Number(text)) ? text : problem
    case 'date':
      return dateOf(ctx, text) ?? problem
    case 'choice':
      return input.choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? problem
    case 'measure':
      return measureOf(ctx, input, text)
    default:
      return String(value)
  }
}

function dateOf(ctx: Context, text: string): string | null {
  const day = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: ctx.settings.timeZone, dateStyle: 'short' }).format(at)
  const now = Date.parse(instantOf(ctx))
  if (text === 'today') return day(now)
  if (text === 'yesterday') return day(now - DAY_MS)
  return z.iso.date().safeParse(text).success ? text : null
}

/** A measure is named by what people call it; only those of data sources the caller sees are known. */
async function measureOf(ctx: Context, { datasource_id }: PromptInput, text: string): Promise<string | { problem: string }> {
  const rows = await ctx.db
    .select({ name: measures.name, title: measures.title })
    .from(measures)
    .innerJoin(datasources, eq(datasources.id, measures.datasource_id))
    .where(
      and(
        eq(measures.is_suggested, false),
        visible(ctx, 'datasource', datasources.id, datasources.owner_id),
        datasource_id === null ? undefined : eq(datasources.id, datasource_id),
      ),
    )
    .orderBy(sql`lower(${measures.name}) <> ${text.toLowerCase()}`, asc(measures.name))
    .limit(500)
  const found = rows.find(({ name, title }) => [name, title].some((one) => one.toLowerCase() === text.toLowerCase()))
  if (found) return found.title || found.name
  const known = rows.slice(0, KNOWN_TOLD).map(({ name }) => name)
  return { problem: `there is no measure "${text.slice(0, 80)}"${known.length ? `; there are: ${known.join(', ')}` : ''}` }
}

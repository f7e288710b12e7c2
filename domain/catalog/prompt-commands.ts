import { and, eq } from 'drizzle-orm'
import { prompts } from '#db/schema/catalog.ts'
import { visible } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { fillIn, inputsOf, type PromptInput, type PromptValue } from './prompt-inputs.ts'

const COMMAND = /^\s*(\/[a-z0-9][a-z0-9_-]{0,63})(?=\s|$)/
/** `metric=revenue`, `metric="net revenue"`, and words that stand alone. */
const ARGUMENT = /([A-Za-z_][A-Za-z0-9_]{0,63})=(?:"([^"]*)"|'([^']*)'|(\S*))|\S+/g

export const looksLikeCommand = (text: string): boolean => COMMAND.test(text)

/**
 * What a text says that calls a prompt by its command (`/weekly metric=revenue`): the prompt with its variables filled in. Words without a name are the value
 * of the first variable that has none; where none is open they are added to the end. `null` where the caller has no prompt of that command in use.
 * Fails with `invalid` that names what is missing.
 */
export async function renderCommand(ctx: Context, text: string): Promise<string | null> {
  const command = COMMAND.exec(text)?.[1]
  if (command === undefined) return null
  const [prompt] = await ctx.db
    .select({ content: prompts.content, inputs: prompts.inputs })
    .from(prompts)
    .where(and(eq(prompts.command, command), eq(prompts.is_enabled, true), visible(ctx, 'prompt', prompts.id, prompts.owner_id)))
  if (!prompt) return null
  const { values, rest } = readArguments(text.slice(text.indexOf(command) + command.length))
  const inputs = inputsOf(prompt.content, prompt.inputs)
  const open =
    inputs.find(({ name, default: usual }) => usual === null && !Object.hasOwn(values, name)) ?? inputs.find(({ name }) => !Object.hasOwn(values, name))
  const given = rest && open ? { ...values, [open.name]: rest } : values
  try {
    const content = await fillIn(ctx, prompt.content, prompt.inputs, given, command)
    return rest && !open ? `${content}\n${rest}` : content
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid') throw error
    throw new Failure('invalid', error.message, { param: 'messages', details: error.details.details ?? [], hint: `for example: ${exampleOf(command, inputs)}` })
  }
}

function readArguments(text: string): { values: Record<string, PromptValue>; rest: string } {
  const values: Record<string, PromptValue> = {}
  const rest: string[] = []
  for (const [whole, name, double, single, bare] of text.matchAll(ARGUMENT)) {
    if (name === undefined) rest.push(whole)
    else values[name] = double ?? single ?? bare ?? ''
  }
  return { values, rest: rest.join(' ') }
}

const SHOWN = { text: '"…"', number: '10', date: 'today', choice: '', measure: 'revenue' }

/** How a command is written out. */
const exampleOf = (command: string, inputs: readonly PromptInput[]): string =>
  [command, ...inputs.map(({ name, type, choices, default: usual }) => `${name}=${quoted(String(usual ?? choices[0] ?? SHOWN[type]))}`)].join(' ')

const quoted = (value: string): string => (/\s/.test(value) && !value.startsWith('"') ? `"${value}"` : value)

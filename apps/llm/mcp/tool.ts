import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Answering } from '#domain/agent/completions/completions.ts'
import type { Context } from '#domain/context.ts'
import type { Seen } from './audit.ts'
import type { Elicit } from './elicitation.ts'

/** What a tool is called with. `elicit`: asks the user of a client of 2025 within the call; `null` where that cannot. */
export type ToolCall<Input> = { ctx: Context; input: Input; answering: Answering; asked: ServerContext['mcpReq']; elicit: Elicit | null }

/** What a tool answers: the members its output schema names, the same for whoever reads text alone (JSON when absent), and what the audit trail is told. */
export type Told = { result: Record<string, unknown>; text?: string; seen?: Seen }

export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  /** The scope its route asks an API key for. */
  scope: string
  title: string
  description: string
  input: Input
  output: z.ZodObject
  /** Whether it changes anything: asking stores the question and its answer. */
  isReadOnly: boolean
  /** The page that draws its result, where a client shows such pages. */
  page?: string
  run(call: ToolCall<z.output<Input>>): Promise<Told | { more: InputRequiredResult }>
}

export const tool = <Input extends z.ZodObject>(declared: Tool<Input>) => declared as unknown as Tool

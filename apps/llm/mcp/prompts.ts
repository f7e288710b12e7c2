import { type McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { listPrompts, type Prompt, promptQueries, renderPrompt } from '#domain/catalog/prompts.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { audited } from './audit.ts'

const MOST_PROMPTS = 100

/** The caller's prompts, each by its command without the slash, its variables as arguments. They are read only for messages about prompts. */
export async function registerPrompts(server: McpServer, ctx: Context, method: string): Promise<void> {
  server.server.registerCapabilities({ prompts: {} })
  if (!method.startsWith('prompts/')) return
  const { items } = await listPrompts(ctx, promptQueries.page.parse({ is_enabled: 'true', page_size: MOST_PROMPTS, sort: 'command' }))
  for (const prompt of items) registerPrompt(server, ctx, prompt)
  if (items.length === 0) answerWithNone(server)
}

function registerPrompt(server: McpServer, ctx: Context, { id, command, title, variables }: Prompt): void {
  const name = command.slice(1)
  const said = async (values: Record<string, string>) =>
    audited(ctx, { method: 'prompts/get', name }, async () => {
      const { content } = await renderPrompt(ctx, id, { variables: values })
      return { answer: { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: content } }] }, seen: { objects: { prompt_id: id } } }
    }).catch((error) => {
      throw error instanceof Failure ? new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.code}: ${error.message}`) : error
    })
  if (variables.length === 0) server.registerPrompt(name, { title }, () => said({}))
  else server.registerPrompt(name, { title, argsSchema: z.object(Object.fromEntries(variables.map((variable) => [variable, z.string().max(10_000)]))) }, said)
}

/** A server without prompts would say that it does not know the method. */
function answerWithNone(server: McpServer): void {
  server.server.setRequestHandler('prompts/list', async () => ({ prompts: [] }))
  server.server.setRequestHandler('prompts/get', async () => {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'no such prompt')
  })
}

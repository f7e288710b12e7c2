import { type CallToolResult, type InputRequiredResult, McpServer, type ServerContext, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { grantsScope } from '#domain/access/scopes.ts'
import type { Answering } from '#domain/agent/completions/completions.ts'
import { argumentFaults } from '#domain/agent/context/tools.ts'
import { requireUser } from '#domain/allow.ts'
import type { Context } from '#domain/context.ts'
import { deploymentOf } from '#domain/deployment/effective.ts'
import { Failure } from '#domain/failure.ts'
import type { Platform } from '#http/inbound.ts'
import { ask } from './ask-tool.ts'
import { audited } from './audit.ts'
import { registerChartPage } from './chart-page.ts'
import { chartTools } from './chart-tools.ts'
import { dataTools } from './data-tools.ts'
import { elicitBy } from './elicitation.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import type { Tool } from './tool.ts'

const INSTRUCTIONS =
  'Querent answers questions about the data sources its user may see. Use ask for a question in plain words. To query yourself: list_datasources, describe_table, then run_semantic_query.'

const TOOLS: Record<string, Tool> = { ...dataTools, ask, ...chartTools }

/** What a server is made for: one message, of a client whose user can be asked within the call or not. */
type Serving = { method: string; asset: Platform['asset']; isAskable: boolean }

/** A server for one message, with the tools, resources and prompts the caller's key has the scopes for; what each may do is its verb's to say. */
export async function mcpServer(ctx: Context, answering: Answering, { method, asset, isAskable }: Serving): Promise<McpServer> {
  const { scopes } = requireUser(ctx)
  const server = await serverOf(ctx, INSTRUCTIONS)
  for (const [name, tool] of Object.entries(TOOLS)) if (grantsScope(scopes, tool.scope)) registerTool(server, ctx, answering, name, tool, isAskable)
  registerResources(server, ctx, scopes)
  registerChartPage(server, ctx, asset)
  if (grantsScope(scopes, 'core:read')) await registerPrompts(server, ctx, method)
  return server
}

export async function serverOf(ctx: Context, instructions: string): Promise<McpServer> {
  const { name: title } = await deploymentOf(ctx)
  return new McpServer({ name: 'querent', title, version: ctx.settings.version }, { instructions })
}

export function registerTool(
  server: McpServer,
  ctx: Context,
  answering: Answering,
  name: string,
  { title, description, input, output, isReadOnly, page, run }: Tool,
  isAskable = false,
): void {
  const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false }
  const told = {
    title,
    description,
    inputSchema: toldPlainly(input),
    outputSchema: output,
    annotations,
    ...(page ? { _meta: { ui: { resourceUri: page } } } : {}),
  }
  server.registerTool(name, told, async (given: unknown, { mcpReq: asked }: ServerContext) => {
    try {
      return await audited<CallToolResult | InputRequiredResult>(ctx, { method: 'tools/call', name }, async () => {
        const done = await run({ ctx, input: given as z.output<typeof input>, answering, asked, elicit: isAskable ? elicitBy(server, ctx, asked) : null })
        return 'more' in done ? { answer: done.more } : { answer: resultOf(done.result, done.text), seen: done.seen }
      })
    } catch (error) {
      return faultOf(ctx, error)
    }
  })
}

/** The same schema, whose faults name the place of a mistake: those of a union say only that nothing fitted. */
function toldPlainly(input: z.ZodObject): StandardSchemaWithJSON {
  const standard = input['~standard']
  const validate = (given: unknown) => {
    const read = input.safeParse(given)
    return read.success ? { value: read.data } : { issues: argumentFaults(read.error).map((message) => ({ message })) }
  }
  return { '~standard': { ...standard, validate } } as StandardSchemaWithJSON
}

function resultOf(result: Record<string, unknown>, text: string | undefined): CallToolResult {
  const plain = JSON.parse(JSON.stringify(result)) as Record<string, unknown>
  return { content: [{ type: 'text', text: text || JSON.stringify(plain) }], structuredContent: plain }
}

function faultOf(ctx: Context, error: unknown): CallToolResult {
  if (!(error instanceof Failure)) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    ctx.ports.log({ level: 'error', message: 'mcp tool failed', request_id: ctx.request.id, cause })
    return { isError: true, content: [{ type: 'text', text: `internal: internal error (${ctx.request.id})` }] }
  }
  const { hint, retryAfter } = error.details
  const more = [hint, retryAfter === undefined ? undefined : `try again in ${retryAfter} seconds`].filter(Boolean).join('; ')
  return { isError: true, content: [{ type: 'text', text: `${error.code}: ${error.message}${more ? ` (${more})` : ''}` }] }
}

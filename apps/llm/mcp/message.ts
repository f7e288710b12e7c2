import { z } from 'zod'

const Id = z.union([z.string(), z.int()])
/** What both kinds of calls may carry beside their own parameters. */
const Meta = z.looseObject({ progressToken: Id.optional(), 'io.modelcontextprotocol/related-task': z.looseObject({ taskId: z.string() }).optional() })
const call = { jsonrpc: z.literal('2.0'), method: z.string(), params: z.looseObject({ _meta: Meta.optional() }).optional() }

const McpRequest = z.strictObject({ ...call, id: Id }).meta({ id: 'McpRequest', description: 'A call that is answered under its id' })
const McpNotification = z.strictObject(call).meta({ id: 'McpNotification', description: 'A call that is only taken' })
const McpResult = z
  .strictObject({ jsonrpc: z.literal('2.0'), id: Id, result: z.looseObject({ _meta: z.looseObject({}).optional() }) })
  .meta({ id: 'McpResult', description: 'What a client answers to what it was asked' })
const McpError = z
  .strictObject({ jsonrpc: z.literal('2.0'), id: Id.optional(), error: z.looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }) })
  .meta({ id: 'McpError', description: 'That a client could not do what it was asked' })

/** One message of a client. JSON-RPC 2.0 names the members of each kind, and the protocol's own reader takes no others. */
export const McpMessage = z.union([McpRequest, McpNotification, McpResult, McpError]).meta({
  id: 'McpMessage',
  description: 'A message of JSON-RPC 2.0, without members of its own; `params` and `result` may hold any',
  example: {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'example', version: '1' } },
  },
})
export type McpMessage = z.infer<typeof McpMessage>

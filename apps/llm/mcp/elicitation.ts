import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import { awaitReply, openElicitation, replyToElicitation } from '#domain/agent/elicitation/elicitations.ts'
import type { Context } from '#domain/context.ts'

/** From here on to 2025-11-25 a server asks within the reply to a call; after that the reply itself is the question. */
const SINCE = '2025-06-18'
/** A client tells what it can once, and repeats its session id with each message: the id says that this one can ask its user, and nothing is kept of it. */
const ELICITS = 'elicits.'
const ID = /^req_[0-9a-z]{26}$/

type Message = Record<string, unknown>
/** Asks the user of a client, by a form; `null` where he did not say, in time or at all. */
export type Elicit = (form: { message: string; requestedSchema: object }) => Promise<unknown>

const isObject = (value: unknown): value is Message => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The session id of a client that begins and can ask its user; `null` for any other, which needs none. */
export function sessionOf({ method, params }: Message): string | null {
  if (method !== 'initialize' || !isObject(params) || !isObject(params.capabilities)) return null
  const { elicitation } = params.capabilities
  const isNewEnough = typeof params.protocolVersion === 'string' && params.protocolVersion >= SINCE
  return isNewEnough && asksByForm(elicitation) ? `${ELICITS}${crypto.randomUUID()}` : null
}

/** Whether a capability covers forms: the one that came first, meant by an empty object. */
export const asksByForm = (elicitation: unknown): boolean => isObject(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation)

export const isAskable = (session: string | undefined): boolean => session?.startsWith(ELICITS) === true

/** Takes a message that is a reply to a question of ours; whether it was one. */
export async function takeReply(ctx: Context, { id, method, result }: Message): Promise<boolean> {
  if (method !== undefined || typeof id !== 'string' || !ID.test(id)) return false
  // An error is a reply too: the client could not ask.
  await replyToElicitation(ctx, id, isObject(result) ? result : { action: 'cancel' })
  return true
}

/** Asks within the stream that answers the call. */
export function elicitBy(server: McpServer, ctx: Context, { id: relatedRequestId, signal }: ServerContext['mcpReq']): Elicit {
  return async (params) => {
    const id = await openElicitation(ctx)
    await server.server.transport?.send({ jsonrpc: '2.0', id, method: 'elicitation/create', params: { ...params } }, { relatedRequestId })
    const reply = await awaitReply(ctx, id, AbortSignal.any([ctx.signal, signal]))
    return isObject(reply) && reply.action === 'accept' ? reply.content : null
  }
}

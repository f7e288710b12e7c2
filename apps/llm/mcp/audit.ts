import { type AuditFacts, recordAudit } from '#domain/commit.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { queryHash } from '#domain/query/query-hash.ts'

/** What a call came to see: the ids of the objects, and the statements whose rows it was shown. */
export type Seen = { objects?: Record<string, string>; statements?: readonly string[] }

type Called = { method: 'tools/call' | 'resources/read' | 'prompts/get'; name: string }

/** Runs a call, and writes into the audit trail who made it, over which objects and by which queries; of queries the hash, which tells equal ones. */
export async function audited<T>(ctx: Context, called: Called, work: () => Promise<{ answer: T; seen?: Seen | undefined }>): Promise<T> {
  try {
    const { answer, seen = {} } = await work()
    const hashes = await Promise.all([...new Set(seen.statements ?? [])].map(queryHash))
    await record(ctx, called, 'success', { ...seen.objects, ...(hashes.length ? { query_hashes: hashes } : {}) })
    return answer
  } catch (error) {
    const code = error instanceof Failure ? error.code : 'internal'
    await record(ctx, called, DENIED.includes(code) ? 'denied' : 'failure', { code })
    throw error
  }
}

const DENIED: string[] = ['forbidden', 'insufficient_scope', 'not_found', 'rate_limited', 'table_not_allowed']

const record = (ctx: Context, { method, name }: Called, outcome: AuditFacts['outcome'], details: Record<string, unknown>): Promise<void> =>
  recordAudit(ctx, {
    type: 'mcp.called',
    resource: { type: 'mcp', id: null },
    ...(outcome ? { outcome } : {}),
    details: { method, name, ...ofApp(ctx), ...details },
  })

/** The connected app a person's call came by. */
const ofApp = ({ actor }: Context): Record<string, string> =>
  actor.type === 'user' && actor.credential.type === 'oauth' ? { connection_id: actor.credential.id } : {}

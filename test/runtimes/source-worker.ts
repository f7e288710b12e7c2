import type { ConnectedSpec, Engine } from '#connectors/sources/engine.ts'
import { networkEngines } from '#connectors/sources/network-engines.ts'
import { createEdgeNetwork } from '#connectors/sources/safe-connect-edge.ts'
import { Failure } from '#domain/failure.ts'
import type { SourceTable } from '#domain/semantics/sources/source.ts'

/** One call of an engine, as a Worker makes it. `leaveAfterMs` is when its caller goes. */
export type EngineCall = { spec: ConnectedSpec; leaveAfterMs?: number } & (
  | { method: 'validate' | 'introspect' }
  | { method: 'profile'; table: SourceTable }
  | { method: 'query'; query: Parameters<Engine['query']>[1] }
)

function call(engine: Engine, given: EngineCall, signal: AbortSignal): Promise<unknown> {
  if (given.method === 'profile') return engine.profile(given.spec, given.table, signal)
  return given.method === 'query' ? engine.query(given.spec, given.query, signal) : engine[given.method](given.spec, signal)
}

export default {
  async fetch(request: Request): Promise<Response> {
    const given = (await request.json()) as EngineCall
    const network = createEdgeNetwork({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
    const engine = await networkEngines[given.spec.type]?.open({ network, pooled: false })
    if (!engine) return Response.json({ code: 'unknown', message: 'no such engine' })
    const signal = given.leaveAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(given.leaveAfterMs)
    try {
      return Response.json({ result: await call(engine, given, signal) })
    } catch (error) {
      const code = error instanceof Failure ? error.code : error instanceof Error ? error.name : 'unknown'
      return Response.json({ code, message: error instanceof Error ? error.message : String(error), cause: String((error as Failure).details?.cause ?? '') })
    }
  },
}

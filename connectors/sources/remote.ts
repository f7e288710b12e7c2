import type { z } from 'zod'
import { fromBase64 } from '#domain/access/base64.ts'
import { Failure } from '#domain/failure.ts'
import type { Sources } from '#domain/semantics/sources/source.ts'
import type { Rasterize } from '../charts/drawer.ts'
import { pourResult } from './pour-result.ts'
import { fromSentFailure, type RemoteCall, RemoteReply, RemoteResults } from './wire.ts'

const CALL_MS = 150_000
const SLACK_MS = 5_000

export type RemoteSourcesOptions = { url: string; secret: string; fetch?: typeof globalThis.fetch }

type Call = <M extends keyof typeof RemoteResults>(
  request: RemoteCall & { method: M },
  signal: AbortSignal,
  timeoutMs?: number,
) => Promise<z.infer<(typeof RemoteResults)[M]>>

/** Calls of a query runner (`serve.ts`): each is one POST. Fails with what the runner answers, or `datasource_unreachable`. */
function createCall(options: RemoteSourcesOptions): Call {
  const send = options.fetch ?? globalThis.fetch
  return async (request, signal, timeoutMs = CALL_MS) => {
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const response = await send(options.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${options.secret}` },
        body: JSON.stringify(request),
        redirect: 'manual',
        signal: AbortSignal.any([signal, limit]),
      })
      const reply = RemoteReply.parse(await response.json())
      if ('failure' in reply) throw fromSentFailure(reply.failure)
      return RemoteResults[request.method].parse(reply.result) as never
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Failure && error.code !== 'unauthenticated') throw error
      if (limit.aborted) throw new Failure('query_timeout', 'the query runner took too long', { cause: error })
      throw new Failure('datasource_unreachable', 'the query runner does not answer', { cause: error })
    }
  }
}

/** PNGs for a runtime that has no room to make them, by a query runner. */
export function createRemoteRasterize(options: RemoteSourcesOptions): Rasterize {
  const call = createCall(options)
  return async (svg, scale) => {
    const { png, missing } = await call({ method: 'rasterize', args: { svg, scale } }, AbortSignal.timeout(CALL_MS))
    return { bytes: fromBase64(png), missing }
  }
}

/** `Sources` for a runtime without processes or files: each call is one POST to a query runner (`serve.ts`). Fails with what the runner answers, or `datasource_unreachable`. */
export function createRemoteSources(options: RemoteSourcesOptions): Sources {
  const call = createCall(options)
  return {
    serves: () => true,
    validate: (spec, signal) => call({ method: 'validate', spec }, signal),
    introspect: (spec, signal) => call({ method: 'introspect', spec }, signal),
    profile: (spec, table, signal) => call({ method: 'profile', spec, args: { table } }, signal),
    async query(spec, query, signal, sink) {
      const result = await call({ method: 'query', spec, args: { query } }, signal, query.timeoutMs + SLACK_MS + CALL_MS / 10)
      return sink ? pourResult(result, sink) : result
    },
  }
}

import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { type ErrorBody, failureReply, internalBody } from './failures.ts'

/** What a client is told of a failure after its stream began; the log line of the request is written by then. */
export function lateFailure(ctx: Context, error: unknown): ErrorBody {
  const { id } = ctx.request
  if (error instanceof Failure) {
    const { cause } = error.details
    ctx.ports.log({ level: 'warn', message: 'answer failed', request_id: id, code: error.code, ...(cause === undefined ? {} : { cause: described(cause) }) })
    return failureReply(error, id).body
  }
  ctx.ports.log({ level: 'error', message: 'answer failed', request_id: id, code: 'internal', cause: described(error) })
  return internalBody(id)
}

const described = (cause: unknown): string =>
  (cause instanceof Error ? (cause.stack ?? cause.message) : (JSON.stringify(cause) ?? String(cause))).slice(0, 4000)

import { toBase64 } from '#domain/access/base64.ts'
import { Failure } from '#domain/failure.ts'
import type { Sources } from '#domain/semantics/sources/source.ts'
import type { Rasterize } from '../charts/drawer.ts'
import { RemoteCall, type RemoteReply, toSentFailure } from './wire.ts'

/** A drawing may have thousands of marks. */
const MAX_BODY_BYTES = 16 * 1024 * 1024

/** The HTTP form of `Sources` for `createRemoteSources`: one POST per call, always JSON; a caller's leaving stops its query. Bodies up to 16 MB. */
export function createSourcesHandler(sources: Sources, secret: string, rasterize?: Rasterize): (request: Request) => Promise<Response> {
  if (secret.length < 32) throw new Error('the secret of the query runner needs at least 32 characters')
  const expected = digest(`Bearer ${secret}`)
  return async (request) => {
    if (request.method !== 'POST') return reply(405, { failure: toSentFailure(new Failure('invalid', 'the query runner answers POST only')) })
    if (!isEqual(await expected, await digest(request.headers.get('authorization') ?? ''))) {
      return reply(401, { failure: toSentFailure(new Failure('unauthenticated', 'the secret of the query runner is wrong')) })
    }
    try {
      const call = RemoteCall.safeParse(await readJson(request))
      if (!call.success) return reply(422, { failure: toSentFailure(new Failure('invalid', 'not a call of the query runner', { cause: call.error })) })
      return reply(200, { result: await dispatch({ sources, rasterize }, call.data, request.signal) })
    } catch (error) {
      if (error instanceof Failure) return reply(200, { failure: toSentFailure(error) })
      if (!request.signal.aborted) console.error(error)
      return reply(500, { failure: toSentFailure(new Failure('query_failed', 'the query runner failed')) })
    }
  }
}

async function dispatch(
  { sources, rasterize }: { sources: Sources; rasterize: Rasterize | undefined },
  call: RemoteCall,
  signal: AbortSignal,
): Promise<unknown> {
  switch (call.method) {
    case 'validate':
      return sources.validate(call.spec, signal)
    case 'introspect':
      return sources.introspect(call.spec, signal)
    case 'profile':
      return sources.profile(call.spec, call.args.table, signal)
    case 'query':
      return sources.query(call.spec, call.args.query, signal)
    case 'rasterize': {
      if (!rasterize) throw new Failure('source_unavailable_here', 'this query runner draws no pictures')
      const { bytes, missing } = await rasterize(call.args.svg, call.args.scale)
      return { png: toBase64(bytes), missing }
    }
  }
}

/** Counts what arrives instead of believing a header. */
async function readJson(request: Request): Promise<unknown> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new Failure('invalid', 'the call is larger than 16 MB')
    text += decoder.decode(chunk, { stream: true })
  }
  try {
    return JSON.parse(text + decoder.decode())
  } catch (error) {
    throw new Failure('invalid', 'the call is not JSON', { cause: error })
  }
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** Looks at every byte whatever it finds, so that the time taken tells nothing. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
}

function reply(status: number, body: RemoteReply): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}

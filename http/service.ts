import type { OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import type { Service } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { docs } from './docs.ts'
import { failureReply, internalBody } from './failures.ts'
import { health } from './health.ts'
import type { Env } from './inbound.ts'
import { challenge, oauthMetadata } from './oauth-metadata.ts'
import { refusalFirst } from './refusal-first.ts'
import { json } from './reply.ts'
import { createRouter, HEADERS } from './router.ts'
import { SCIM_PATH, scimErrorBody, scimStatus, scimType } from './scim.ts'

export const prefixOf = (service: Service): string => `/api/v1/${service}`

/** One service's app: its routers under its prefix, `/health`, the reference, `pages` that stand beside the API, and one way to fail. */
export function createService(service: Service, title: string, routers: OpenAPIHono<Env>[], pages: OpenAPIHono<Env>[] = []): OpenAPIHono<Env> {
  const app = createRouter()
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key (qk_…), a sign-in token, the token of a connected app (OAuth 2.1), a guest token, or below /scim/v2 the token of a directory (qd_…)',
  })
  for (const [name, header] of Object.entries(HEADERS)) app.openAPIRegistry.registerComponent('parameters', name, header)
  app.route('/', health)
  for (const router of routers) app.route(prefixOf(service), router)
  app.route(prefixOf(service), docs(service, title, app))
  app.route('/', oauthMetadata())
  for (const page of pages) app.route('/', page)

  app.onError(async (error, c) => {
    const { trace } = c.env
    const found = error instanceof Failure ? error : error instanceof HTTPException ? fromHttp(error) : null
    const failure = found && (await refusalFirst(c, found))
    const isScim = c.req.path.startsWith(`${prefixOf(service)}${SCIM_PATH}`)
    trace.errorCode = failure?.code ?? 'internal'
    trace.cause = failure ? failure.details.cause : error
    if (!failure) return isScim ? json(c, scimErrorBody('internal', null), 500, { 'content-type': scimType(c) }) : json(c, internalBody(trace.requestId), 500)
    const { status, body, headers } = failureReply(failure, trace.requestId)
    if (isScim) return json(c, scimErrorBody(failure.code, failure), scimStatus(failure.code), { ...headers, 'content-type': scimType(c) })
    return json(c, body, status, status === 401 ? { ...headers, 'www-authenticate': challenge(c) } : headers)
  })

  const methods = methodTable(app)
  app.notFound((c) => {
    const matching = methods.filter(({ path }) => path.test(c.req.path))
    // As in OpenAPI a path without parameters is none of those with.
    const fewest = Math.min(...matching.map(({ parameters }) => parameters))
    const allow = [...new Set(matching.filter(({ parameters }) => parameters === fewest).map(({ method }) => method))]
    if (allow.length)
      throw new Failure('method_not_allowed', `${c.req.method} is not answered here`, { allow: allow.includes('GET') ? [...allow, 'HEAD'] : allow })
    throw new Failure('not_found', 'no such path')
  })
  return app
}

/** What the HTTP layers below ours refuse: a body that is not JSON (400) or not of the declared type (415). */
function fromHttp(error: HTTPException): Failure {
  if (error.status === 415 || /content-?type/i.test(error.message))
    return new Failure('unsupported_media_type', 'send the body with a content type this route declares')
  return new Failure('malformed_request', error.message || 'malformed request')
}

function methodTable(app: OpenAPIHono<Env>): { method: string; path: RegExp; parameters: number }[] {
  const seen = new Map(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  return [...seen.values()].map(({ method, path }) => ({
    method,
    parameters: path.split(':').length - 1,
    path: new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+')}$`),
  }))
}

import type { OpenAPIHono } from '@hono/zod-openapi'
import type { z } from 'zod'
import type { Service } from '#domain/context.ts'
import type { Access } from '#http/access-rule.ts'
import { ErrorBody } from '#http/failures.ts'
import type { Env } from '#http/inbound.ts'
import { prefixOf } from '#http/service.ts'
import { strictly } from './strictly.ts'

type Declared = { description: string; content?: Record<string, { schema: z.ZodType }> }
type Request = { body?: { content: Record<string, { schema: z.ZodType }>; required?: boolean }; query?: z.ZodObject; params?: z.ZodObject }
export type Contract = {
  service: Service
  method: string
  path: string
  operationId: string
  access: Access
  request: Request
  responses: Map<number, Declared>
  matches: RegExp
}

/** Every route an app declares, with its full path. */
export function contractsOf(service: Service, app: OpenAPIHono<Env>): Contract[] {
  return app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const { method, path, operationId, request, responses, ...more } = definition.route
    return [
      {
        service,
        method: method.toUpperCase(),
        path,
        operationId: operationId ?? '',
        access: (more as unknown as { 'x-access': Access })['x-access'],
        request: (request ?? {}) as Request,
        responses: new Map(Object.entries(responses).map(([status, declared]) => [Number(status), declared as Declared])),
        matches: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
      },
    ]
  })
}

/** The contract a request falls under: the one whose path has the fewest parameters. */
export const contractFor = (contracts: Contract[], method: string, path: string): Contract | undefined =>
  contracts
    .filter((contract) => contract.method === method && contract.matches.test(path))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0]

/** Why a reply breaks its contract, or `null` when it keeps it. Statuses that come before any route (404, 405 of an unknown path) have the error's shape. */
export function breach(contract: Contract | undefined, status: number, contentType: string | null, body: unknown): string | null {
  if (!contract)
    return ErrorBody.safeParse(body).success ? null : `a reply ${status} of no route without the error's shape: ${JSON.stringify(body)?.slice(0, 300)}`
  const declared = contract.responses.get(status)
  const name = `${contract.method} ${contract.path}`
  if (!declared) return `${name} answered ${status}, which it does not declare: ${JSON.stringify(body)?.slice(0, 500)}`
  if (!declared.content) return body === '' || body === undefined ? null : `${name} answered ${status} with a body it does not declare`
  const type = contentType?.split(';')[0] ?? ''
  const media = declared.content[type]
  if (!media) return `${name} answered ${status} as "${type}", which it does not declare`
  if (type !== 'application/json') return null
  const checked = strictly(media.schema).safeParse(body)
  return checked.success
    ? null
    : `${name} answered ${status} outside its schema: ${JSON.stringify(checked.error.issues).slice(0, 1500)}\n${JSON.stringify(body).slice(0, 500)}`
}

export const fullPath = (short: string): string => {
  const service = short.split('/')[1] as Service
  return short.startsWith('/api/') || short.startsWith('/embedded/') || short === '/health' || short.startsWith('/health?')
    ? short
    : `${prefixOf(service)}${short.slice(service.length + 1)}`
}

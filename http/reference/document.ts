import type { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Service } from '#domain/context.ts'
import type { Env } from '../inbound.ts'
import { exampleOf, type KnownExamples } from './examples.ts'
import { type DocumentedParameter, describeParameter } from './parameters.ts'
import { RULES, SERVICE_TEXTS, TAG_TEXTS } from './texts.ts'

type Media = Record<string, { schema?: unknown; example?: unknown }>
type Operation = { operationId?: string; tags?: string[]; parameters?: DocumentedParameter[]; responses: Record<string, { content?: Media }> }
type Document = { paths?: Record<string, Record<string, Operation>>; tags?: { name: string; description?: string }[]; components?: unknown }

/** What a route declares, as far as a document is made of it. */
export type Declared = {
  operationId?: string
  request?: { query?: z.ZodType; params?: z.ZodType; body?: { content: Media } }
  responses: Record<string, { content?: Media }>
}

/** Every route of a service, as declared. */
const declaredBy = (app: OpenAPIHono<Env>): Declared[] =>
  app.openAPIRegistry.definitions.flatMap((definition) => (definition.type === 'route' ? [definition.route as unknown as Declared] : []))

/** A service's OpenAPI 3.1 document. Its server is the origin it was read from: the paths are whole. */
export function openApiDocument(app: OpenAPIHono<Env>, { service, title, version }: { service: Service; title: string; version: string }): Document {
  const generated = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: `${SERVICE_TEXTS[service]}\n\n${RULES}`,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/', description: 'The origin this document was read from' }],
  }) as unknown as Document
  const document = withNullableReferences(generated) as Document
  const routes = declaredBy(app)
  const known = knownExamples(routes)
  const declared = new Map(routes.map((route) => [route.operationId, route]))
  const tags = new Set<string>()
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    for (const tag of operation.tags ?? []) tags.add(tag)
    const route = declared.get(operation.operationId)
    if (route) complete(operation, route, known)
  }
  document.tags = [...tags].map((name) => ({ name, ...(TAG_TEXTS[name] ? { description: TAG_TEXTS[name] } : {}) }))
  return document
}

/** Says of each parameter what its schema says, and gives each reply that succeeds an example. */
function complete(operation: Operation, route: Declared, known: KnownExamples): void {
  const shapes = { query: shapeOf(route.request?.query), path: shapeOf(route.request?.params) }
  operation.parameters = operation.parameters?.map((parameter) =>
    describeParameter(parameter, parameter.in === 'query' || parameter.in === 'path' ? shapes[parameter.in][parameter.name ?? ''] : undefined),
  )
  if (!operation.parameters?.length) delete operation.parameters
  for (const [status, { content }] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue
    for (const [type, media] of Object.entries(content ?? {})) {
      media.example ??= exampleOfMedia(type, route.responses[status]?.content?.[type]?.schema, known)
      if (media.example === undefined) delete media.example
    }
  }
}

const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> => (schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {})

/** What a reply of a media type looks like: by its schema, which for lines and events is that of one of them. */
export function exampleOfMedia(type: string, schema: unknown, known: KnownExamples): unknown {
  if (schema instanceof z.ZodType && !(schema instanceof z.ZodString) && !(schema instanceof z.ZodUnknown)) return exampleOf(schema, known)
  return TEXTS[type]
}

const TEXTS: Record<string, string> = {
  'text/event-stream': 'data: {"type":"status","status":"planning"}\n\ndata: [DONE]\n\n',
  'application/x-ndjson': '{"region":"EU","revenue":4200}\n{"region":"US","revenue":3100}\n',
  'text/csv': 'region,revenue\r\nEU,4200\r\nUS,3100\r\n',
  'text/plain': 'Show me revenue by region.\n',
  'text/vtt': 'WEBVTT\n\n00:00.000 --> 00:01.400\nShow me revenue by region.\n',
  'text/html': '<!doctype html>',
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'application/yaml': 'querent: 1\n',
}

/** The examples of the requests of a service by what they make or change: `NewChart` and `ChartChange` tell of a `Chart`. */
export function knownExamples(routes: Declared[]): KnownExamples {
  const known = new Map<string, Record<string, unknown>>()
  for (const { request } of routes) {
    const schema = request?.body?.content['application/json']?.schema
    const { id, example } = schema instanceof z.ZodType ? (schema.meta() ?? {}) : {}
    if (!id || !example || typeof example !== 'object') continue
    const made = id.replace(/^New/, '').replace(/Change$/, '')
    known.set(made, { ...known.get(made), ...(id.startsWith('New') ? example : {}) })
  }
  return known
}

/**
 * The generator writes a reference that may be null as `T` and `T or null` at once, which null is not.
 * Each becomes the choice it is.
 */
export function withNullableReferences(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withNullableReferences)
  if (typeof part !== 'object' || part === null) return part
  const { allOf, ...rest } = part as { allOf?: unknown }
  const others = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withNullableReferences(value)]))
  if (!Array.isArray(allOf)) return others
  const [reference, ...more] = allOf as { $ref?: string; type?: unknown }[]
  const nullable = more.some(({ type }) => Array.isArray(type) && type.includes('null'))
  if (!reference?.$ref || !nullable) return { ...others, allOf: allOf.map(withNullableReferences) }
  return { ...others, ...Object.assign({}, ...more.map(({ type: _, ...said }) => said)), anyOf: [{ $ref: reference.$ref }, { type: 'null' }] }
}

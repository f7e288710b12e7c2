import { createRoute, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import type { AskedType } from '#domain/access/asked-object.ts'
import type { Level } from '#domain/allow.ts'
import { Failure, type FailureCode } from '#domain/failure.ts'
import { exampleId, type IdPrefix } from '#domain/identifiers.ts'
import type { Access } from './access-rule.ts'
import { ErrorBody, FAILURES } from './failures.ts'
import { gate } from './gate.ts'
import type { Env } from './inbound.ts'
import { usePlainMessages } from './plain-messages.ts'
import { parametersOf } from './query-parameters.ts'
import { RememberingRouter } from './remembering-router.ts'

usePlainMessages()

/** An empty router: validation failures become the house's 422, naming each member at fault. */
export const createRouter = () =>
  new OpenAPIHono<Env>({
    router: new RememberingRouter(),
    defaultHook: (result) => {
      if (!result.success) throw validationFailure(result.target, result.error.issues)
    },
  })

/** What zod found, as the failure a caller meets. */
export function validationFailure(target: string, issues: readonly z.core.$ZodIssue[]): Failure {
  const details = issues.flatMap((issue) => flatten(issue, [])).slice(0, 50)
  const first = details[0]
  const where = target === 'json' || target === 'form' ? 'body' : target
  return new Failure('invalid', first ? `${first.path || where}: ${first.message}` : 'the request is not valid', {
    ...(first?.path ? { param: first.path } : {}),
    details: details.map(({ path, message }) => ({ path: path || where, message })),
  })
}

/** A union's issue hides the reasons of its branches: those of the branch that came furthest are told, and of several the one that misses least. */
function flatten(issue: z.core.$ZodIssue, prefix: PropertyKey[]): { path: string; message: string }[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length) {
    const furthest = issue.errors.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? []
    if (furthest.length && depth(furthest) > 0) return furthest.flatMap((inner) => flatten(inner, path))
  }
  return [{ path: path.map(String).join('.'), message: issue.message }]
}

/** A member too many is found inside its object. */
const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map(({ code, path }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)))

/** A JSON request body. */
export const body = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema } }, required: true as const })

/** A reply of server-sent events. OpenAPI 3.1 has no form for them: what they tell stands in the description. */
export const eventContent = (description: string) => ({ 'text/event-stream': { schema: z.unknown().meta({ description }) } })

/** A JSON reply. */
export const reply = <T extends z.ZodType>(schema: T, description: string) => ({ description, content: { 'application/json': { schema } } })

const ownFailing = (codes: readonly FailureCode[]) =>
  Object.fromEntries(
    Map.groupBy(codes, (code) => FAILURES[code][0])
      .entries()
      .map(([status, same]) => [status, { description: same.join(', '), content: { 'application/json': { schema: ErrorBody } } }]),
  )

type Definition = Omit<RouteConfig, 'middleware' | 'security'> & {
  access: Access
  /** What this route can fail with beyond what every route can. */
  fails?: FailureCode[]
  /** Query parameters beside the declared ones are ignored: for protocols of others, whose clients send their own. */
  anyQuery?: true
  /** What is declared of the failures it answers, where that is not our own form. */
  failing?: (codes: readonly FailureCode[]) => Record<number, object>
}

const everyRoute: FailureCode[] = ['overloaded', 'draining', 'invalid']
const behindGate: FailureCode[] = ['unauthenticated', 'forbidden', 'insufficient_scope', 'rate_limited']
const withBody: FailureCode[] = ['malformed_request', 'payload_too_large', 'unsupported_media_type']
const withIdempotency: FailureCode[] = ['idempotency_in_progress', 'idempotency_reply_lost', 'idempotency_key_reused']

/** The request headers every route of a kind understands; the gate reads them, the document only names them. */
export const HEADERS = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]{1,255}$' },
    example: 'b1a8f2c4-order-42',
    description: 'Repeating the request with the same key within 24 hours answers the first reply again and changes nothing; 1 to 255 visible ASCII characters',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,15}")$' },
    example: '"3"',
    description: 'The `ETag` the resource was read with: 412 when it changed since; `*` for any',
  },
} as const

const headersOf = ({ method, path }: Pick<Definition, 'method' | 'path'>, open: boolean): (keyof typeof HEADERS)[] => {
  if (method === 'post') return open ? [] : ['Idempotency-Key']
  return method === 'patch' || (method !== 'get' && path.endsWith('}')) ? ['If-Match'] : []
}

/** The status a route declares for success; where a thing may be there already, that of one that was made: only changes are on record. */
const successOf = (responses: object): number | null =>
  201 in responses
    ? 201
    : (Object.keys(responses)
        .map(Number)
        .find((status) => status < 300) ?? null)

/** What Node and Bun read of an address and its headers in all, in bytes. */
const LONGEST_HEAD = 16_384
/** A character is up to nine bytes of an address. */
const LONGEST_CHARACTER = 9

const tooLong = { 431: { description: `The address and the headers are longer than the server reads: ${LONGEST_HEAD} bytes on Node and Bun. It has no body` } }

/** Whether a query that its schema takes may be longer than a server reads. */
const mayBeTooLong = (query: unknown): boolean =>
  (query instanceof z.ZodObject ? Object.values(query.shape) : []).reduce<number>((sum, parameter) => sum + longestOf(parameter as z.ZodType), 0) *
    LONGEST_CHARACTER >
  LONGEST_HEAD

function longestOf(parameter: z.ZodType): number {
  if (parameter instanceof z.ZodOptional || parameter instanceof z.ZodDefault) return longestOf(parameter.unwrap() as z.ZodType)
  return parameter instanceof z.ZodString ? (parameter.maxLength ?? Number.POSITIVE_INFINITY) : 0
}

/** Declares a route: its contract, who may call it, and every failure it can answer with. The gate runs before validation. */
export function route<D extends Definition>({ access, fails = [], anyQuery, failing = ownFailing, ...definition }: D) {
  const open = access.who === 'anyone'
  const [, collection = ''] = definition.path.split('/')
  const needsJson = !access.rawBody && definition.request?.body?.required === true
  const codes = [
    ...everyRoute,
    ...(open ? [] : behindGate),
    ...(definition.request?.body ? withBody : []),
    ...(definition.request?.params || access.object ? (['not_found'] as const) : []),
    ...(definition.method === 'post' && !open ? withIdempotency : []),
    ...(definition.method === 'put' || definition.method === 'patch' || definition.method === 'delete' ? (['precondition_failed'] as const) : []),
    ...fails,
  ]
  return createRoute({
    tags: [collection],
    ...definition,
    parameters: headersOf(definition, open).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    security: open ? [] : [{ bearer: [] }],
    'x-access': access,
    middleware: [gate(access, anyQuery ? null : parametersOf(definition.request?.query), needsJson, successOf(definition.responses), definition.path)],
    responses: { ...failing([...new Set(codes)]), ...(mayBeTooLong(definition.request?.query) ? tooLong : {}), ...definition.responses },
  } as unknown as Omit<D, 'access' | 'fails' | 'anyQuery' | 'failing'>)
}

/** The access of a route about one object, whose id stands in the path, body or query under `name`. */
export const onObject = (type: AskedType, level: Level, name: string, where: 'path' | 'body' | 'query' = 'path', more: Partial<Access> = {}): Access => ({
  who: 'user',
  object: { type, level, name, in: where },
  ...more,
})

/** A path parameter that holds an id with this prefix. */
export const idParam = <Name extends string>(name: Name, prefix: IdPrefix) =>
  z.object({
    [name]: z
      .string()
      .min(1)
      .max(64)
      .meta({ param: { name, in: 'path' }, example: exampleId(prefix) }),
  } as { [N in Name]: z.ZodString })

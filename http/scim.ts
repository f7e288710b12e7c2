import type { Context as Call } from 'hono'
import { z } from 'zod'
import type { Failure, FailureCode } from '#domain/failure.ts'
import { FAILURES, type FailureStatus } from './failures.ts'
import type { Env } from './inbound.ts'

export const SCIM_TYPE = 'application/scim+json'
/** The path its endpoints stand below, within a service. */
export const SCIM_PATH = '/scim/v2'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of every error of SCIM (RFC 7644 §3.12). */
export const ScimErrorBody = z
  .object({ schemas: z.array(z.string()), status: z.string(), scimType: z.string().optional(), detail: z.string() })
  .meta({ id: 'ScimError', example: { schemas: [ERROR], status: '409', scimType: 'uniqueness', detail: 'a user with this userName exists' } })
export type ScimErrorBody = z.infer<typeof ScimErrorBody>

/** Where the statuses of SCIM are others than ours: what is not valid is 400, and 409 says that somebody else was first, which a last administrator is not. */
const STATUSES: Partial<Record<FailureCode | 'internal', FailureStatus>> = { invalid: 400, last_admin: 403 }
export const scimStatus = (code: FailureCode | 'internal'): FailureStatus => STATUSES[code] ?? FAILURES[code][0]

export function scimErrorBody(code: FailureCode | 'internal', failure: Failure | null): ScimErrorBody {
  const scimType = failure?.details.scim ?? (code === 'invalid' ? 'invalidValue' : code === 'malformed_request' ? 'invalidSyntax' : undefined)
  return { schemas: [ERROR], status: String(scimStatus(code)), ...(scimType ? { scimType } : {}), detail: failure?.message ?? 'internal error' }
}

/** `application/scim+json`, unless the client takes plain JSON alone (RFC 7644 §3.8). */
export function scimType(c: Pick<Call<Env>, 'req'>): string {
  const accepted = c.req.header('accept') ?? '*/*'
  return !/scim\+json|\*\/\*|application\/\*/i.test(accepted) && /application\/json/i.test(accepted) ? 'application/json; charset=utf-8' : SCIM_TYPE
}

const both = (schema: z.ZodType) => ({ [SCIM_TYPE]: { schema }, 'application/json': { schema } })

/** A body of SCIM, as it is sent and as it is answered. */
export const scimBody = <T extends z.ZodType>(schema: T) => ({ content: { 'application/json': { schema }, [SCIM_TYPE]: { schema } }, required: true as const })
export const scimReply = (schema: z.ZodType, description: string) => ({ description, content: both(schema) })

/** What a route of SCIM declares of the failures it answers. */
export const scimFailing = (codes: readonly FailureCode[]) =>
  Object.fromEntries(
    Map.groupBy(codes, scimStatus)
      .entries()
      .map(([status, same]) => [status, scimReply(ScimErrorBody, same.join(', '))]),
  )

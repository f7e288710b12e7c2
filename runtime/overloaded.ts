import { Failure } from '#domain/failure.ts'

/** What a caller meets when the database stays locked by somebody else. */
export const overloaded = (cause: unknown): Failure => new Failure('overloaded', 'the server is busy: try again shortly', { retryAfter: 1, cause })

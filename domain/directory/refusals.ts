import { Failure, type ScimError } from '../failure.ts'

/** What is wrong with a request of SCIM, with the code RFC 7644 §3.12 has for it. */
export const refused = (scim: ScimError, message: string): Failure => new Failure(scim === 'uniqueness' ? 'already_exists' : 'invalid', message, { scim })

/** A piece of what was sent, short enough for a message. */
export const quoted = (text: unknown): string => JSON.stringify(String(text).slice(0, 80))

import { Failure, type OAuthError } from '../../failure.ts'

/** A failure with the code OAuth has for it. */
export const refuse = (oauth: OAuthError, message: string, param?: string): Failure => new Failure('invalid', message, { oauth, ...(param ? { param } : {}) })

import type { FailureCode } from '#domain/failure.ts'
import type { Exchange } from './exchange.ts'

/** What a client meets. */
export type Outcome = {
  /** The failure, or none: the answer is whole. */
  code?: FailureCode
  /** With a failure: whether words had come, which are kept and marked incomplete. */
  partial?: boolean
  /** What the answer says, where it is whole. */
  text?: RegExp
  finish?: 'stop' | 'length'
  /** Requests the provider got, at most. */
  calls?: number
  /** `Retry-After` of the refusal. */
  retryAfter?: string
}

/** One way for a provider to fail, and what is documented to come of it. */
export type Fault = {
  name: string
  about: string
  /** Answers one request; absent where there is nobody to ask. */
  reply?: (exchange: Exchange) => void
  /** Where a provider is looked for that is not there. */
  address?: string
  outcome: Outcome
  /** A model that may call tools goes on where another has ended. */
  withTools?: Outcome
  /** Of an answer that was asked for in one piece, where that is another. */
  whole?: Outcome
}

/** What a person reads of an error: our own messages are written to be read alone, anything else comes with its stack. */
export const reason = (error: unknown): string => (error instanceof Error && error.constructor === Error ? error.message : stackOf(error))

/** What a log keeps of an error. */
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

import type { ApiFailure } from '#web/api/failure.ts'

/** What the process ends with; `docs/guides/cli.md` says the same in words. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  signedOut: 3,
  forbidden: 4,
  notFound: 5,
  unreachable: 6,
  refused: 7,
  negative: 8,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A failure this program tells by itself, with what it ends with. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly exitCode: ExitCode
  readonly hint: string | null

  constructor(exitCode: ExitCode, message: string, hint: string | null = null) {
    super(message)
    this.exitCode = exitCode
    this.hint = hint
  }
}

/** What a call that the server refused ends with. */
export function exitCodeOf({ status }: ApiFailure): ExitCode {
  if (status === 401) return EXIT.signedOut
  if (status === 403) return EXIT.forbidden
  if (status === 404) return EXIT.notFound
  return status >= 400 && status < 500 ? EXIT.refused : EXIT.failed
}

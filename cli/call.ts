import type { Command } from 'commander'
import { type Credentials, readCredentials, urlOf } from './credentials.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import type { Format } from './rows.ts'
import { type Service, serviceAt } from './service.ts'
import { tokensOf } from './sign-in/tokens.ts'
import type { Terminal } from './terminal.ts'

/** What a line of commands is run with. */
export type World = { env: Record<string, string | undefined>; terminal: Terminal; setExitCode(code: number): void }

type GlobalOptions = { output: Format; url?: string }

/** What a command needs of its call: where it writes, in which form, and the services it speaks to. */
export type Call = World & { format: Format; url: string; kept: Credentials | null; service(): Service }

/** The call of `command`, by its global options, the environment and the kept credentials. */
export function callOf(world: World, command: Command): Call {
  const { output, url: given } = command.optsWithGlobals<GlobalOptions>()
  const kept = world.env.QUERENT_KEY && (given || world.env.QUERENT_URL) ? null : readCredentials(world.env)
  const url = urlOf(world.env, given, kept)
  return { ...world, format: output, url, kept, service: () => serviceAt(url, credentialFor(world.env, url, kept)) }
}

/** What to call `url` with: `QUERENT_KEY`, or what is kept where it belongs to this address. Fails with what to do when there is nothing. */
function credentialFor(env: World['env'], url: string, kept: Credentials | null): string | (() => Promise<string>) {
  if (env.QUERENT_KEY) return env.QUERENT_KEY
  if (!kept || kept.url !== url) throw new CommandFailure(EXIT.signedOut, `not signed in at ${url}`, 'sign in with `querent login`, or set QUERENT_KEY')
  return 'key' in kept ? kept.key : tokensOf(env, kept)
}

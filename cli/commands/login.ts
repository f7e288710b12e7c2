import { hostname } from 'node:os'
import { Command } from 'commander'
import { ApiFailure } from '#web/api/failure.ts'
import { type Call, callOf, type World } from '../call.ts'
import { credentialsPath, readCredentials, removeCredentials, urlOf, writeCredentials } from '../credentials.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { writeRecord } from '../rows.ts'
import { type Service, serviceAt } from '../service.ts'
import { harmless } from '../terminal.ts'

const DAY_MS = 86_400_000
type Options = { key?: string; email?: string; days: string; url?: string }

/** `querent login`: keeps a key for this address, a given one or one that is made by signing in. */
export const loginCommand = (world: World): Command =>
  new Command('login')
    .description('keep the address and a key for the other commands')
    .option('-k, --key <key>', 'an API key; - reads it from standard input')
    .option('-e, --email <address>', 'sign in by password and have a key made')
    .option('--days <days>', 'how long a key that is made holds', '90')
    .action(async (_options: unknown, command: Command) => {
      const { terminal, env } = world
      const { key, email, days, url: given } = command.optsWithGlobals<Options>()
      const url = urlOf(env, given, null)
      const typed = key ?? email ?? (await typedName(world))
      const signedIn =
        email === undefined && /^(?:qk_|-$)/.test(typed)
          ? { key: typed === '-' ? (await terminal.input()).trim() : typed }
          : await makeKey(world, url, typed, days)
      const user = await serviceAt(url, signedIn.key).call('GET /core/users/me', {})
      if (typeof user?.email !== 'string') throw new CommandFailure(EXIT.failed, `${url} does not answer as Querent does`)
      const path = writeCredentials(env, { url, ...signedIn })
      terminal.err(`Signed in at ${url} as ${harmless(user.name || user.email)} <${harmless(user.email)}>. Kept in ${path}\n`)
    })

async function typedName({ terminal }: World): Promise<string> {
  if (!terminal.isInteractive)
    throw new CommandFailure(EXIT.usage, 'nobody is there to ask', 'give --key - and the key on standard input, or set QUERENT_URL and QUERENT_KEY')
  const typed = await terminal.ask('API key, or e-mail address: ', { hidden: false })
  if (typed === '') throw new CommandFailure(EXIT.usage, 'neither a key nor an address was given')
  return typed
}

/** Signs in by password, with a second factor where there is one, has a key made, and signs out again. */
async function makeKey({ terminal, env }: World, url: string, email: string, days: string): Promise<{ key: string; keyId: string }> {
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new CommandFailure(EXIT.usage, `${days} is no number of days`)
  const password = terminal.isInteractive ? await terminal.ask('Password: ', { hidden: true }) : (await terminal.input()).replace(/\r?\n$/, '')
  const outside = serviceAt(url, null)
  const first = await outside.call('POST /core/auths/signin', { body: { email, password } })
  const { token } = 'ticket' in first ? await secondStep(outside, terminal, first) : first
  const signedIn = serviceAt(url, token)
  try {
    const expires_at = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    const made = await signedIn.call('POST /core/auths/api-keys', { body: { name: `querent on ${env.HOSTNAME ?? hostname()}`, expires_at } })
    return { key: made.key, keyId: made.id }
  } finally {
    await signedIn.open('POST /core/auths/signout', {}).catch(() => undefined)
  }
}

async function secondStep(outside: Service, terminal: World['terminal'], { ticket, enrol }: { ticket: string; enrol: boolean }): Promise<{ token: string }> {
  if (enrol) throw new CommandFailure(EXIT.signedOut, 'this account needs a second factor first', `set it up at ${outside.url}, by signing in there`)
  if (!terminal.isInteractive) throw new CommandFailure(EXIT.signedOut, 'this account has a second factor', 'sign in on a terminal, or give --key')
  return outside.call('POST /core/auths/signin/second-factor', { body: { ticket, code: await terminal.ask('Code of your authenticator app: ') } })
}

/** `querent logout`: forgets the kept key, and revokes it where `login` had it made. */
export const logoutCommand = (world: World): Command =>
  new Command('logout').description('forget the kept key').action(async () => {
    const kept = readCredentials(world.env)
    if (!kept) throw new CommandFailure(EXIT.signedOut, `nobody is signed in: there is no ${credentialsPath(world.env)}`)
    removeCredentials(world.env)
    if (kept.keyId) await revoked(kept.url, kept.key, kept.keyId)
    world.terminal.err(`Signed out at ${kept.url}${kept.keyId ? ', and its key revoked' : ''}.\n`)
  })

/** Revokes a key by itself; one that has ended already is no failure. */
async function revoked(url: string, key: string, id: string): Promise<void> {
  try {
    await serviceAt(url, key).open('DELETE /core/auths/api-keys/{key_id}', { path: { key_id: id } })
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401) throw error
  }
}

/** `querent whoami`: whose key it is. */
export const whoamiCommand = (world: World): Command =>
  new Command('whoami').description('tell whose key is used, and where').action(async (_options: unknown, command: Command) => {
    const call: Call = callOf(world, command)
    const user = await call.service().call('GET /core/users/me', {})
    writeRecord(call.terminal, call.format, { url: call.url, ...user }, ['url', 'email', 'name', 'role', 'user_id'])
  })

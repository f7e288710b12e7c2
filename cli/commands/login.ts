import { hostname } from 'node:os'
import { Command } from 'commander'
import { ApiFailure } from '#web/api/failure.ts'
import { type Call, callOf, type World } from '../call.ts'
import { type Credentials, credentialsPath, type Env, type Held, readCredentials, removeCredentials, urlOf, writeCredentials } from '../credentials.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { writeRecord } from '../rows.ts'
import { type Service, serviceAt } from '../service.ts'
import { authorizationServerOf } from '../sign-in/authorization-server.ts'
import { signInByBrowser } from '../sign-in/browser.ts'
import { locked } from '../sign-in/lock.ts'
import { harmless } from '../terminal.ts'

const DAY_MS = 86_400_000
type Options = { key?: string; email?: string; days: string; url?: string; browser: boolean }

/** `querent login`: signs in by the browser, or keeps a key for this address, a given one or one that is made by a password. */
export const loginCommand = (world: World): Command =>
  new Command('login')
    .description('sign in by the browser, or with a key, and keep that for the other commands')
    .argument('[url]', 'where the services are found; as `--url`')
    .option('--no-browser', 'only print the address to sign in at')
    .option('-k, --key <key>', 'an API key; - reads it from standard input')
    .option('-e, --email <address>', 'sign in by password and have a key made')
    .option('--days <days>', 'how long a key that is made holds', '90')
    .action(async (place: string | undefined, _options: unknown, command: Command) => {
      const { terminal, env } = world
      const options = command.optsWithGlobals<Options>()
      const url = urlOf(env, place ?? options.url, null)
      const signedIn = await signIn(world, url, options)
      const user = await serviceAt(url, 'key' in signedIn ? signedIn.key : signedIn.connection.accessToken).call('GET /core/users/me', {})
      if (typeof user?.email !== 'string') throw new CommandFailure(EXIT.failed, `${url} does not answer as Querent does`)
      const before = await locked(env, async () => {
        const kept = readable(env)
        writeCredentials(env, { url, ...signedIn })
        return kept
      })
      terminal.err(`Signed in at ${url} as ${harmless(user.name || user.email)} <${harmless(user.email)}>. Kept in ${credentialsPath(env)}\n`)
      const isSame = before && 'key' in before && 'key' in signedIn && before.key === signedIn.key
      if (before && !isSame) await ended(before).catch(() => terminal.err(`What was kept before, of ${before.url}, could not be ended there.\n`))
    })

async function signIn(world: World, url: string, { key, email, days, browser }: Options): Promise<Held> {
  if (email !== undefined) return makeKey(world, url, email, days)
  if (key !== undefined && /^(?:qk_|-$)/.test(key)) return { key: key === '-' ? (await world.terminal.input()).trim() : key }
  if (key !== undefined) throw new CommandFailure(EXIT.usage, 'a key begins with qk_')
  const server = await authorizationServerOf(url)
  if (server) return { connection: await signInByBrowser(world, server, browser) }
  const typed = await typedName(world)
  return typed.startsWith('qk_') ? { key: typed } : makeKey(world, url, typed, days)
}

/** What is kept; `null` too where it cannot be used and is about to be replaced. */
function readable(env: Env): Credentials | null {
  try {
    return readCredentials(env)
  } catch (error) {
    if (error instanceof CommandFailure) return null
    throw error
  }
}

async function typedName({ terminal }: World): Promise<string> {
  if (!terminal.isInteractive)
    throw new CommandFailure(
      EXIT.usage,
      'there is no sign-in by a browser here, and nobody to ask',
      'give --key - and the key on standard input, or set QUERENT_URL and QUERENT_KEY',
    )
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

/** `querent logout`: forgets what is kept, and ends it where `login` had it made. */
export const logoutCommand = (world: World): Command =>
  new Command('logout').description('forget what is kept, and end a sign-in or a key that `login` made').action(async () => {
    const kept = await locked(world.env, async () => {
      const kept = readCredentials(world.env)
      removeCredentials(world.env)
      return kept
    })
    if (!kept) throw new CommandFailure(EXIT.signedOut, `nobody is signed in: there is no ${credentialsPath(world.env)}`)
    const what = await ended(kept)
    world.terminal.err(`Signed out at ${kept.url}${what ? `, and its ${what} revoked` : ''}.\n`)
  })

/** Ends what `login` had made, and tells what that was; one that has ended already is no failure, and a key that was given stays. */
async function ended(kept: Credentials): Promise<string | null> {
  if ('connection' in kept) {
    await (await authorizationServerOf(kept.url))?.revoke(kept.connection)
    return 'tokens'
  }
  if (!kept.keyId) return null
  try {
    await serviceAt(kept.url, kept.key).open('DELETE /core/auths/api-keys/{key_id}', { path: { key_id: kept.keyId } })
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 401) throw error
  }
  return 'key'
}

/** `querent whoami`: whose key it is. */
export const whoamiCommand = (world: World): Command =>
  new Command('whoami').description('tell whose key is used, and where').action(async (_options: unknown, command: Command) => {
    const call: Call = callOf(world, command)
    const user = await call.service().call('GET /core/users/me', {})
    writeRecord(call.terminal, call.format, { url: call.url, ...user }, ['url', 'email', 'name', 'role', 'user_id'])
  })

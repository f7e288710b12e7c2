import { hostname } from 'node:os'
import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import openInBrowser from 'open'
import type { World } from '../call.ts'
import type { Connection } from '../credentials.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { AuthorizationServer, Flow } from './authorization-server.ts'
import { type Loopback, listenOnLoopback } from './loopback.ts'

const WAIT_MINUTES = 5
const CLOSE = 'You may close this window.'

/** Has the person agree in a browser: authorization code with PKCE, by a loopback address. Without a browser here the address is for one elsewhere. */
export async function signInByBrowser({ terminal, env }: World, server: AuthorizationServer, opens: boolean): Promise<Connection> {
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
  const loopback = await listenOnLoopback(state)
  try {
    const flow: Flow = { state, verifier, redirectUri: loopback.redirectUri, clientId: await server.register(`querent on ${env.HOSTNAME ?? hostname()}`) }
    const address = await server.authorizationUrl(flow)
    terminal.err(`Sign in in a browser, at\n${address}\n`)
    if (opens) await openInBrowser(address).catch(() => terminal.err('No browser could be opened here.\n'))
    const connection = await server.redeem(flow, await answered(loopback, opens ? null : terminal))
    await loopback.end(`You are signed in. ${CLOSE}`)
    return connection
  } catch (error) {
    await loopback.end(`You are not signed in: ${error instanceof CommandFailure ? error.message : 'the program failed'}. ${CLOSE}`)
    throw error
  }
}

/** The address the browser ended at, told by itself or, from a browser on another machine, pasted. */
async function answered(loopback: Loopback, pastesInto: World['terminal'] | null): Promise<URL> {
  const over = new AbortController()
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new CommandFailure(EXIT.signedOut, `nobody signed in within ${WAIT_MINUTES} minutes`)), WAIT_MINUTES * 60_000)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  const ways = [loopback.answer, late]
  if (pastesInto?.isInteractive) ways.push(pasted(pastesInto, loopback, over.signal))
  try {
    return await Promise.race(ways)
  } finally {
    over.abort()
  }
}

async function pasted(terminal: World['terminal'], { redirectUri }: Loopback, signal: AbortSignal): Promise<URL> {
  const text = await terminal.ask('If that browser is on another machine, paste the address it ended at (the page cannot be reached there): ', { signal })
  if (!URL.canParse(text) || !text.startsWith(`${redirectUri}?`)) throw new CommandFailure(EXIT.usage, `that is no address below ${redirectUri}`)
  return new URL(text)
}

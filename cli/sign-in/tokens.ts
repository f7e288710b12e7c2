import { type Connection, type Credentials, type Env, readCredentials, writeCredentials } from '../credentials.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { authorizationServerOf } from './authorization-server.ts'
import { locked } from './lock.ts'

/** An access token is renewed this long before it ends. */
const EARLY_MS = 60_000

type Kept = Extract<Credentials, { connection: Connection }>

/** The token of a kept connection that holds when it is asked for, renewed and kept anew where it is about to end. */
export function tokensOf(env: Env, kept: Kept): () => Promise<string> {
  let { connection } = kept
  let renewing: Promise<Connection> | null = null
  return async () => {
    if (isOver(connection)) {
      renewing ??= renewed(env, kept.url).finally(() => {
        renewing = null
      })
      connection = await renewing
    }
    return connection.accessToken
  }
}

const isOver = ({ expiresAt }: Connection): boolean => !(Date.parse(expiresAt) - EARLY_MS > Date.now())

/** A refresh token works once: one process renews, and the others take what it has kept. */
const renewed = (env: Env, url: string): Promise<Connection> =>
  locked(env, async () => {
    const kept = readCredentials(env)
    if (!kept || !('connection' in kept) || kept.url !== url)
      throw new CommandFailure(EXIT.signedOut, `no longer signed in at ${url}`, 'sign in with `querent login`')
    if (!isOver(kept.connection)) return kept.connection
    const server = await authorizationServerOf(url)
    if (!server) throw new CommandFailure(EXIT.signedOut, `${url} has no sign-in by a browser any more`, 'sign in with `querent login --key`')
    const connection = await server.renew(kept.connection)
    writeCredentials(env, { url, connection })
    return connection
  })

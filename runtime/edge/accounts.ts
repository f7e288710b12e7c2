import { createOpenIdClient } from '#connectors/identity/openid.ts'
import { oneTimeCodes } from '#connectors/identity/totp.ts'
import { createClientDocuments } from '#connectors/oauth/client-documents.ts'
import { argon2EdgePasswords } from '#connectors/passwords/argon2-edge.ts'
import { argon2Modules } from '#connectors/passwords/argon2-modules.ts'
import { createWebhookSender } from '#connectors/webhooks/sender.ts'
import { identityNetsOf, webhookNetsOf } from '../env.ts'
import { type EdgePorts, edgeNetwork } from './means.ts'

/** Passwords, identity providers, and messages to programs. */
export const accountPorts: EdgePorts = ({ environment }) => ({
  passwords: argon2EdgePasswords(argon2Modules),
  openid: createOpenIdClient({ fetch: edgeNetwork(environment, identityNetsOf(environment)).fetch, insecure: environment.APP_ENV !== 'production' }),
  oneTimeCodes,
  webhooks: createWebhookSender(edgeNetwork(environment, webhookNetsOf(environment))),
  // Whoever signs in may name one, so no private network is ever reached.
  clientDocuments: createClientDocuments(edgeNetwork(environment, [])),
})

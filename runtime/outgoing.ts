import { createOpenIdClient } from '#connectors/identity/openid.ts'
import { createHttpMailer } from '#connectors/mail/http-mailer.ts'
import { createMailServers } from '#connectors/mail/mail-servers.ts'
import { checkedFetch, checkedTransport } from '#connectors/models/checked-address.ts'
import { dialledFetch } from '#connectors/models/dialled-fetch.ts'
import { createModelRegistry } from '#connectors/models/registry.ts'
import { fetchTransport, type Transport } from '#connectors/models/transport.ts'
import { createClientDocuments } from '#connectors/oauth/client-documents.ts'
import { createNetworkPolicy, type NetworkPolicy, type NetworkPolicyOptions } from '#connectors/sources/safe-connect.ts'
import { createSpeechEngines } from '#connectors/speech/engines.ts'
import { createWebhookSender } from '#connectors/webhooks/sender.ts'
import type { Ports } from '#domain/context.ts'
import type { Mailer } from '#domain/mail/mailer.ts'
import type { EmbeddedEngine } from '#domain/speech/engine.ts'
import { type Environment, identityNetsOf, mailNetsOf, modelNetsOf, ownEndpointsOf, webhookNetsOf } from './env.ts'

/** What this process may call, by what it calls for; each with the operator's own list of networks. */
export type Networks = Record<'sources' | 'models' | 'webhooks' | 'mail' | 'identity' | 'apps', NetworkPolicy>

/** The policies of every outgoing call of this machine. There is no other way out: `test/architecture.ts` and the lint rules hold that. */
export function openNetworks(environment: Environment, more: Pick<NetworkPolicyOptions, 'lookup'> = {}): Networks & { close(): void } {
  const ownEndpoints = ownEndpointsOf(environment)
  const into = (allowedNets: readonly string[]) => createNetworkPolicy({ allowedNets, ownEndpoints, ...more })
  const networks = {
    sources: into(environment.DATASOURCE_ALLOWED_NETS),
    models: into(modelNetsOf(environment)),
    webhooks: into(webhookNetsOf(environment)),
    mail: into(mailNetsOf(environment)),
    identity: into(identityNetsOf(environment)),
    // Whoever signs in may name the document of an app, so no private network is ever reached.
    apps: into([]),
  }
  return { ...networks, close: () => Object.values(networks).forEach((network) => void network.close()) }
}

/** The ports that call addresses which users and administrators name. */
export async function outgoingPorts(
  environment: Environment,
  { models, webhooks, mail, identity, apps }: Networks,
  embedded?: EmbeddedEngine,
): Promise<Pick<Ports, 'models' | 'speech' | 'webhooks' | 'clientDocuments' | 'mailer' | 'mailServers' | 'openid'>> {
  return {
    models: createModelRegistry({ transport: () => openTransport(environment.MODEL_CONNECT_MS, models) }),
    speech: createSpeechEngines({ fetch: checkedFetch(models.fetch as typeof globalThis.fetch, models.resolve), ...(embedded ? { embedded } : {}) }),
    webhooks: createWebhookSender(webhooks),
    openid: createOpenIdClient({ fetch: identity.fetch, insecure: environment.APP_ENV !== 'production' }),
    clientDocuments: createClientDocuments(apps),
    mailer: await openMailer(environment, mail),
    mailServers: createMailServers(mail),
  }
}

/** The way to providers, loaded with the first model that is called: connections of its own on Node, which Bun's `fetch` does better. */
async function openTransport(connectMs: number, { resolve }: NetworkPolicy): Promise<Transport> {
  if (process.versions.bun) return fetchTransport(dialledFetch(globalThis.fetch, resolve), { rests: true })
  const { nodeTransport } = await import('#connectors/models/node-transport.ts')
  return checkedTransport(nodeTransport({ connectMs, lookup: (host, port) => resolve(host, port, 'base_url') }), resolve)
}

/** The way to mailboxes, if there is one; what speaks SMTP is loaded only where it is used. */
async function openMailer(
  { SMTP_URL, MAIL_HTTP_URL, MAIL_HTTP_KEY, MAIL_HTTP_FORMAT, MAIL_FROM }: Environment,
  network: NetworkPolicy,
): Promise<Mailer | null> {
  if (!MAIL_FROM) return null
  if (MAIL_HTTP_URL && MAIL_HTTP_KEY) {
    return createHttpMailer({ url: MAIL_HTTP_URL, key: MAIL_HTTP_KEY, format: MAIL_HTTP_FORMAT, from: MAIL_FROM, fetch: network.fetch })
  }
  if (!SMTP_URL) return null
  const { createSmtpMailer } = await import('#connectors/mail/smtp-mailer.ts')
  return createSmtpMailer({ server: SMTP_URL, from: MAIL_FROM, network })
}

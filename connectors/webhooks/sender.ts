import { Webhook } from 'standardwebhooks'
import type { Network } from '#connectors/sources/network.ts'
import { Failure } from '#domain/failure.ts'
import type { WebhookSender } from '#domain/webhooks/sender.ts'

const WAIT_MS = 15_000
const HINT = 'private networks are reached only where the operator lists them in WEBHOOK_ALLOWED_NETS; this deployment’s own servers never'

/**
 * Sends messages as Standard Webhooks says (https://www.standardwebhooks.com), signed with the endpoint's secret, to addresses the network policy allows:
 * a name is resolved once, and one of exactly the checked addresses is dialled.
 */
export function createWebhookSender({ resolve, fetch }: Pick<Network, 'resolve' | 'fetch'>): WebhookSender {
  return {
    async check(address) {
      const url = new URL(address)
      await refusing(resolve(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)), 'url'))
    },
    async send({ url, secret }, { id, at, body, format }, signal) {
      const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': 'Querent-Webhooks/1' }
      if (format === 'standard') {
        headers['webhook-id'] = id
        headers['webhook-timestamp'] = String(Math.floor(at.getTime() / 1000))
        headers['webhook-signature'] = new Webhook(secret).sign(id, at, body)
      }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
      const response = await refusing(fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit }))
      await response.body?.cancel()
      return { status: response.status }
    },
  }
}

/** The policy speaks of data sources; here it is told of webhooks. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') {
      throw new Failure('invalid', 'the address leads to where webhooks may not be sent from here', { param: 'url', hint: HINT, cause: error })
    }
    throw error
  }
}

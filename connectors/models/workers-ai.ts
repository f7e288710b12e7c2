import type { ProviderConnection } from '#domain/agent/model/models.ts'
import { Failure } from '#domain/failure.ts'
import { entriesOf, type Fetch, type Reach, textsOf, type Vendor } from './vendor.ts'

const CLOUDFLARE = 'https://api.cloudflare.com/client/v4'

/** Over Cloudflare's API with `account_id`, else by the AI binding of the Worker this runs in. */
export const workersAi: Vendor = {
  address: () => CLOUDFLARE,
  needsKey: ({ options }) => options.account_id !== undefined,
  async open(connection, upstream, reach) {
    const models = await openWorkersAi(connection, reach)
    return models(upstream as never)
  },
  async list({ options, name }, { baseURL, apiKey, ai }, read) {
    const { account_id: accountId } = options
    if (!accountId) {
      if (!ai) throw bindingMissing(name)
      return textsOf(entriesOf({ models: await (ai as { models(search: object): Promise<unknown> }).models({ task: 'Text Generation' }) }, 'models'), 'name')
    }
    const url = `${baseURL}/accounts/${accountId}/ai/models/search?task=Text%20Generation&per_page=1000`
    return textsOf(entriesOf(await read(url, { authorization: `Bearer ${apiKey}` }), 'result'), 'name')
  },
}

/** The package, by the account that the provider names, else by the binding. Fails with `provider_not_configured` where there is neither. */
export async function openWorkersAi({ options, name }: ProviderConnection, { baseURL, apiKey, fetch, ai }: Reach) {
  const { createWorkersAI } = await import('workers-ai-provider')
  const { account_id: accountId } = options
  if (!accountId && !ai) throw bindingMissing(name)
  return accountId ? createWorkersAI({ accountId, apiKey, fetch: towards(baseURL, fetch) }) : createWorkersAI({ binding: ai as never })
}

const bindingMissing = (name: string): Failure =>
  new Failure('provider_not_configured', `the provider "${name}" has no account and there is no AI binding here`, {
    hint: 'set options.account_id and api_key, or bind AI to the Worker',
  })

/** The package knows one address only. */
function towards(baseURL: string, fetch: Fetch): Fetch {
  if (baseURL === CLOUDFLARE) return fetch
  return ((input: string | URL | Request, init?: RequestInit) =>
    fetch(typeof input === 'string' && input.startsWith(CLOUDFLARE) ? baseURL + input.slice(CLOUDFLARE.length) : input, init)) as Fetch
}

import { entriesOf, textsOf, type Vendor } from './vendor.ts'

const VERSION = '2023-06-01'

export const anthropic: Vendor = {
  address: () => 'https://api.anthropic.com/v1',
  needsKey: () => true,
  async open(_connection, upstream, { baseURL, apiKey, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL, apiKey, fetch })(upstream)
  },
  async list(_connection, { baseURL, apiKey }, read) {
    return textsOf(entriesOf(await read(`${baseURL}/models?limit=1000`, { 'x-api-key': apiKey, 'anthropic-version': VERSION }), 'data'), 'id')
  },
}

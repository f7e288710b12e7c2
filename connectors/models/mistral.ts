import { openaiList, type Vendor } from './vendor.ts'

export const mistral: Vendor = {
  address: () => 'https://api.mistral.ai/v1',
  needsKey: () => true,
  async open(_connection, upstream, { baseURL, apiKey, fetch }) {
    const { createMistral } = await import('@ai-sdk/mistral')
    return createMistral({ baseURL, apiKey, fetch })(upstream)
  },
  list: openaiList,
}

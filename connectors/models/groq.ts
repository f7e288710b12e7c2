import { openaiList, type Vendor } from './vendor.ts'

export const groq: Vendor = {
  address: () => 'https://api.groq.com/openai/v1',
  needsKey: () => true,
  async open(_connection, upstream, { baseURL, apiKey, fetch }) {
    const { createGroq } = await import('@ai-sdk/groq')
    return createGroq({ baseURL, apiKey, fetch })(upstream)
  },
  list: openaiList,
}

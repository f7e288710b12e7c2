import { openaiList, type Vendor } from './vendor.ts'

export const openai: Vendor = {
  address: () => 'https://api.openai.com/v1',
  needsKey: () => true,
  async open({ options }, upstream, { baseURL, apiKey, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const { organization, project } = options
    // Its default is the Responses API, which no other server speaks.
    return createOpenAI({ baseURL, apiKey, fetch, ...(organization ? { organization } : {}), ...(project ? { project } : {}) }).chat(upstream)
  },
  list: openaiList,
}

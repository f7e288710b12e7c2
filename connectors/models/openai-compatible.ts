import { openaiList, type Vendor } from './vendor.ts'

/** Ollama, vLLM, LM Studio, OpenRouter and every other server of OpenAI's chat completions. */
export const openaiCompatible: Vendor = {
  address: () => null,
  needsKey: () => false,
  async open({ name, apiKey }, upstream, { baseURL, fetch }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({ name, baseURL, fetch, includeUsage: true, ...(apiKey === null ? {} : { apiKey }) })(upstream)
  },
  list: openaiList,
}

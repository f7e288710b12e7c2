import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'

const tokens = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined, text: undefined, reasoning: undefined }

/** A vendor's model that streams what `reply` answers, and counts 100 tokens in and 10 out. */
export const scriptedModel = (
  provider: string,
  modelId: string,
  reply: (options: LanguageModelV4CallOptions) => string | Promise<string>,
): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider,
  modelId,
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('only streamed')),
  async doStream(options) {
    const delta = await reply(options)
    const parts: LanguageModelV4StreamPart[] = [
      { type: 'stream-start', warnings: [] },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta },
      { type: 'text-end', id: 't' },
      {
        type: 'finish',
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: { inputTokens: { ...tokens, total: 100 }, outputTokens: { ...tokens, total: 10 } },
      },
    ]
    return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> }
  },
})

import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { ModelRegistry } from '#domain/agent/model/models.ts'

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 2, text: 2, reasoning: undefined },
}
const finishReason = { unified: 'stop' as const, raw: undefined }
const answer = 'I cannot tell.'

const parts: LanguageModelV4StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: answer },
  { type: 'text-end', id: 't' },
  { type: 'finish', finishReason, usage },
]

const model = (modelId: string): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: 'canned',
  modelId,
  supportedUrls: {},
  doGenerate: async () => ({ content: [{ type: 'text', text: answer }], finishReason, usage, warnings: [] }),
  doStream: async () => ({ stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> }),
})

/** A vendor that always answers the same sentence. */
export const cannedModels: ModelRegistry = { open: (_connection, upstream) => model(upstream), list: async () => ['canned'] }

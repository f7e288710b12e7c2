import type { JSONSchema7, LanguageModelV4, LanguageModelV4FunctionTool, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import type { Usage } from '../completions/events.ts'

/** Vendors that turn speech into text and have no language models. */
export const SPEECH_ONLY_KINDS = ['deepgram', 'elevenlabs', 'assemblyai', 'gladia', 'revai'] as const
export const VENDOR_KINDS = [
  ...(['openai', 'anthropic', 'google', 'mistral', 'azure', 'amazon-bedrock', 'groq', 'openai-compatible', 'workers-ai'] as const),
  ...SPEECH_ONLY_KINDS,
] as const
export const isSpeechOnly = (kind: string): boolean => (SPEECH_ONLY_KINDS as readonly string[]).includes(kind)
export type VendorKind = (typeof VENDOR_KINDS)[number]
export type ProviderKind = 'builtin' | VendorKind

/** How to reach a vendor's models; the key is already decrypted. */
export type ProviderConnection = {
  /** Of the provider as it is now: a changed one is another. */
  id: string
  kind: VendorKind
  name: string
  baseUrl: string | null
  apiKey: string | null
  /** What the kind needs beside address and key; see `domain/catalog/provider-options.ts`. */
  options: Record<string, string>
}

/** One embedding: its numbers, or base64 of them as 32-bit floats. */
export type EmbeddingVector = number[] | string
export type EmbeddingRequest = { input: string | string[] | number[] | number[][]; dimensions?: number }
/** Asks for embeddings, in the order of the input; `promptTokens` is null where the provider does not tell. */
export type EmbeddingModel = (request: EmbeddingRequest, signal: AbortSignal) => Promise<{ vectors: EmbeddingVector[]; promptTokens: number | null }>

/** The port to vendors' models. All fail with a `Failure` of the provider; `transient` in its details says whether the same call may succeed later. */
export type ModelRegistry = {
  open(connection: ProviderConnection, upstream: string): LanguageModelV4
  /** What the provider offers; empty where it has no list. */
  list(connection: ProviderConnection, signal: AbortSignal): Promise<string[]>
  /** The bare wire of a model that speaks OpenAI's chat completions; `null` for every other. */
  wire?(connection: ProviderConnection, upstream: string): WireModel | null
  /** Embeddings of a provider that speaks OpenAI's wire of them; `null` for every other. */
  embeddings?(connection: ProviderConnection, upstream: string): EmbeddingModel | null
}

/** A call as it stands in OpenAI's messages. */
export type WireCall = { id: string; type: 'function'; function: { name: string; arguments: string } }
export type WireMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: WireCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }
/** The answer is to be JSON, of that shape when there is one; `strict` as OpenAI means it. */
export type JsonAnswer = { type: 'json'; name?: string; schema?: JSONSchema7; strict?: boolean }

export type WireRequest = {
  messages: WireMessage[]
  /** What it may call; one object for the same tools each time. */
  tools?: readonly LanguageModelV4FunctionTool[] | undefined
  /** `none`: it is told of the tools and may call none. */
  toolChoice?: 'auto' | 'none'
  temperature?: number | undefined
  topP?: number | undefined
  maxOutputTokens?: number | undefined
  json?: JsonAnswer | undefined
  /** Nobody looks before the end: the reply may come in one piece. */
  whole?: boolean
  /** What the call is a part of (W3C Trace Context); sent to the operator's own networks only. */
  traceparent?: string | undefined
}

/** What one read of a wire brought: all that had arrived. */
export type WireRead = {
  text: string
  /** Tools whose calls have begun. */
  started: string[]
  /** Calls that are complete: all come with the finish reason. */
  calls: LanguageModelV4ToolCall[]
  usage: Usage | null
  /** The vendor's finish reason, when it came. */
  finish: string | null
}

/** A running reply. `read` answers `null` at its end; `cancel` lets the provider go at once. */
export type WireReply = { read(): Promise<WireRead | null>; cancel(): void }

/** `ask` settles when the head of the reply has come, and of one in one piece all of it. */
export type WireModel = { ask(request: WireRequest, signal: AbortSignal): Promise<WireReply> }

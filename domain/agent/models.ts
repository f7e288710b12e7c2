import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Usage } from './events.ts'

export const VENDOR_KINDS = ['openai', 'anthropic', 'google', 'mistral', 'azure', 'amazon-bedrock', 'groq', 'openai-compatible', 'workers-ai'] as const
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

/** The port to vendors' models. All fail with a `Failure` of the provider; `transient` in its details says whether the same call may succeed later. */
export type ModelRegistry = {
  open(connection: ProviderConnection, upstream: string): LanguageModelV4
  /** What the provider offers; empty where it has no list. */
  list(connection: ProviderConnection, signal: AbortSignal): Promise<string[]>
  /** The bare wire of a model that speaks OpenAI's chat completions, for answers without tools; `null` for every other. */
  wire?(connection: ProviderConnection, upstream: string): WireModel | null
}

export type WireMessage = { role: 'system' | 'user' | 'assistant'; content: string }
export type WireRequest = {
  messages: WireMessage[]
  temperature?: number | undefined
  topP?: number | undefined
  maxOutputTokens?: number | undefined
  json?: boolean
}

/** What one read of a wire brought: all that had arrived. */
export type WireRead = {
  text: string
  usage: Usage | null
  /** The vendor's finish reason, when it came. */
  finish: string | null
}

/** A running reply. `read` answers `null` at its end; `cancel` lets the provider go at once. */
export type WireReply = { read(): Promise<WireRead | null>; cancel(): void }

/** `stream` settles when the head of the reply has come. */
export type WireModel = { stream(request: WireRequest, signal: AbortSignal): Promise<WireReply> }

import type { LanguageModelV4 } from '@ai-sdk/provider'

export type ProviderKind = 'builtin' | 'openai' | 'openai-compatible'

/** How to reach a vendor's model; the key is already decrypted. */
export type ProviderConnection = { kind: Exclude<ProviderKind, 'builtin'>; name: string; baseUrl: string | null; apiKey: string | null }

/** The port to vendors' models. `open` makes a language model, `list` tells what the provider offers; both fail with `provider_failed`. */
export type ModelRegistry = {
  open(connection: ProviderConnection, upstream: string): LanguageModelV4
  list(connection: ProviderConnection, signal: AbortSignal): Promise<string[]>
}

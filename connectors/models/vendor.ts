import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ProviderConnection } from '#domain/agent/model/models.ts'

export type Fetch = typeof globalThis.fetch

/** What a vendor's file is given to reach its vendor with. */
export type Reach = {
  /** The provider's own address or the vendor's, without a slash at its end. */
  baseURL: string
  /** Empty where the kind needs none. */
  apiKey: string
  fetch: Fetch
  /** The AI binding of a Cloudflare Worker, where there is one. */
  ai: unknown
}

/** Reads JSON from an address within a bound of bytes; fails as a call to a model does. */
export type ReadJson = (url: string, headers: Record<string, string>) => Promise<unknown>

/** One kind of provider: the AI SDK's package for it, loaded when a model of it is first called, and its list of models. */
export type Vendor = {
  /** Where it answers unless the provider says otherwise; `null` = the provider has to say. */
  address(connection: ProviderConnection): string | null
  needsKey(connection: ProviderConnection, ai: unknown): boolean
  open(connection: ProviderConnection, upstream: string, reach: Reach): Promise<LanguageModelV4>
  list(connection: ProviderConnection, reach: Reach, read: ReadJson): Promise<string[]>
}

/** The entries of the array `name` of a reply. Throws when there is none. */
export function entriesOf(body: unknown, name: string): Record<string, unknown>[] {
  const entries = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null
  if (!Array.isArray(entries)) throw new Error(`the list of models has no "${name}"`)
  return entries.filter((entry) => typeof entry === 'object' && entry !== null)
}

export const textsOf = (entries: Record<string, unknown>[], name: string): string[] =>
  entries.flatMap((entry) => (typeof entry[name] === 'string' ? [entry[name]] : []))

/** OpenAI's list, which many vendors copied. */
export const openaiList: Vendor['list'] = async ({ apiKey }, { baseURL }, read) =>
  textsOf(entriesOf(await read(`${baseURL}/models`, apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }), 'data'), 'id')

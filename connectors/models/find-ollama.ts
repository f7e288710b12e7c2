import type { Fetch } from './vendor.ts'

const PATIENCE_MS = 1_000
const MOST_BYTES = 1_000_000

/** The names of the models of an Ollama at this address; `null` when none answers. Never rejects. */
export async function findOllama(address: string, fetch: Fetch): Promise<string[] | null> {
  try {
    const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MOST_BYTES) {
      await response.body?.cancel()
      return null
    }
    const { models } = (await response.json()) as { models?: unknown }
    return Array.isArray(models) ? models.flatMap((model) => (typeof model?.name === 'string' ? [model.name] : [])) : null
  } catch {
    return null
  }
}

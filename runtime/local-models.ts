import { findOllama } from '#connectors/models/find-ollama.ts'
import { hasVendor } from '#domain/catalog/providers.ts'
import type { Context, Ports } from '#domain/context.ts'

const OLLAMA = 'http://127.0.0.1:11434'
const NAMED = 5

/** With no provider set up, says in the log that an Ollama answers on this machine, and how to add it. Never rejects, and nobody waits for it. */
export async function announceLocalModels(ctx: Context, log: Ports['log'], address = OLLAMA): Promise<void> {
  try {
    if (await hasVendor(ctx)) return
    const models = await findOllama(address, globalThis.fetch)
    if (!models) return
    log({
      level: 'info',
      message: `an Ollama answers on ${address}, and no provider is set up: its models can answer questions`,
      models: models.slice(0, NAMED).join(', '),
      hint: `POST /api/v1/core/providers {"name":"ollama","kind":"openai-compatible","base_url":"${address}/v1"}, then POST /api/v1/core/models {"name":"${models[0] ?? 'llama3.3'}","provider_id":"prv_…"}`,
    })
  } catch (error) {
    log({ level: 'warn', message: 'local models were not looked for', cause: String(error) })
  }
}

import { openWorkersAi } from '#connectors/models/workers-ai.ts'
import type { SpeechVendor } from './vendor.ts'

/** Whisper and Nova on Cloudflare: by the Worker's binding, or over its API. */
export const workersAi: SpeechVendor = {
  settings: 'workers-ai',
  async open(connection, model, reach, { language, prompt }) {
    const models = await openWorkersAi(connection, reach)
    return models.transcription(model as never, { ...(language === null ? {} : { language }), ...(prompt === null ? {} : { prompt }) })
  },
  ask: () => ({}),
}

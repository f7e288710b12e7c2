import { type SpeechVendor, said } from './vendor.ts'

const MOST_NAMES = 100

export const mistral: SpeechVendor = {
  settings: 'mistral',
  async open(_connection, model, { baseURL, apiKey, fetch }) {
    const { createMistral } = await import('@ai-sdk/mistral')
    return createMistral({ baseURL, apiKey, fetch }).transcription(model)
  },
  // It tells times only of speech whose language it was not told.
  ask: ({ language, temperature, timed, names }) =>
    said({
      ...(timed ? { timestampGranularities: ['segment'] } : { language }),
      temperature,
      contextBias: names.length ? names.slice(0, MOST_NAMES) : null,
    }),
}

import { type SpeechVendor, said } from './vendor.ts'

const MOST_NAMES = 100

/** It has one model, whatever is named. */
export const gladia: SpeechVendor = {
  address: 'https://api.gladia.io',
  settings: 'gladia',
  async open(_connection, _model, { apiKey, fetch }) {
    const { createGladia } = await import('@ai-sdk/gladia')
    return createGladia({ apiKey, fetch }).transcription()
  },
  ask: ({ language, names }) =>
    said({
      language,
      detectLanguage: language === null ? true : null,
      ...(names.length ? { customVocabulary: true, customVocabularyConfig: { vocabulary: names.slice(0, MOST_NAMES) } } : {}),
    }),
}

import { type SpeechVendor, said } from './vendor.ts'

const MOST_NAMES = 100

export const google: SpeechVendor = {
  settings: 'google',
  tellsWords: true,
  async open(_connection, model, { baseURL, apiKey, fetch }) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL, apiKey, fetch }).transcription(model)
  },
  ask: ({ language, names, timed, words }) =>
    said({
      languageCodes: language === null ? null : [language],
      customVocabulary: names.length ? names.slice(0, MOST_NAMES) : null,
      wordTimestamp: timed || words ? true : null,
    }),
}

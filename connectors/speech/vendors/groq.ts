import { translating } from './openai.ts'
import { type SpeechVendor, said } from './vendor.ts'

export const groq: SpeechVendor = {
  settings: 'groq',
  translates: true,
  async open(_connection, model, { baseURL, apiKey, fetch }, { translate }) {
    const { createGroq } = await import('@ai-sdk/groq')
    return createGroq({ baseURL, apiKey, fetch: translate ? translating(fetch) : fetch }).transcription(model)
  },
  // Its plain form does not tell how long a recording is.
  ask: ({ language, prompt, temperature, translate, words }) =>
    said({
      language: translate ? null : language,
      prompt,
      temperature,
      responseFormat: 'verbose_json',
      ...(translate ? {} : { timestampGranularities: ['segment', ...(words ? ['word'] : [])] }),
    }),
}

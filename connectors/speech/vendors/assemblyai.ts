import { type SpeechVendor, said } from './vendor.ts'

const MOST_NAMES = 200
const MOST_WORDS = 6

export const assemblyai: SpeechVendor = {
  address: 'https://api.assemblyai.com',
  settings: 'assemblyai',
  tellsWords: true,
  async open(_connection, model, { apiKey, fetch }) {
    const { createAssemblyAI } = await import('@ai-sdk/assemblyai')
    return createAssemblyAI({ apiKey, fetch }).transcription(model)
  },
  ask({ language, names }, model) {
    const expected = /^(?:universal-3|slam)/.test(model) ? names.filter((name) => name.split(' ').length <= MOST_WORDS).slice(0, MOST_NAMES) : []
    return said({
      ...(language === null ? { languageDetection: true } : { languageCode: language }),
      punctuate: true,
      formatText: true,
      keytermsPrompt: expected.length ? expected : null,
    })
  },
}

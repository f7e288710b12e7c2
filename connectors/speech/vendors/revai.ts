import { type SpeechVendor, said } from './vendor.ts'

export const revai: SpeechVendor = {
  address: 'https://api.rev.ai',
  settings: 'revai',
  tellsWords: true,
  async open(_connection, model, { apiKey, fetch }) {
    const { createRevai } = await import('@ai-sdk/revai')
    return createRevai({ apiKey, fetch }).transcription(model as 'machine')
  },
  ask: ({ language }) => said({ language, skip_diarization: true }),
}

import { type SpeechVendor, said } from './vendor.ts'

export const elevenlabs: SpeechVendor = {
  address: 'https://api.elevenlabs.io',
  settings: 'elevenlabs',
  tellsWords: true,
  async open(_connection, model, { apiKey, fetch }) {
    const { createElevenLabs } = await import('@ai-sdk/elevenlabs')
    return createElevenLabs({ apiKey, fetch }).transcription(model)
  },
  ask: ({ language }) => said({ languageCode: language, tagAudioEvents: false, diarize: false, timestampsGranularity: 'word' }),
}

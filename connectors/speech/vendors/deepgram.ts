import type { Fetch } from '#connectors/models/vendor.ts'
import { type SpeechVendor, said } from './vendor.ts'

const MOST_NAMES = 60

/** The package takes one key term, the service many. Models before Nova 3 refuse them. */
const expecting =
  (fetch: Fetch, names: string[]): Fetch =>
  (input, init) => {
    const url = new URL(String(input))
    for (const name of names.slice(0, MOST_NAMES)) url.searchParams.append('keyterm', name)
    return fetch(url.href, init)
  }

export const deepgram: SpeechVendor = {
  address: 'https://api.deepgram.com',
  settings: 'deepgram',
  tellsWords: true,
  async open(_connection, model, { apiKey, fetch }, { names }) {
    const { createDeepgram } = await import('@ai-sdk/deepgram')
    return createDeepgram({ apiKey, fetch: /^nova-3/.test(model) ? expecting(fetch, names) : fetch }).transcription(model)
  },
  ask: ({ language }) => said({ language, detectLanguage: language === null ? true : null, punctuate: true, smartFormat: true }),
}

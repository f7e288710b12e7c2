import type { Fetch } from '#connectors/models/vendor.ts'
import type { SpeechRequest } from '#domain/speech/engine.ts'
import { completeReply } from '../complete-reply.ts'
import { type SpeechVendor, said } from './vendor.ts'

/** OpenAI's own later models refuse verbose_json, the form that tells times. */
const tellsTimes = (model: string): boolean => !model.startsWith('gpt-')

function ask({ translate, language, prompt, temperature, timed, words }: SpeechRequest, model: string) {
  const times = (timed || words) && tellsTimes(model)
  return said({
    language: translate ? null : language,
    prompt,
    temperature,
    ...(times ? { responseFormat: 'verbose_json', timestampGranularities: ['segment', ...(words ? ['word'] : [])] } : {}),
  })
}

/** The SDK knows no translations: their form is that of a transcription, sent elsewhere. */
export const translating =
  (fetch: Fetch): Fetch =>
  (input, init) =>
    fetch(String(input).replace(/\/audio\/transcriptions(?=$|\?)/, '/audio/translations'), init)

/** The SDK takes a reply only with every member OpenAI sends; other servers leave some out. Without a key none is sent. */
const lenient = (fetch: Fetch, hasKey: boolean): Fetch =>
  (async (input: Parameters<Fetch>[0], init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    if (!hasKey) headers.delete('authorization')
    const response = await fetch(input, { ...init, headers })
    return response.ok ? completeReply(response) : response
  }) as Fetch

/** OpenAI, and every server of its `POST /audio/transcriptions`. */
export const openai: SpeechVendor = {
  settings: 'openai',
  translates: true,
  async open({ options: { organization, project } }, model, { baseURL, apiKey, fetch }, { translate }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const way = lenient(translate ? translating(fetch) : fetch, apiKey !== '')
    // Without a key of ours the SDK would look for one in the environment and send that to whatever address was configured.
    const named = { ...(organization ? { organization } : {}), ...(project ? { project } : {}) }
    return createOpenAI({ baseURL, apiKey: apiKey || 'none', fetch: way, ...named }).transcription(model)
  },
  ask,
}

/** The version of Azure's interface that has all its speech models. */
const AZURE_VERSION = '2025-04-01-preview'

/** Azure OpenAI: the model is the name of a deployment, which alone has an address for speech. */
export const azure: SpeechVendor = {
  settings: 'openai',
  translates: true,
  async open({ options }, model, { baseURL, apiKey, fetch }, { translate }) {
    const { createAzure } = await import('@ai-sdk/azure')
    const way = lenient(translate ? translating(fetch) : fetch, true)
    return createAzure({ baseURL, apiKey, fetch: way, apiVersion: options.api_version ?? AZURE_VERSION, useDeploymentBasedUrls: true }).transcription(model)
  },
  ask,
}

import { providerFailure } from '#connectors/models/provider-failure.ts'
import { Failure } from '#domain/failure.ts'
import type { AudioFormat, EmbeddedEngine, SpeechEngineConfig, SpeechEngines, SpeechRequest, Transcript } from '#domain/speech/engine.ts'
import { completeReply } from './complete-reply.ts'

const TIME_LIMIT_MS = 300_000

/** As the AI SDK's OpenAI adapter names files of them. */
const MEDIA_TYPES: Record<AudioFormat, string> = {
  mp3: 'audio/mpeg',
  mp4: 'audio/mp4',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
}

type Fetch = typeof globalThis.fetch

type Remote = Extract<SpeechEngineConfig, { engine: 'openai-compatible' }>
type Parts = { fetch: Fetch; timeLimitMs?: number /** The engine of this machine, where one can run. */; embedded?: EmbeddedEngine }

/** Speech engines: those behind OpenAI's `POST /audio/transcriptions`, through the AI SDK, to which `fetch` is the only way, and the embedded one. */
export function createSpeechEngines({ fetch, timeLimitMs = TIME_LIMIT_MS, embedded }: Parts): SpeechEngines {
  return {
    embedded: () => embedded?.state() ?? null,
    open(config) {
      if (config.engine === 'openai-compatible') {
        return { transcribe: (request) => told(request.signal, () => transcribeWith(config, request, fetch, timeLimitMs)) }
      }
      if (!embedded) throw new Failure('speech_not_configured', 'the embedded speech engine does not run here')
      return embedded.open(config.model)
    },
  }
}

async function transcribeWith(config: Remote, request: SpeechRequest, fetch: Fetch, timeLimitMs: number): Promise<Transcript> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  // Without a key of ours the SDK would look for one in the environment and send that to whatever address was configured.
  const provider = createOpenAI({
    baseURL: config.baseUrl.replace(/\/+$/, ''),
    apiKey: config.apiKey ?? 'none',
    fetch: lenient(request.translate ? translating(fetch) : fetch, config.apiKey !== null),
  })
  const { prompt, temperature, timed, words } = request
  const language = request.translate ? null : request.language
  // OpenAI's own later models refuse verbose_json, the form that tells times.
  const tellsTimes = !config.model.startsWith('gpt-')
  const result = await provider.transcription(config.model).doGenerate({
    audio: request.audio,
    mediaType: MEDIA_TYPES[request.format],
    abortSignal: AbortSignal.any([request.signal, AbortSignal.timeout(timeLimitMs)]),
    providerOptions: {
      openai: {
        ...(language === null ? {} : { language }),
        ...(prompt === null ? {} : { prompt }),
        ...(temperature === null ? {} : { temperature }),
        ...((timed || words) && tellsTimes ? { responseFormat: 'verbose_json', timestampGranularities: ['segment', ...(words ? ['word'] : [])] } : {}),
      },
    },
  })
  const text = result.text.trim()
  return {
    text,
    language: result.language ?? null,
    durationSeconds: result.durationInSeconds ?? null,
    segments: result.segments.map(({ text, startSecond, endSecond }) => ({ text, startSecond, endSecond })),
    words: (result.words ?? []).map(({ text, startSecond, endSecond }) => ({ text, startSecond, endSecond })),
    noSpeech: text === '',
  }
}

/** The SDK knows no translations: their form is that of a transcription, sent elsewhere. */
const translating =
  (fetch: Fetch): Fetch =>
  (input, init) =>
    fetch(String(input).replace(/\/audio\/transcriptions$/, '/audio/translations'), init)

/**
 * The SDK takes a reply only with every member OpenAI sends; other servers leave some out. Redirects are not followed: the key is for this address.
 * The form is sent as bytes: Node's own way of streaming a form ends in an unhandled rejection when the call is aborted.
 */
const lenient = (fetch: Fetch, hasKey: boolean): Fetch => {
  return async (input, init) => {
    const encoded = new Response(init?.body)
    const headers = new Headers(init?.headers)
    headers.set('content-type', encoded.headers.get('content-type') ?? '')
    if (!hasKey) headers.delete('authorization')
    const response = await fetch(input, { ...init, headers, body: await encoded.arrayBuffer(), redirect: 'manual' })
    return response.ok ? completeReply(response) : response
  }
}

/** An abort is the caller's own doing and passes as it is; everything else is told as the engine's failure. */
async function told<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 413) {
      throw new Failure('payload_too_large', 'the recording is larger than the speech engine takes', { cause: error })
    }
    throw providerFailure('speech-to-text', error)
  }
}

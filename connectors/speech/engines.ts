import type { TranscriptionModelV4 } from '@ai-sdk/provider'
import { providerFailure } from '#connectors/models/provider-failure.ts'
import { reachOf } from '#connectors/models/registry.ts'
import type { Fetch } from '#connectors/models/vendor.ts'
import type { ProviderConnection } from '#domain/agent/model/models.ts'
import { Failure } from '#domain/failure.ts'
import type { AudioFormat, EmbeddedEngine, SpeechEngines, SpeechKind, SpeechRequest, Transcript } from '#domain/speech/engine.ts'
import { cuesOfWords } from './cues-of-words.ts'
import { languageCode } from './language-code.ts'
import { assemblyai } from './vendors/assemblyai.ts'
import { deepgram } from './vendors/deepgram.ts'
import { elevenlabs } from './vendors/elevenlabs.ts'
import { gladia } from './vendors/gladia.ts'
import { google } from './vendors/google.ts'
import { groq } from './vendors/groq.ts'
import { mistral } from './vendors/mistral.ts'
import { azure, openai } from './vendors/openai.ts'
import { revai } from './vendors/revai.ts'
import { carefulFetch, type SpeechVendor } from './vendors/vendor.ts'
import { workersAi } from './vendors/workers-ai.ts'

const TIME_LIMIT_MS = 300_000

const VENDORS: Record<SpeechKind, SpeechVendor> = {
  openai,
  'openai-compatible': openai,
  azure,
  groq,
  mistral,
  google,
  'workers-ai': workersAi,
  deepgram,
  elevenlabs,
  assemblyai,
  gladia,
  revai,
}

/** As the AI SDK's adapters name files of them. */
const MEDIA_TYPES: Record<AudioFormat, string> = {
  mp3: 'audio/mpeg',
  mp4: 'audio/mp4',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  webm: 'audio/webm',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
}

type Parts = {
  fetch: Fetch
  timeLimitMs?: number
  /** The AI binding of a Cloudflare Worker. */
  ai?: unknown
  /** The engine of this machine, where one can run. */
  embedded?: EmbeddedEngine
}

/** Speech engines: vendors' through the AI SDK's packages, each loaded with its first recording, to which `fetch` is the only way, and the embedded one. */
export function createSpeechEngines({ fetch, timeLimitMs = TIME_LIMIT_MS, ai = null, embedded }: Parts): SpeechEngines {
  return {
    embedded: () => embedded?.state() ?? null,
    open(config) {
      if (config.engine === 'whisper') {
        if (!embedded) throw new Failure('speech_not_configured', 'the embedded speech engine does not run here')
        return embedded.open(config.model)
      }
      const { connection, model } = config
      return {
        async transcribe(request) {
          const deadline = AbortSignal.timeout(timeLimitMs)
          const signal = AbortSignal.any([request.signal, deadline])
          try {
            return await unlessAborted(ask(connection, model, { ...request, signal }, fetch, ai), signal)
          } catch (error) {
            // An abort is the caller's own doing and passes as it is; everything else is told as the engine's failure.
            if (request.signal.aborted) throw request.signal.reason
            throw failureOf(connection.name, deadline.aborted ? deadline.reason : error)
          }
        },
      }
    },
  }
}

async function ask(connection: ProviderConnection, model: string, request: SpeechRequest, fetch: Fetch, ai: unknown): Promise<Transcript> {
  const vendor = VENDORS[connection.kind as SpeechKind]
  if (request.translate && !vendor.translates) {
    throw new Failure('invalid', `the speech engine "${connection.name}" does not translate`, { hint: 'ask for a transcription, or set another engine' })
  }
  const reach = reachOf(connection, fetch, ai)
  const way = carefulFetch(fetch, vendor.address, reach.baseURL)
  const opened = await vendor.open(connection, model, { ...reach, fetch: way }, request)
  const result = await opened.doGenerate({
    audio: request.audio,
    mediaType: MEDIA_TYPES[request.format],
    abortSignal: request.signal,
    providerOptions: { [vendor.settings]: vendor.ask(request, model) },
  })
  return transcriptOf(result, vendor)
}

function transcriptOf(result: Awaited<ReturnType<TranscriptionModelV4['doGenerate']>>, { tellsWords }: SpeechVendor): Transcript {
  const text = result.text.trim()
  const timed = (segments: typeof result.segments) =>
    segments.filter(({ text }) => text.trim() !== '').map(({ text, startSecond, endSecond }) => ({ text, startSecond, endSecond }))
  const words = timed(tellsWords ? result.segments : (result.words ?? []))
  return {
    text,
    language: languageCode(result.language),
    durationSeconds: result.durationInSeconds ?? null,
    segments: tellsWords ? cuesOfWords(words) : timed(result.segments),
    words,
    noSpeech: text === '',
  }
}

/** Some packages wait between two looks without a word of an abort. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

const nameOf = (error: unknown): unknown => (error instanceof Error ? error.name : null)

function failureOf(name: string, cause: unknown): Failure {
  if (typeof cause === 'object' && cause !== null && 'statusCode' in cause && cause.statusCode === 413) {
    return new Failure('payload_too_large', 'the recording is larger than the speech engine takes', { cause })
  }
  if (nameOf(cause) === 'TranscriptionJobPollingTimedOut')
    return new Failure('provider_timeout', `the provider "${name}" took too long`, { transient: true, cause })
  if (nameOf(cause) === 'TranscriptionJobFailed') return new Failure('provider_failed', `the provider "${name}" could not transcribe the recording`, { cause })
  return providerFailure(name, cause)
}

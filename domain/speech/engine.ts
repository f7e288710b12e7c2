import type { ProviderConnection } from '../agent/model/models.ts'
import type { Asker } from '../semantics/sources/source.ts'

export type AudioFormat = 'mp3' | 'mp4' | 'm4a' | 'wav' | 'webm' | 'ogg' | 'flac'

/** The formats that are taken, as they are told to callers. */
export const AUDIO_FORMATS: readonly AudioFormat[] = ['mp3', 'mp4', 'm4a', 'wav', 'webm', 'ogg', 'flac']

export type SpeechRequest = {
  audio: Uint8Array
  format: AudioFormat
  language: string | null
  prompt: string | null
  /** Names to expect, the likeliest first, for engines that take them one by one. */
  names: string[]
  temperature: number | null
  /** Whether the segments' times are wanted, where the engine can tell them. */
  timed: boolean
  /** Whether the times of words are wanted too. */
  words: boolean
  /** Whether the text is wanted in English, whatever is spoken. */
  translate: boolean
  /** Whose share of the engine it is. */
  asker: Asker | undefined
  signal: AbortSignal
  /** Told of each segment as soon as it is recognised, where the engine tells them early. */
  heard?: (segment: TranscriptSegment) => void
}
export type TranscriptSegment = { text: string; startSecond: number; endSecond: number }
export type TranscriptWord = TranscriptSegment
export type Transcript = {
  text: string
  language: string | null
  durationSeconds: number | null
  segments: TranscriptSegment[]
  words: TranscriptWord[]
  /** Whether nobody speaks in it. */
  noSpeech: boolean
}

/** A configured speech-to-text engine. Fails with `provider_failed`, `provider_timeout`, `rate_limited` or `payload_too_large`, and with `invalid` or `unsupported_media_type` for what it cannot take. */
export type SpeechEngine = { transcribe(request: SpeechRequest): Promise<Transcript> }

/** What of the embedded engine is on this machine: `models` best first, `missing` in words, `command` what brings it. */
export type EmbeddedSpeech = { engine: boolean; models: string[]; missing: string[]; command: string | null }

/** The engine that runs on this machine. */
export type EmbeddedEngine = { state(): EmbeddedSpeech; open(model: string): SpeechEngine }

/** The kinds of providers that turn speech into text. */
export const SPEECH_KINDS = [
  ...(['openai', 'openai-compatible', 'azure', 'groq', 'mistral', 'google', 'workers-ai'] as const),
  ...(['deepgram', 'elevenlabs', 'assemblyai', 'gladia', 'revai'] as const),
] as const
export type SpeechKind = (typeof SPEECH_KINDS)[number]

/** `provider`: one of the catalogue; `openai-compatible`: a server with an address and a key of its own. */
export type SpeechEngineConfig =
  | { engine: 'provider' | 'openai-compatible'; connection: ProviderConnection; model: string }
  | { engine: 'whisper'; model: string }

/** The port to speech engines: opens the one a configuration names. `embedded` is absent where no process of its own can run. */
export type SpeechEngines = { open(config: SpeechEngineConfig): SpeechEngine; embedded(): EmbeddedSpeech | null }

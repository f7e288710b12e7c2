export type AudioFormat = 'mp3' | 'mp4' | 'm4a' | 'wav' | 'webm' | 'ogg' | 'flac'

/** The formats that are taken, as they are told to callers. */
export const AUDIO_FORMATS: readonly AudioFormat[] = ['mp3', 'mp4', 'm4a', 'wav', 'webm', 'ogg', 'flac']

export type SpeechRequest = {
  audio: Uint8Array
  format: AudioFormat
  language: string | null
  prompt: string | null
  temperature: number | null
  /** Whether the segments' times are wanted, where the engine can tell them. */
  timed: boolean
  signal: AbortSignal
}
export type TranscriptSegment = { text: string; startSecond: number; endSecond: number }
export type Transcript = {
  text: string
  language: string | null
  durationSeconds: number | null
  segments: TranscriptSegment[]
}

/** A configured speech-to-text engine. Fails with `provider_failed`, `provider_timeout`, `rate_limited` or `payload_too_large`. */
export type SpeechEngine = { transcribe(request: SpeechRequest): Promise<Transcript> }

export type SpeechEngineConfig = { engine: 'openai-compatible'; baseUrl: string; apiKey: string | null; model: string }

/** The port to speech engines: opens the one a configuration names. */
export type SpeechEngines = { open(config: SpeechEngineConfig): SpeechEngine }

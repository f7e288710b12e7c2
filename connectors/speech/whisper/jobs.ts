import type { FailureCode } from '#domain/failure.ts'
import type { Heard, Recognised } from './recognise.ts'

/** What one recording is recognised with; `language` is an ISO 639 code, `null` = whatever is spoken. */
export type RecogniseJob = {
  audio: Uint8Array
  language: string | null
  prompt: string | null
  temperature: number | null
  translate: boolean
  words: boolean
  maxSeconds: number
  threads: number
}

/** What a process is told on its command line. */
export type EngineSettings = { engine: string; model: string }

export type EngineRequest = { id: number; job: RecogniseJob }
export type EngineReply =
  | { ready: true; multilingual: boolean }
  | { id: number; opened: true }
  | { id: number; heard: Heard }
  | { id: number; answer: Recognised }
  | { id: number; failure: { code: FailureCode; message: string; param?: string | undefined } }

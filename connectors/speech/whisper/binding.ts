import { createRequire } from 'node:module'
import type { AacDecoder } from '../decode/packet-decoders.ts'
import type { RecogniseJob } from './jobs.ts'
import type { Piece } from './recognise.ts'

/** The members of `@napi-rs/whisper` that are used. */
type Package = {
  Whisper: {
    new (model: string, settings: { useGpu: boolean }): { isMultilingual: number; fullLangId: number; full(params: object, samples: Float32Array): string }
    lang(id: number): string | null
  }
  WhisperFullParams: new (strategy: number) => Record<string, unknown>
  decodeAudio(bytes: Uint8Array, name?: string): Float32Array
}

export type WhisperModel = {
  multilingual: boolean
  /** Blocks this thread while the window is recognised. */
  hear(samples: Float32Array, job: HearingJob): Promise<{ pieces: Piece[]; language: string | null }>
}
type HearingJob = Pick<RecogniseJob, 'language' | 'prompt' | 'temperature' | 'translate' | 'words' | 'threads'>
export type Binding = { load(model: string): WhisperModel; decodeFile: AacDecoder }

const GREEDY = 0
/** Milliseconds the last piece may come after the call that made it. */
const LATE_MS = 500

/** whisper.cpp as the package in the folder `engine` brings it. Throws where it does not run. */
export function openBinding(engine: string): Binding {
  const { Whisper, WhisperFullParams, decodeAudio } = createRequire(`${engine}/`)('@napi-rs/whisper') as Package
  return {
    decodeFile: (file) => decodeAudio(file, 'piece.mp4'),
    load(path) {
      const whisper = new Whisper(path, { useGpu: false })
      const multilingual = whisper.isMultilingual === 1
      return {
        multilingual,
        async hear(samples, { language, prompt, temperature, translate, words, threads }) {
          const params = new WhisperFullParams(GREEDY)
          const told: Piece[] = []
          Object.assign(params, { nThreads: threads, language: multilingual ? (language ?? 'auto') : 'en', translate: translate && multilingual })
          Object.assign(params, { noContext: true, suppressBlank: true, suppressNonSpeechTokens: true })
          Object.assign(params, { printProgress: false, printTimestamps: false, printRealtime: false })
          // One token a piece. Its own splitting on words never returns.
          if (words) Object.assign(params, { tokenTimestamps: true, maxLen: 1 })
          if (prompt) params.initialPrompt = prompt
          if (temperature !== null) params.temperature = temperature
          params.onNewSegment = (piece: Piece) => void told.push(piece)
          const whole = whisper.full(params, samples)
          await allTold(told, whole)
          return { pieces: words ? withSpaces(told, whole) : told, language: multilingual ? Whisper.lang(whisper.fullLangId) : 'en' }
        },
      }
    },
  }
}

const letters = (text: string): string => text.replace(/\s+/g, '')

/** Pieces are told by the event loop, after the call has returned. */
async function allTold(pieces: Piece[], whole: string): Promise<void> {
  const length = letters(whole).length
  const until = performance.now() + LATE_MS
  while (pieces.reduce((sum, { text }) => sum + letters(text).length, 0) < length && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Pieces come without the spaces around them: the whole text tells where those were. */
export function withSpaces(pieces: Piece[], whole: string): Piece[] {
  let at = 0
  return pieces.map((piece) => {
    const text = piece.text.trim()
    const found = text === '' ? -1 : whole.indexOf(text, at)
    if (found < 0) return { ...piece, text }
    const space = /\s/.test(whole.slice(Math.max(0, at - 1), found)) ? ' ' : ''
    at = found + text.length
    return { ...piece, text: space + text }
  })
}

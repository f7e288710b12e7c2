import type { TranscriptSegment, TranscriptWord } from '#domain/speech/engine.ts'
import { DECODE_LIMITS, decodeRecording } from '../decode/recording.ts'
import type { Binding, WhisperModel } from './binding.ts'
import type { RecogniseJob } from './jobs.ts'
import { mayHoldSpeech, type Window, windowsOf } from './windows.ts'

/** What the model writes for what is no speech: [BLANK_AUDIO], (water running), *coughs*, notes. */
const NO_SPEECH = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫]+/g
/** A sentence said more often than this in one window is the model going round in circles. */
const MOST_REPEATS = 3

export type Recognised = { language: string | null; seconds: number; noSpeech: boolean }
export type Heard = { segments: TranscriptSegment[]; words: TranscriptWord[] }

/** Recognises a recording window by window and tells what each held. `model` is loaded; the call blocks this process while a window is recognised. */
export async function recognise(
  model: WhisperModel,
  decodeFile: Binding['decodeFile'],
  job: RecogniseJob,
  tell: { opened: () => void; heard: (heard: Heard) => void },
): Promise<Recognised> {
  const sound = decodeRecording(job.audio, { ...DECODE_LIMITS, maxSeconds: job.maxSeconds }, decodeFile)
  let language = job.language
  let seconds = 0
  let said = false
  for await (const window of windowsOf(sound)) {
    tell.opened()
    seconds = window.endSecond
    if (!mayHoldSpeech(window.samples)) continue
    const { pieces, language: told } = await model.hear(window.samples, { ...job, language })
    language ??= told
    const found = job.words ? timedWords(pieces, window) : { segments: segmentsOf(pieces, window), words: [] }
    if (!found.segments.length) continue
    said = true
    tell.heard(found)
  }
  return { language, seconds, noSpeech: !said }
}

/** A stretch of text as the model tells it; times in hundredths of a second from the window's start. */
export type Piece = { text: string; start: number; end: number }

const placed = ({ startSecond, endSecond }: Window, at: number): number => Math.round(Math.min(startSecond + at / 100, endSecond) * 1000) / 1000

export function segmentsOf(pieces: Piece[], window: Window): TranscriptSegment[] {
  const counts = new Map<string, number>()
  return pieces.flatMap((piece) => {
    const text = piece.text.replace(NO_SPEECH, '').replace(/\s+/g, ' ').trim()
    const repeats = (counts.get(text) ?? 0) + 1
    counts.set(text, repeats)
    if (!/[\p{L}\p{N}]/u.test(text) || repeats > MOST_REPEATS) return []
    return [{ text, startSecond: placed(window, piece.start), endSecond: placed(window, piece.end) }]
  })
}

/** Pieces of a token each as words, and the sentences they make. A piece that begins with a space begins a word. */
export function timedWords(pieces: Piece[], window: Window): Heard {
  const words: TranscriptWord[] = []
  let isNew = true
  for (const { text, start, end } of pieces) {
    if (text === '') continue
    const last = words.at(-1)
    if (!last || isNew || /^\s/.test(text)) words.push({ text: text.trim(), startSecond: placed(window, start), endSecond: placed(window, end) })
    else {
      last.text += text.trimEnd()
      last.endSecond = placed(window, end)
    }
    isNew = /\s$/.test(text)
  }
  const segments: TranscriptSegment[] = []
  let sentence: TranscriptWord[] = []
  const close = () => {
    const text = sentence
      .map((word) => word.text)
      .join(' ')
      .replace(NO_SPEECH, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (/[\p{L}\p{N}]/u.test(text)) segments.push({ text, startSecond: sentence[0]?.startSecond ?? 0, endSecond: sentence.at(-1)?.endSecond ?? 0 })
    sentence = []
  }
  for (const word of words) {
    sentence.push(word)
    if (/[.!?。！？]$/.test(word.text)) close()
  }
  close()
  const spoken = segments.map(({ text }) => text).join(' ')
  return { segments, words: words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && spoken.includes(text)) }
}

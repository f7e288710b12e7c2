import type { TranscriptSegment, TranscriptWord } from '#domain/speech/engine.ts'

/** A pause that parts two cues, and the most of one: what can be read in its time. */
const PAUSE_SECONDS = 0.7
const MOST_WORDS = 12
const MOST_SECONDS = 7

/** Cues of words with their times, for engines that tell nothing between words and the whole. */
export function cuesOfWords(words: TranscriptWord[]): TranscriptSegment[] {
  const cues: TranscriptWord[][] = []
  for (const word of words) {
    const cue = cues.at(-1)
    const [first, last] = [cue?.[0], cue?.at(-1)]
    const goesOn =
      cue !== undefined &&
      first !== undefined &&
      last !== undefined &&
      word.startSecond - last.endSecond < PAUSE_SECONDS &&
      cue.length < MOST_WORDS &&
      word.endSecond - first.startSecond <= MOST_SECONDS &&
      !/[.?!]$/.test(last.text)
    if (goesOn) cue.push(word)
    else cues.push([word])
  }
  return cues.map((cue) => ({
    text: cue.map(({ text }) => text.trim()).join(' '),
    startSecond: cue[0]?.startSecond ?? 0,
    endSecond: cue.at(-1)?.endSecond ?? 0,
  }))
}

import { editDistance } from '../../semantics/describe/nearest-names.ts'
import { isNumber, isOrdinary } from './ordinary-words.ts'
import { type Sound, soundDistance, soundOf } from './sound.ts'
import { plainOf, type Term, type Vocabulary } from './vocabulary.ts'

/** A word of a transcription; `start` and `end` are its place in the text. */
export type SpokenWord = { text: string; plain: string; start: number; end: number }
/** Words that stand together, and what is asked of them. */
export type Stretch = {
  words: SpokenWord[]
  text: string
  plain: string
  sound: Sound /** Whether each word is one anybody may say, or one of the data's own. */
  isUsual: boolean
}

/** Words that one name may have been heard as. */
const MOST_WORDS = 6

export const wordsIn = (text: string): SpokenWord[] =>
  [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu)].map((match) => ({
    text: match[0],
    plain: plainOf(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))

/** The stretches of a text that may be a name: without numbers, in one sentence. */
export function stretchesIn(text: string, { words: known }: Vocabulary): Stretch[] {
  const words = wordsIn(text)
  const sounds = words.map(({ text }) => soundOf(text))
  const stretches: Stretch[] = []
  for (let from = 0; from < words.length; from++) {
    for (let to = from; to < Math.min(words.length, from + MOST_WORDS); to++) {
      const [first, last] = [words[from] as SpokenWord, words[to] as SpokenWord]
      if (isNumber(last.plain)) break
      if (to > from && /[.!?;:]/.test(text.slice((words[to - 1] as SpokenWord).end, last.start))) break
      const inside = words.slice(from, to + 1)
      const isUsual = inside.every(({ plain }) => isOrdinary(plain) || known.has(plain))
      const sound = sounds
        .slice(from, to + 1)
        .join('')
        .replace(/(.)\1+/g, '$1')
      stretches.push({ words: inside, text: text.slice(first.start, last.end), plain: inside.map(({ plain }) => plain).join(' '), sound, isUsual })
    }
  }
  return stretches
}

/** How far a stretch is from a name, by sound and by spelling: 0 = it is the name, 1 = nothing in common. `bound` = what is of interest. */
export function distanceOf(stretch: Stretch, term: Term, bound: number): number {
  const [shorter, longer] = stretch.sound.length < term.sound.length ? [stretch.sound, term.sound] : [term.sound, stretch.sound]
  if (longer.length === 0 || (longer.length - shorter.length) * 0.4 > bound * longer.length) return 1
  const bySound = soundDistance(stretch.sound, term.sound)
  if (bySound > bound + 0.15) return bySound
  const [left, right] = [stretch.plain.replaceAll(' ', ''), term.plain.replaceAll(' ', '')]
  const longest = Math.max(left.length, right.length)
  const most = Math.ceil(longest * 0.6)
  const bySpelling = Math.min(1, editDistance(left, right, most) / longest)
  return Math.min(bySpelling, bySound * 0.7 + bySpelling * 0.3)
}

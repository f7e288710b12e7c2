import { singular } from '../../semantics/describe/english.ts'
import { isOrdinary } from '../knowledge/ordinary-words.ts'
import { soundDistance, soundOf } from '../knowledge/sound.ts'
import { distanceOf, type SpokenWord, type Stretch, stretchesIn } from '../knowledge/stretches.ts'
import type { Term, Vocabulary } from '../knowledge/vocabulary.ts'

/** What was put right: `from` became `to`, which stands in the text from `start` to `end` (characters, the end not in it). */
export type Correction = { from: string; to: string; start: number; end: number; source: string }
export type Repaired = { text: string; corrections: Correction[] }

/** How far a stretch may be from the name it is taken for: one that has a word nobody says, one of more words than the name, and one of usual words alone. */
const NEAR = { oddWord: 0.24, oddWords: 0.3, merged: 0.22, usualWords: 0.14, usualWord: 0.04 }
/** How much nearer than every other name it has to be. */
const MARGIN = 0.04
/** Sounds a name has at least; shorter ones sound like too much. */
const LEAST = 4
/** How far an ordinary word at the edge may be from the name's own. */
const EDGE = 0.35
/** How much nearer it has to bring the stretch. */
const GAIN = 0.02

type Candidate = { stretch: Stretch; term: Term; distance: number }

/** Puts the names of the data right that were misheard or misspelt, by sound and spelling. No number is changed, and no word that is one of the data's. */
export function repairNames(text: string, vocabulary: Vocabulary): Repaired {
  if (!vocabulary.terms.length) return { text, corrections: [] }
  const stretches = stretchesIn(text, vocabulary)
  const exact = new Map(vocabulary.terms.map((term) => [term.plain, term]))
  const found = stretches.flatMap((stretch): Candidate[] => {
    const same = exact.get(stretch.plain)
    if (same) return [{ stretch, term: same, distance: 0 }]
    return nearestTo(stretch, vocabulary) ?? []
  })
  const chosen: Candidate[] = []
  const best = found.toSorted((a, b) => worth(b) - worth(a) || a.stretch.words.length - b.stretch.words.length)
  for (const candidate of best) if (!chosen.some(({ stretch }) => overlap(stretch, candidate.stretch))) chosen.push(candidate)
  return replaced(
    text,
    chosen.toSorted((a, b) => start(a.stretch) - start(b.stretch)),
  )
}

/** The more of a text a name explains, and the better, the sooner it is taken. */
const worth = ({ term, distance }: Candidate): number => term.sound.length * (1 - 3 * distance)

const start = ({ words }: Stretch): number => words[0]?.start ?? 0
const end = ({ words }: Stretch): number => words.at(-1)?.end ?? 0
const overlap = (a: Stretch, b: Stretch): boolean => start(a) < end(b) && start(b) < end(a)

function nearestTo(stretch: Stretch, vocabulary: Vocabulary): Candidate[] | null {
  const { words, isUsual } = stretch
  if (stretch.sound.length < LEAST - 1 || words.every(({ plain }) => plain.length < 3)) return null
  const bound = isUsual ? (words.length > 1 ? NEAR.usualWords : NEAR.usualWord) : words.length > 1 ? NEAR.oddWords : NEAR.oddWord
  let first: Candidate | null = null
  let second = 1
  for (const term of vocabulary.terms) {
    if (term.sound.length < LEAST || isInflected(stretch, term)) continue
    if (isUsual && (term.kind === 'word' || (words.length === 1 && term.words > 1))) continue
    // A name in one word is not heard as a whole clause.
    if (words.length > term.words + 2) continue
    const distance = distanceOf(stretch, term, bound)
    if (words.length > term.words && distance > NEAR.merged) continue
    if (first === null || distance < first.distance) {
      if (first && first.term.plain !== term.plain) second = first.distance
      first = { stretch, term, distance }
    } else if (term.plain !== first.term.plain) second = Math.min(second, distance)
  }
  if (!first || first.distance > bound || second - first.distance < MARGIN) return null
  return isPlausible(first) ? [first] : null
}

/**
 * An ordinary word at the edge of a stretch belongs to the sentence, unless the name has one that sounds like it in that place, or sounds more like the stretch
 * with it. Of ordinary words alone one has to be the name's own.
 */
function isPlausible({ stretch, term, distance }: Candidate): boolean {
  const [words, names] = [stretch.words, term.plain.split(' ')]
  if (words.length === 1) return true
  if (stretch.isUsual && !words.some(({ plain }) => names.includes(plain))) return false
  const fits = (word: string, name: string, rest: SpokenWord[]) => {
    if (!isOrdinary(word) || word === name) return true
    if (words.length === names.length) return soundDistance(soundOf(word), soundOf(name)) <= EDGE
    return distanceOf(stretchOf(rest), term, 1) > distance + GAIN
  }
  return fits(words[0]?.plain ?? '', names[0] ?? '', words.slice(1)) && fits(words.at(-1)?.plain ?? '', names.at(-1) ?? '', words.slice(0, -1))
}

const stretchOf = (words: SpokenWord[]): Stretch => {
  const text = words.map((word) => word.text).join(' ')
  return { words, text, plain: words.map(({ plain }) => plain).join(' '), sound: soundOf(text), isUsual: false }
}

/** "Customers" is no misheard "customer". */
function isInflected({ plain }: Stretch, term: Term): boolean {
  const roots = (text: string) => text.split(' ').map(singular).join(' ')
  return roots(plain) === roots(term.plain)
}

function replaced(text: string, chosen: Candidate[]): Repaired {
  const corrections: Correction[] = []
  let repaired = ''
  let at = 0
  for (const { stretch, term } of chosen) {
    const to = written(stretch, term, text)
    if (to === stretch.text) continue
    repaired += text.slice(at, start(stretch))
    corrections.push({ from: stretch.text, to, start: repaired.length, end: repaired.length + to.length, source: term.source })
    repaired += to
    at = end(stretch)
  }
  return { text: repaired + text.slice(at), corrections }
}

/** A value as it is stored; a name of the schema in lower case, but for the capital a sentence begins with. */
function written({ text: said, words }: Stretch, { text, kind, plain, source }: Term, whole: string): string {
  const isValue = kind === 'value' || source.startsWith('value')
  // What is said as it is stored, but for marks and small letters of a common word, stays.
  if (isValue) return words.map((word) => word.plain).join(' ') === plain && text === text.toLowerCase() ? said : possessive(said, text)
  if (words.map((word) => word.plain).join(' ') === plain) return said
  const begins = /(?:^|[.!?]\s+)$/.test(whole.slice(0, words[0]?.start ?? 0))
  return begins && /^\p{Lu}/u.test(said) ? text.slice(0, 1).toUpperCase() + text.slice(1) : possessive(said, text)
}

const possessive = (said: string, text: string): string => (/['’]s$/.test(said) && !/['’]s$/.test(text) ? `${text}'s` : text)

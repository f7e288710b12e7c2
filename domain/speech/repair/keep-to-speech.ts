import { isNumber, isOrdinary } from '../knowledge/ordinary-words.ts'
import { soundDistance, soundOf } from '../knowledge/sound.ts'
import { plainOf, type Vocabulary } from '../knowledge/vocabulary.ts'

/** How far what is written may sound from what was said: words that are known or ordinary, and others. */
const NEAR = { known: 0.45, other: 0.22 }
/** Words of a text that are compared; of a longer one the correction is not taken. */
const MOST_WORDS = 4_000

type Word = { text: string; plain: string }

const wordsOf = (text: string): Word[] => (text.match(/\S+/g) ?? []).map((word) => ({ text: word, plain: plainOf(word) }))

/**
 * A correction of a transcription held against it: punctuation, capitals and fillers left out are taken, words that sound like what was said too; figures, names
 * and words that were never said are not, and what was said stands in their place.
 */
export function keepToSpeech(said: string, corrected: string, { words: known }: Vocabulary): string {
  const [before, after] = [wordsOf(said), wordsOf(corrected)]
  if (before.length > MOST_WORDS || after.length > MOST_WORDS) return said
  const kept: Word[] = []
  for (const { removed, added } of changesBetween(before, after)) {
    const isSame = removed.length === added.length && removed.every(({ plain }, at) => plain === added[at]?.plain)
    if (isSame) kept.push(...added)
    else if (!removed.length) kept.push(...added.filter(({ plain }) => plain === '' || isHarmless(plain)))
    else kept.push(...(isHeard(removed, added, known) ? added : removed))
  }
  return kept.map(({ text }) => text).join(' ')
}

/** A small word that only makes a sentence of it. */
const isHarmless = (plain: string): boolean => plain.length < 5 && isOrdinary(plain) && !isNumber(plain)
const isFiller = (plain: string): boolean => /^(?:u[hm]+|e[rh]+m?|hm+|ah+|äh+m?|well|like|so|yeah)$/.test(plain)

function isHeard(removed: Word[], added: Word[], known: ReadonlySet<string>): boolean {
  const figures = (words: Word[]) => words.flatMap(({ text, plain }) => (isNumber(plain) || /\d/.test(text) ? [plain] : [])).join()
  if (figures(removed) !== figures(added)) return false
  if (!added.length) return removed.every(({ plain }) => isFiller(plain) || isHarmless(plain))
  const sound = (words: Word[]) => soundOf(words.map(({ plain }) => plain).join(' '))
  const isNew = added.some(({ plain }) => !isOrdinary(plain) && !known.has(plain))
  return soundDistance(sound(removed.filter(({ plain }) => !isFiller(plain))), sound(added)) <= (isNew ? NEAR.other : NEAR.known)
}

type Change = { removed: Word[]; added: Word[] }

/** What has to be exchanged to make one list of the other (by a longest common subsequence); a word that stays is exchanged for itself. */
function changesBetween(before: Word[], after: Word[]): Change[] {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const same = before[row]?.plain === after[column]?.plain
      const [below, beside, both] = [(row + 1) * width + column, row * width + column + 1, (row + 1) * width + column + 1]
      common[row * width + column] = same ? (common[both] as number) + 1 : Math.max(common[below] as number, common[beside] as number)
    }
  }
  const list: Change[] = []
  let open: Change = { removed: [], added: [] }
  const close = () => {
    if (open.removed.length || open.added.length) list.push(open)
    open = { removed: [], added: [] }
  }
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]]
    if (old && fresh && old.plain === fresh.plain) {
      close()
      list.push({ removed: [old], added: [fresh] })
      row++
      column++
    } else if (fresh && (!old || (common[row * width + column + 1] as number) >= (common[(row + 1) * width + column] as number))) {
      open.added.push(fresh)
      column++
    } else if (old) {
      open.removed.push(old)
      row++
    }
  }
  close()
  return list
}

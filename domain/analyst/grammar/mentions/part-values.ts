import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload, Ref } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { lookUpName } from '#domain/analyst/lexicon/look-up-name.ts'

type Piece = { ref: Ref; value: string; words: readonly string[] }

const pieces = new WeakMap<Lexicon, Map<string, Piece[]>>()

/** Values of a column of few values by the words they hold. */
function piecesOf(lexicon: Lexicon): Map<string, Piece[]> {
  const known = pieces.get(lexicon)
  if (known) return known
  const found = new Map<string, Piece[]>()
  for (const table of lexicon.layer.tables)
    for (const column of table.columns) {
      if (table.isHidden || column.isHidden || column.type !== 'text' || (column.distinct ?? 9999) > 300) continue
      for (const value of new Map(column.sampleValues.map((value) => [value.trim().toLowerCase(), value])).values()) {
        const words = wordsOf(value)
        if (words.length < 2 || words.length > 8) continue
        for (const word of new Set(words)) found.set(word, [...(found.get(word) ?? []), { ref: { table, column }, value, words }])
      }
    }
  pieces.set(lexicon, found)
  return found
}

const mostAlike = 5
/** Values of a column of kinds at most: a word as short as "bug" means one of them only there. */
const fewKinds = 20

/** "World Cup qualifiers" tells one of the tournaments apart; what several values hold tells the shortest, less surely. */
export function partsOfValues(lexicon: Lexicon, part: Token[]): [Payload, number][] {
  const words = part.filter(({ kind }) => kind === 'word').map(({ stem }) => stem)
  const [first] = words
  if (!first || words.length !== part.length || first.length < 3) return []
  // "Repairs in" is not the value "in repair".
  if (particles.has(part[0]?.lower ?? '') || particles.has(part.at(-1)?.lower ?? '')) return []
  // A year is no "Two year" contract.
  if (words.every((word) => grainWords.has(word))) return []
  // What people of a trade are called besides is no name of the data: clerks are those of the staff whose title says so.
  const known = (word: string) => {
    const named = lookUpName(lexicon, word)
    return named !== null && (lexicon.names.has(word) || named.columns.length > 0 || named.measures.length > 0)
  }
  if (words.every(known)) return []
  const matches = matchesOf(lexicon, words)
  const columns = new Map<string, typeof matches>()
  for (const match of matches) {
    const key = `${match.ref.table.name}.${match.ref.column.name}`
    columns.set(key, [...(columns.get(key) ?? []), match])
  }
  const coarsest = Math.min(...matches.map(({ ref }) => ref.column.distinct ?? 9999))
  return [...columns.values()].flatMap((own): [Payload, number][] => {
    const [shortest, next] = [...own].sort((a, b) => a.words.length - b.words.length)
    // What many values hold names their kind, and none of them.
    if (!shortest || (words.length === 1 && own.length > (first.length < 4 ? 1 : mostAlike))) return []
    if (first.length < 4 && (shortest.ref.column.distinct ?? fewKinds + 1) > fewKinds) return []
    // One of many words of a value is what it holds, and not what it is called.
    if (shortest.words.length > 3 * words.length + 1) return []
    const isCoarsest = (shortest.ref.column.distinct ?? 9999) === coarsest
    const isOne = words.length === 1 && part[0]?.lower === part[0]?.stem && !part[0]?.lower.endsWith('ly')
    const common = own.length > 1 && !isOne ? commonText(own, words.length) : null
    // All of a kind are asked for, where several values are called so.
    if (common !== null) return [[{ is: 'value', ref: shortest.ref, value: common, isKind: true }, words.length > 1 ? 0.8 : isCoarsest ? 0.68 : 0.6]]
    const isAlone = !next || shortest.words.length < next.words.length
    // Samples stand by how often they occur: of several as short, the commonest.
    return [[{ is: 'value', ref: shortest.ref, value: shortest.value }, own.length === 1 ? 0.7 : isAlone ? 0.55 : 0.5]]
  })
}

/** Values that hold all of some words, or of one adverb its adjective: "automatically" of "Bank transfer (automatic)". */
function matchesOf(lexicon: Lexicon, words: string[]): (Piece & { said: string[] })[] {
  const all = piecesOf(lexicon)
  const holding = (said: string[]) =>
    (all.get(said[0] ?? '') ?? []).filter((piece) => said.every((word) => piece.words.includes(word))).map((piece) => ({ ...piece, said }))
  const own = holding(words)
  const [adverb = '', ...more] = words
  return own.length > 0 || more.length > 0 || !adverb.endsWith('ly')
    ? own
    : [adverb.replace(/ly$/, ''), adverb.replace(/ally$/, '')].flatMap((word) => (word.length > 3 && word !== adverb ? holding([word]) : []))
}

/** What values have in common as it is written in them, where the words stand side by side. */
function commonText(own: (Piece & { said: string[] })[], count: number): string | null {
  const [one] = own
  if (!one || one.said.length !== count) return null
  const pattern = new RegExp(one.said.map((word) => `${word.replaceAll(/[^\p{L}\p{N}]/gu, '.')}\\p{L}{0,2}`).join('[^\\p{L}\\p{N}]+'), 'iu')
  const texts = own.map(({ value }) => pattern.exec(value)?.[0] ?? '')
  const shortest = [...texts].sort((a, b) => a.length - b.length)[0] ?? ''
  return shortest !== '' && texts.every((text) => text.toLowerCase().startsWith(shortest.toLowerCase())) ? shortest : null
}

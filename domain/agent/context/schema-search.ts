import { nearWords } from '../../analyst/vectors/near-terms.ts'
import type { OpenVectors } from '../../analyst/vectors/word-vectors.ts'
import { singular } from '../../semantics/describe/english.ts'
import type { Layer, LayerColumn, LayerTable, LayerVerifiedQuery } from '../../semantics/layer.ts'

/** A place of the layer that a text speaks of; `why` is the name, synonym or value that matched. */
export type Found = { table: string; column: string | null; measure: string | null; why: string; score: number }

const NAME = 3
const SYNONYM = 2.5
const VALUE = 2
const DESCRIPTION = 1
/** Values looked at in one column. */
const VALUES = 200

/**
 * The tables, columns and measures that share words with a text, best first. Words that stand everywhere count little. With `vectors` a word of the text that
 * no name has stands for those of names that are near to it in meaning.
 */
export function searchLayer(layer: Layer, text: string, most: number, vectors?: OpenVectors): Found[] {
  const rarity = rarityIn(layer)
  const words = new Map([...wordsOf(text)].flatMap((word) => [[word, 1] as const, ...(rarity.has(word) ? [] : nearWords(vectors, word, rarity.keys()))]))
  const rarityOf = (word: string): number => rarity.get(word) ?? 1
  const worth = (texts: string[], weight: number): number =>
    Math.max(0, ...texts.map((one) => [...wordsOf(one)].reduce((sum, word) => sum + (words.get(word) ?? 0) * weight * rarityOf(word), 0)))
  const found: Found[] = []
  const note = (place: Omit<Found, 'why' | 'score'>, kinds: [string[], number][]) => {
    const scores = kinds.map(([texts, weight]) => ({ texts, weight, score: worth(texts, weight) }))
    const score = scores.reduce((sum, kind) => sum + kind.score, 0)
    if (score === 0) return
    const best = scores.toSorted((a, b) => b.score - a.score)[0]
    found.push({ ...place, why: best?.texts.toSorted((a, b) => worth([b], best.weight) - worth([a], best.weight))[0] ?? '', score })
  }
  for (const table of shown(layer)) {
    note({ table: table.name, column: null, measure: null }, [
      [[table.name, table.label], NAME],
      [table.synonyms, SYNONYM],
      [[table.description], DESCRIPTION],
    ])
    for (const column of table.columns) if (!column.isHidden) note({ table: table.name, column: column.name, measure: null }, kindsOf(column))
  }
  for (const { name, label, table, synonyms, description } of layer.measures) {
    note({ table, column: null, measure: name }, [
      [[name, label], NAME],
      [synonyms, SYNONYM],
      [[description], DESCRIPTION],
    ])
  }
  // Of equal matches the one that says nothing else: the table of tracks before what refers to it.
  return found.toSorted((a, b) => b.score - a.score || a.why.length - b.why.length).slice(0, most)
}

/** How much each table has to do with a text: its own matches, and those of its columns and measures. */
export function tableScores(layer: Layer, text: string, vectors?: OpenVectors): Map<string, number> {
  const scores = new Map<string, number>()
  for (const { table, score } of searchLayer(layer, text, Number.POSITIVE_INFINITY, vectors)) scores.set(table, (scores.get(table) ?? 0) + score)
  return scores
}

/** The verified queries nearest to a question, best first; one that shares less than half of its words is not near. */
export function nearVerified(layer: Layer, question: string, most: number): LayerVerifiedQuery[] {
  const words = wordsOf(question)
  return layer.verifiedQueries
    .map((verified) => ({ verified, likeness: likeness(words, wordsOf(verified.question)) }))
    .filter((item) => item.likeness >= 0.5)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map((item) => item.verified)
}

/** The verified query whose question is the same but for filler words, case, marks and the number of nouns. */
export function sameVerified(layer: Layer, question: string): LayerVerifiedQuery | null {
  const asked = gistOf(question)
  return (asked !== '' && layer.verifiedQueries.find((verified) => gistOf(verified.question) === asked)) || null
}

/** Whether two questions are the same but for that. */
export const isSameQuestion = (one: string, other: string): boolean => gistOf(one) !== '' && gistOf(one) === gistOf(other)

/** Left out, these change no question; a word such as "to" or "not" would. */
const FILLERS = new Set('a an the please show list give me tell find what is are was were can could would you it'.split(' '))

const gistOf = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+|[<>=%]+/gu) ?? [])
    .filter((word) => !FILLERS.has(word))
    .map(singular)
    .join(' ')

/** Shared words in relation to all words of both (Jaccard). */
function likeness(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / Math.max(1, a.size + b.size - shared)
}

const kindsOf = (column: LayerColumn): [string[], number][] => [
  [[column.name, column.label], NAME],
  [column.synonyms, SYNONYM],
  [column.sampleValues.slice(0, VALUES), VALUE],
  [[column.description], DESCRIPTION],
]

const shown = (layer: Layer): LayerTable[] => layer.tables.filter((table) => !table.isHidden)

const rarities = new WeakMap<Layer, ReadonlyMap<string, number>>()

/** Of each word of a name: 1 where it is of one table, less the more tables know it. */
function rarityIn(layer: Layer): ReadonlyMap<string, number> {
  const kept = rarities.get(layer)
  if (kept) return kept
  const tables = new Map<string, number>()
  for (const table of shown(layer)) {
    const texts = [table.name, table.label, ...table.synonyms, ...table.columns.flatMap((column) => [column.name, column.label, ...column.synonyms])]
    for (const word of wordsOf(texts.join(' '))) tables.set(word, (tables.get(word) ?? 0) + 1)
  }
  const rarity = new Map([...tables].map(([word, times]) => [word, 1 / (1 + Math.log(times))]))
  rarities.set(layer, rarity)
  return rarity
}

/** Words that say nothing about what is asked for. */
const SMALL = new Set(
  'a an the of in on at to for from by with and or is are was were be been do does did has have had how many much what which who whose when where show list give me tell find get all each per this that these those there it its their our my i we you please can could would'.split(
    ' ',
  ),
)

function wordsOf(text: string): Set<string> {
  const words =
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return new Set(words.filter((word) => !SMALL.has(word)).map(singular))
}

import { synonymGroups } from '#domain/analyst/lexicon/english/meanings/synonyms.ts'
import { nearTerms } from '../../analyst/vectors/near-terms.ts'
import type { OpenVectors } from '../../analyst/vectors/word-vectors.ts'
import { singular } from '../../semantics/describe/english.ts'
import { editDistance } from '../../semantics/describe/nearest-names.ts'
import type { Layer, LayerMeasure } from '../../semantics/layer.ts'
import type { ProposedFix, TermFix } from './term-fix.ts'

const MOST = 3
const LEAST = 0.45
/** A layer of thousands of columns is looked through this far for one word. */
const MOST_CANDIDATES = 20_000
/** A word that is rarely a slip of the pen is at least so long. */
const LEAST_LETTERS = 4

type Candidate = { fix: TermFix; label: string; names: string[] }

/**
 * What a word that people use may mean in a layer, the likeliest first: by its spelling, by what business calls the same thing, by a common stem, and by the
 * readings people chose where they were asked back about it; with `vectors` by what is near in meaning too, after all of these. `proposed` are measures nobody has accepted yet.
 */
export function proposeFixes(term: string, question: string, layer: Layer, proposed: readonly LayerMeasure[] = [], vectors?: OpenVectors): ProposedFix[] {
  const meant = meantBy(vectors, term, layer)
  const word = rootOf(term)
  const asked = new Set(wordsOf(question).map(singular))
  const rated = candidatesOf(layer, proposed).map(({ fix, label, names }) => {
    const likeness = Math.max(...names.map((name) => likenessOf(word, rootOf(name))))
    const isNear = 'table' in fix && wordsOf(fix.table).some((part) => asked.has(singular(part)))
    const score = Math.max(likeness === 0 ? 0 : likeness + (isNear ? 0.05 : 0), chosenFor(term, label, layer), meant(fix))
    return { fix, label, likelihood: Math.round(Math.min(score, 0.99) * 100) / 100 }
  })
  return rated
    .filter(({ likelihood }) => likelihood >= LEAST)
    .toSorted((one, other) => other.likelihood - one.likelihood || one.label.length - other.label.length)
    .slice(0, MOST)
}

/** How likely each thing is by meaning: never as likely as one that is written so or called so by an owner. */
function meantBy(vectors: OpenVectors | undefined, term: string, layer: Layer): (fix: TermFix) => number {
  const near = nearTerms(vectors, term, layer, MOST)
  return (fix) => {
    const found = near.find(({ table, column, measure }) =>
      fix.kind === 'measure' ? measure === fix.measure : fix.kind === 'synonym' && measure === null && table === fix.table && column === fix.column,
    )
    return found ? likelihoods[found.band] + 0.05 * found.score : 0
  }
}
const likelihoods = { same: 0.68, likely: 0.58, near: 0.45 }

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const rootOf = (text: string): string =>
  wordsOf(text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .map(singular)
    .join(' ')

function candidatesOf({ tables, measures }: Layer, proposed: readonly LayerMeasure[]): Candidate[] {
  const found: Candidate[] = []
  for (const table of tables) {
    if (table.isHidden) continue
    found.push({ fix: { kind: 'synonym', table: table.name, column: null }, label: table.label, names: [table.label, table.name, ...table.synonyms] })
    for (const column of table.columns) {
      if (column.isHidden) continue
      const place = { table: table.name, column: column.name }
      const label = `${column.label} of ${table.label}`
      found.push({ fix: { kind: 'synonym', ...place }, label, names: [column.label, column.name, ...column.synonyms] })
      if (column.semanticType === 'category' || column.semanticType === 'boolean')
        for (const value of column.sampleValues) found.push({ fix: { kind: 'value', ...place, value }, label: `${label} is ${value}`, names: [value] })
    }
  }
  for (const measure of [...measures, ...proposed])
    found.push({ fix: { kind: 'measure', measure: measure.name }, label: measure.label, names: [measure.label, measure.name, ...measure.synonyms] })
  return found.slice(0, MOST_CANDIDATES)
}

/** From 0 to 1: the same but for a slip, the same thing in other words, the same stem, or a part of a longer name. */
function likenessOf(word: string, name: string): number {
  if (word === '' || name === '') return 0
  if (word === name) return 0.95
  const isLong = word.length >= LEAST_LETTERS && name.length >= LEAST_LETTERS
  const distance = isLong ? editDistance(word, name, 3) : 4
  if (distance <= Math.max(1, Math.floor(word.length / LEAST_LETTERS) - 1)) return 0.9 - 0.1 * distance
  if (areCalledTheSame(word, name)) return 0.75
  const parts = name.split(' ')
  if (parts.length > 1 && parts.some((part) => part === word || areCalledTheSame(word, part))) return 0.6
  return isLong && parts.some((part) => stemOf(part) === stemOf(word)) ? 0.65 : 0
}

const areCalledTheSame = (one: string, other: string): boolean => synonymGroups.some((group) => group.includes(one) && group.includes(other))

/** What is left of a word without its ending: `rental` and `renters` have one, and so have `shipment` and `shipping`. */
const ENDINGS = /(?:ations?|ments?|ings?|als?|ers?|ors?|ees?|ed|ion|ies|es|e|y)$/
function stemOf(word: string): string {
  const stem = word.replace(ENDINGS, '').replace(/(\p{L})\1$/u, '$1')
  return stem.length >= LEAST_LETTERS ? stem : word
}

/** By what was chosen: as the meaning of the word itself, or as what a question means that has the word. */
function chosenFor(term: string, label: string, { learned = [] }: Layer): number {
  const about = learned.filter(({ phrase }) => wordsOf(phrase).join(' ').includes(wordsOf(term).join(' ')))
  const told = about.filter(({ kind, phrase, meaning }) => {
    const means = meaning.toLowerCase()
    const named = label.toLowerCase()
    return kind === 'word' ? means === named : means.includes(named.split(' of ')[0] ?? named) && !phrase.toLowerCase().includes(named)
  })
  const times = told.reduce((sum, one) => sum + one.times, 0)
  if (times === 0) return 0
  return Math.min((told.some(({ kind }) => kind === 'word') ? 0.85 : 0.6) + 0.03 * times, 0.98)
}

import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { determiners, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { operatorWords } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { type NearLabel, nearLabels } from './near-labels.ts'
import type { OpenVectors } from './word-vectors.ts'

/** What a word may mean in a layer. `column` and `measure` are null for the table itself; `phrase` is the label or synonym that is near, `label` what the thing is called. */
export type NearTerm = { table: string; column: string | null; measure: string | null; label: string; phrase: string } & Omit<NearLabel, 'label'>

/**
 * The tables, columns and measures of a layer that a word may mean which names nothing there, the nearest first; for what is offered, proposed or told, never to
 * overrule a word the layer knows. Synonyms that the owners gave count as labels. Of what is called alike all are told, with the same `score` and `band`: `same`
 * is right in 94 of 100, `likely` in 85, `near` says only that nothing else is nearer. Empty for words of grammar and where `vectors` is absent.
 */
export function nearTerms(vectors: OpenVectors | undefined, word: string, layer: Layer, most = 3): NearTerm[] {
  const table = couldNameData(word) ? vectors?.() : null
  if (!table) return []
  const named = termsOf(layer)
  const near = nearLabels(table, word, named.keys(), most)
  return near.flatMap(({ label: phrase, ...how }) => (named.get(phrase) ?? []).map((term) => ({ ...term, phrase, ...how }))).slice(0, most)
}

/** The words of a list that are near in meaning to a word that is not in it, each with its weight below 1. For searches, whose results are shown and not taken as meant. */
export function nearWords(vectors: OpenVectors | undefined, word: string, words: Iterable<string>): [string, number][] {
  const table = couldNameData(word) ? vectors?.() : null
  return table ? nearLabels(table, word, words).map(({ label, score }) => [label, searchWeight * score]) : []
}
const searchWeight = 0.8

/** A noun or verb may name data; a word that compares, ranks, counts or denies does not. */
export function couldNameData(word: string): boolean {
  const lower = word.toLowerCase()
  const isGrammar = [operatorWords, fillers, negations, determiners, numberWords, superlatives].some((words) => words.has(lower))
  return /^[a-z]{3,}(?:[ -][a-z]+)*$/.test(lower) && !isGrammar
}

type Term = Pick<NearTerm, 'table' | 'column' | 'measure' | 'label'>

const known = new WeakMap<Layer, Map<string, Term[]>>()

function termsOf(layer: Layer): Map<string, Term[]> {
  const kept = known.get(layer)
  if (kept) return kept
  const terms = new Map<string, Term[]>()
  // An id is named by the table it identifies.
  const note = (phrases: string[], term: Term) => {
    for (const phrase of new Set(phrases.map((one) => one.toLowerCase()))) terms.set(phrase, [...(terms.get(phrase) ?? []), term])
  }
  for (const table of layer.tables) {
    if (table.isHidden) continue
    note([table.label, ...table.synonyms], { table: table.name, column: null, measure: null, label: table.label })
    for (const column of table.columns)
      if (!column.isHidden && column.semanticType !== 'identifier')
        note([column.label, ...column.synonyms], { table: table.name, column: column.name, measure: null, label: column.label })
  }
  for (const { name, table, label, synonyms } of layer.measures) note([label, ...synonyms], { table, column: null, measure: name, label })
  known.set(layer, terms)
  return terms
}

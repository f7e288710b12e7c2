import { identifierWords } from '../../semantics/describe/identifier-words.ts'
import type { Layer, LayerColumn } from '../../semantics/layer.ts'
import { isOrdinary } from './ordinary-words.ts'
import { type Sound, soundOf } from './sound.ts'

/** A name that somebody may speak: `text` as it is to be written, `source` where it comes from, such as `column invoices.billing_country`. */
export type Term = {
  text: string
  kind: 'table' | 'column' | 'measure' | 'value' | 'word'
  source: string
  sound: Sound /** In lower case, letters and spaces alone. */
  plain: string
  words: number
}

export type Vocabulary = {
  terms: Term[]
  /** Every word of every name, in lower case: what is spelt like this is right. */
  words: ReadonlySet<string>
}

export const NOTHING_KNOWN: Vocabulary = { terms: [], words: new Set() }

/** Names kept of one vocabulary; those of the schema first. */
const MOST_TERMS = 6_000
const MOST_WORDS = 7
const LONGEST = 60

const kept = new WeakMap<Layer, Term[]>()

/** The names that the layers have, as their reader may see them: hidden tables and columns and values of filtered tables are not in them. */
export function vocabularyOf(layers: Layer[]): Vocabulary {
  const terms = layers.flatMap((layer) => {
    const found = kept.get(layer) ?? termsOf(layer)
    kept.set(layer, found)
    return found
  })
  const schema = terms.filter(({ kind }) => kind !== 'value' && kind !== 'word')
  const values = terms.filter(({ kind }) => kind === 'value')
  const chosen = unique([...schema, ...values, ...terms.filter(({ kind }) => kind === 'word')]).slice(0, MOST_TERMS)
  return { terms: chosen, words: new Set(chosen.flatMap(({ plain }) => plain.split(' '))) }
}

function unique(terms: Term[]): Term[] {
  const seen = new Map<string, Term>()
  for (const term of terms) if (!seen.has(term.plain)) seen.set(term.plain, term)
  return [...seen.values()]
}

function termsOf(layer: Layer): Term[] {
  const terms: Term[] = []
  const add = (text: string, kind: Term['kind'], source: string) => {
    const plain = plainOf(text)
    const words = plain.split(' ').length
    if (plain.length < 3 || text.length > LONGEST || words > MOST_WORDS) return
    terms.push({ text: text.trim(), kind, source, sound: soundOf(text), plain, words })
  }
  const named = (names: string[], kind: Term['kind'], source: string) => {
    for (const name of new Set(names.map((one) => identifierWords(one).join(' ').toLowerCase()))) {
      // Nobody speaks of keys.
      if (/\bids?$/.test(name)) continue
      add(name, kind, source)
      if (name.includes(' ')) for (const word of name.split(' ')) if (word.length > 3) add(word, 'word', source)
    }
  }
  for (const table of layer.tables) {
    if (table.isHidden) continue
    named([table.name, table.label, ...table.synonyms], 'table', `table ${table.name}`)
    for (const column of table.columns) {
      if (column.isHidden) continue
      const source = `${table.name}.${column.name}`
      named([column.name, column.label, ...column.synonyms], 'column', `column ${source}`)
      for (const value of spokenValues(column)) {
        add(value, 'value', `value of ${source}`)
        // Of a long name mostly a part is said: what stands before a bracket, a dash or a colon, and its uncommon words.
        const [head = ''] = value.split(/\s*(?:[([/:;,]|\s[-–]\s)/)
        if (head !== value) add(head, 'value', `value of ${source}`)
        if (/\s/.test(value))
          for (const word of value.split(/[^\p{L}]+/u))
            if (word.length > 4 && /^\p{Lu}/u.test(word) && !isOrdinary(word.toLowerCase())) add(word, 'word', `value of ${source}`)
      }
    }
  }
  for (const measure of layer.measures) {
    if (layer.tables.some((table) => table.name === measure.table && table.isHidden)) continue
    named([measure.name, measure.label, ...measure.synonyms], 'measure', `measure ${measure.name}`)
  }
  return terms
}

/** Values with letters and no figures, addresses or codes in them. */
const spokenValues = (column: LayerColumn): string[] =>
  column.semanticType === 'identifier' || column.semanticType === 'measure' || column.semanticType === 'time'
    ? []
    : column.sampleValues.filter((value) => /\p{L}{3}/u.test(value) && !/[\d@_\\]|https?:|www\./i.test(value) && !/^\p{Lu}{1,4}$/u.test(value))

export const plainOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

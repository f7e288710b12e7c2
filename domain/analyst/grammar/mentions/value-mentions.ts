import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { phraseKey, type Token } from '#domain/analyst/language/tokens.ts'
import { isDoerOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { codes } from '#domain/analyst/lexicon/english/meanings/codes.ts'
import { nameLabels } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import type { Lexicon, ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { asOneWord } from '#domain/analyst/lexicon/linking/value-words.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { flagValues } from './flag-values.ts'
import { keyValues } from './key-values.ts'
import { leavingValues } from './leaving-values.ts'
import { listedValues } from './list-values.ts'
import { partsOfValues } from './part-values.ts'
import { sizedValues } from './sized-values.ts'
import { stateValues } from './state-values.ts'

/** Values that a phrase is, or that it tells apart from the others of a column of few values. */
export function valuesOf(lexicon: Lexicon, part: Token[], phrase: string): [Payload, number][] {
  const [first] = part
  if (!first) return []
  if (part.length === 1 && first.kind === 'number') return []
  const key =
    first.kind === 'quoted'
      ? phraseKey(first.text)
      : part
          .filter(({ kind }) => kind !== 'sign')
          .map((token) => token.lower)
          .join(' ')
  // "E-bikes" are the value "E-bike".
  const stem = part.some(({ kind }) => kind === 'sign')
    ? part
        .filter(({ kind }) => kind !== 'sign')
        .map((token) => token.stem)
        .join(' ')
    : phrase
  // Codes, initials and marks are known in capitals only.
  const forms = new Set([key, stem, ...(part.length === 1 ? [first.text] : [])])
  const words = part.filter(({ kind }) => kind !== 'sign')
  const exact = [...[...forms].flatMap((form) => lexicon.values.get(form) ?? []), ...asOneWord(words, lexicon)]
  const isShort = part.length === 1 && first.lower.length <= 2
  const found = exact
    .filter(({ rows, value }) => rows === undefined && (part.length > 1 || !isOtherThan(first, value)))
    .filter(isFirstSpelling)
    .map(({ table, column, value, weight }): [Payload, number] => [
      { is: 'value', ref: { table, column }, value },
      isShort && !first.isCapitalised ? 0.3 : weight * (first.isCapitalised ? 1 : 0.95),
    ])
  if (found.length === 0) found.push(...keyValues(lexicon, part))
  if (part.length === 1) found.push(...codesOf(lexicon, first.lower, first.stem))
  if (found.length === 0) found.push(...sizedValues(lexicon, part))
  if (found.length === 0) found.push(...stateValues(lexicon, key))
  found.push(...flagValues(lexicon, stem))
  if (found.length === 0) found.push(...leavingValues(lexicon, key))
  if (part.length === 1 && found.length === 0) found.push(...kindredOf(lexicon, first))
  if (part.length === 2 && found.length === 0) found.push(...kindredInColumn(lexicon, part))
  if (found.length === 0) found.push(...listedValues(lexicon, part))
  if (found.length === 0) found.push(...partsOfValues(lexicon, part))
  if (found.length === 0) found.push(...(part.length === 1 ? misspelt(lexicon, first) : unknownNames(lexicon, part)))
  return found
}

/** One spelling of a value stands for the others: "Paid" and "paid". */
const isFirstSpelling = ({ column, value }: ValueMeaning, at: number, all: ValueMeaning[]): boolean =>
  all.findIndex((other) => other.column === column && other.value.trim().toLowerCase() === value.trim().toLowerCase()) === at

/** Whether a short word of the language ("on", "in", "or") is written otherwise than a code that is spelt alike ("ON", "IN", "OR"). */
function isOtherThan({ kind, lower, text }: Token, value: string): boolean {
  return kind === 'word' && lower.length <= 3 && particles.has(lower) && text !== text.toUpperCase() && text !== value.trim() && text !== `${value.trim()}s`
}

const fewValues = 40

/** A value by another word of its family, where no name of the data claims that: `Cancelled` of "cancels" and "cancellation". */
function kindredOf(lexicon: Lexicon, { kind, lower, stem }: Token): [Payload, number][] {
  if (kind !== 'word' || lower.length < 5 || lexicon.names.has(stem)) return []
  // Foggy days are those of fog.
  const adjective = /^(\p{L}{2,}?)(\p{L})\2?y$/u.exec(lower)
  const nouns = adjective ? [lower.slice(0, -1), `${adjective[1]}${adjective[2]}`, `${lower.slice(0, -1)}e`] : []
  const called = nouns
    .flatMap((noun) => lexicon.values.get(noun) ?? [])
    .filter(({ rows, column }) => rows === undefined && (column.distinct ?? 99) <= fewValues)
  if (called.length > 0) return called.filter(isFirstSpelling).map(({ table, column, value }) => [{ is: 'value', ref: { table, column }, value }, 0.85])
  return (lexicon.valueFamilies.get(familyOf(lower)) ?? []).map(({ table, column, value }) => [{ is: 'value', ref: { table, column }, value }, 0.75])
}

/** "Home owners" are the value `OWN` of a column "home ownership": a word of its label before one that is of the family of a value, or tells who does so. */
function kindredInColumn({ layer }: Lexicon, [before, noun]: Token[]): [Payload, number][] {
  if (before?.kind !== 'word' || noun?.kind !== 'word') return []
  const isKindred = (value: string) => familyOf(value) === familyOf(noun.stem) || isDoerOf(noun.stem, value)
  return layer.tables.flatMap((table) =>
    table.columns
      .filter(({ label, distinct, isHidden }) => !isHidden && !table.isHidden && (distinct ?? fewValues + 1) <= fewValues && wordsOf(label)[0] === before.stem)
      .flatMap((column) =>
        column.sampleValues
          .filter((value) => isKindred(value.trim().toLowerCase()))
          .map((value): [Payload, number] => [{ is: 'value', ref: { table, column }, value }, 0.85]),
      ),
  )
}

function codesOf(lexicon: Lexicon, lower: string, stem: string): [Payload, number][] {
  const senses = [...(Object.hasOwn(codes, lower) ? (codes[lower] ?? []) : []), ...(stem !== lower && Object.hasOwn(codes, stem) ? (codes[stem] ?? []) : [])]
  return senses.flatMap(({ labels, values }) =>
    lexicon.layer.tables.flatMap((table) =>
      table.columns.flatMap((column): [Payload, number][] => {
        if (column.isHidden || table.isHidden || (column.distinct ?? 99) > fewValues || !labels.some((label) => column.label.toLowerCase().includes(label)))
          return []
        return column.sampleValues
          .filter((value) => values.includes(value.trim().toLowerCase()))
          .map((value) => [{ is: 'value', ref: { table, column }, value }, 0.85])
      }),
    ),
  )
}

const spellings = new WeakMap<Lexicon, Map<string, string[]>>()

/** Values of one word that differ from a word by one letter: "technolgy" is how the source spells it. */
function misspelt(lexicon: Lexicon, { stem, lower, kind }: Token): [Payload, number][] {
  if (kind !== 'word' || lower.length < 7 || lexicon.names.has(stem)) return []
  const known = spellings.get(lexicon) ?? new Map<string, string[]>()
  if (!spellings.has(lexicon)) {
    spellings.set(lexicon, known)
    for (const key of lexicon.values.keys()) if (key.length >= 6 && !key.includes(' ')) known.set(key.slice(0, 2), [...(known.get(key.slice(0, 2)) ?? []), key])
  }
  return (known.get(lower.slice(0, 2)) ?? [])
    .filter((key) => isNear(key, lower))
    .flatMap((key) => (lexicon.values.get(key) ?? []).filter(({ rows }) => rows === undefined))
    .map(({ table, column, value }) => [{ is: 'value', ref: { table, column }, value }, 0.6])
}

/** Whether one letter more, less, else or swapped makes one word of the other. */
function isNear(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  let [from, end] = [0, 0]
  while (from < Math.min(one.length, other.length) && one[from] === other[from]) from++
  while (end < Math.min(one.length, other.length) - from && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  const [a, b] = [one.slice(from, one.length - end), other.slice(from, other.length - end)]
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0])
}

const nameLabel = wordPattern(nameLabels)

/** A name that no sample holds, of a column of more names than were read: looked for as it is written. */
function unknownNames(lexicon: Lexicon, part: Token[]): [Payload, number][] {
  if (part.length < 2 || part.length > 3 || !part.every(({ kind, isCapitalised, stem }) => kind === 'word' && isCapitalised && !lexicon.names.has(stem)))
    return []
  const found = lexicon.layer.tables.flatMap((table) =>
    table.columns.flatMap((column): [Payload, number][] => {
      const isOpen = !table.isHidden && !column.isHidden && column.type === 'text' && (column.distinct ?? 0) > column.sampleValues.length
      if (
        !isOpen ||
        !nameLabel.test(column.label) ||
        (column.sampleValues.length > 0 && !column.sampleValues.some((value) => /^\p{Lu}[^\s]* \p{Lu}/u.test(value)))
      )
        return []
      return [[{ is: 'value', ref: { table, column }, value: part.map(({ text }) => text).join(' '), isUnverified: true }, 0.55]]
    }),
  )
  return found.length <= 2 ? found : []
}

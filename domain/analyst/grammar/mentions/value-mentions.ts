import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Payload, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { phraseKey, type Token } from '#domain/analyst/language/tokens.ts'
import { absences, attendanceLabels, codes } from '#domain/analyst/lexicon/english/meanings/codes.ts'
import { nameLabels } from '#domain/analyst/lexicon/english/meanings/people.ts'
import { flagLabels, noValues, turningPrefixes, yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { type Lexicon, lookUpName, type ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { listedValues } from './list-values.ts'

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
  const exact = [...(lexicon.values.get(key) ?? []), ...(stem === key ? [] : (lexicon.values.get(stem) ?? []))]
  const isShort = part.length === 1 && first.lower.length <= 2
  const found = exact
    .filter(({ rows, value }) => rows === undefined && (part.length > 1 || !isOtherThan(first, value)))
    .filter(isFirstSpelling)
    .map(({ table, column, value, weight }): [Payload, number] => [
      { is: 'value', ref: { table, column }, value },
      isShort && !first.isCapitalised ? 0.3 : weight * (first.isCapitalised ? 1 : 0.95),
    ])
  if (part.length === 1) found.push(...codesOf(lexicon, first.lower, first.stem))
  found.push(...flagsOf(lexicon, stem))
  if (part.length === 1 && found.length === 0) found.push(...kindredOf(lexicon, first))
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
  return kind === 'word' && lower.length <= 3 && particles.has(lower) && text !== text.toUpperCase() && text !== value.trim()
}

const fewValues = 40

/** A value by another word of its family, where no name of the data claims that: `Cancelled` of "cancels" and "cancellation". */
function kindredOf(lexicon: Lexicon, { kind, lower, stem }: Token): [Payload, number][] {
  if (kind !== 'word' || lower.length < 5 || lexicon.names.has(stem)) return []
  // Foggy days are those of fog.
  const adjective = /^(\p{L}{2,}?)(\p{L})\2?y$/u.exec(lower)
  const nouns = adjective ? [lower.slice(0, -1), `${adjective[1]}${adjective[2]}`] : []
  const called = nouns
    .flatMap((noun) => lexicon.values.get(noun) ?? [])
    .filter(({ rows, column }) => rows === undefined && (column.distinct ?? 99) <= fewValues)
  if (called.length > 0) return called.filter(isFirstSpelling).map(({ table, column, value }) => [{ is: 'value', ref: { table, column }, value }, 0.85])
  return (lexicon.valueFamilies.get(familyOf(lower)) ?? []).map(({ table, column, value }) => [{ is: 'value', ref: { table, column }, value }, 0.75])
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

const pieces = new WeakMap<Lexicon, Map<string, { ref: Ref; value: string; words: string[] }[]>>()

/** Values of a column of few values by the words they hold. */
function piecesOf(lexicon: Lexicon): Map<string, { ref: Ref; value: string; words: string[] }[]> {
  const known = pieces.get(lexicon)
  if (known) return known
  const found = new Map<string, { ref: Ref; value: string; words: string[] }[]>()
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

/** "World Cup qualifiers" tells one of the tournaments apart; what several values hold tells the shortest, less surely. */
function partsOfValues(lexicon: Lexicon, part: Token[]): [Payload, number][] {
  const words = part.filter(({ kind }) => kind === 'word').map(({ stem }) => stem)
  const [first] = words
  if (!first || words.length !== part.length || first.length < 4) return []
  // "Repairs in" is not the value "in repair".
  if (particles.has(part[0]?.lower ?? '') || particles.has(part.at(-1)?.lower ?? '')) return []
  const known = (word: string) => lexicon.names.has(word) || lookUpName(lexicon, word) !== null
  if (words.every(known)) return []
  const matches = (piecesOf(lexicon).get(first) ?? []).filter((piece) => words.every((word) => piece.words.includes(word)))
  const columns = new Map<string, typeof matches>()
  for (const match of matches) {
    const key = `${match.ref.table.name}.${match.ref.column.name}`
    columns.set(key, [...(columns.get(key) ?? []), match])
  }
  return [...columns.values()].flatMap((own): [Payload, number][] => {
    const [shortest, next] = [...own].sort((a, b) => a.words.length - b.words.length)
    // What many values hold names their kind, and none of them.
    if (!shortest || (words.length === 1 && own.length > mostAlike)) return []
    // One of many words of a value is what it holds, and not what it is called.
    if (shortest.words.length > 3 * words.length + 1) return []
    const isAlone = !next || shortest.words.length < next.words.length
    // Samples stand by how often they occur: of several as short, the commonest.
    return [[{ is: 'value', ref: shortest.ref, value: shortest.value }, own.length === 1 ? 0.7 : isAlone ? 0.55 : 0.5]]
  })
}

const flags = new WeakMap<Lexicon, Map<string, { ref: Ref; value: string }[]>>()

/** A column that holds yes and no says of the rows what it is called: penalties, returned orders. */
function flagsOf(lexicon: Lexicon, stem: string): [Payload, number][] {
  const known = flags.get(lexicon) ?? new Map<string, { ref: Ref; value: string }[]>()
  if (!flags.has(lexicon)) {
    flags.set(lexicon, known)
    for (const table of lexicon.layer.tables)
      for (const column of table.columns) {
        if (table.isHidden || column.isHidden || (column.distinct ?? 9) > 2 || column.sampleValues.length === 0) continue
        const all = column.sampleValues.map((value) => value.trim().toLowerCase())
        // A quantity that happens to be 1 everywhere is no flag.
        if (all.length < 2 && isNumericType(column)) continue
        const value = column.sampleValues.find((item) => yesValues.has(item.trim().toLowerCase()))
        if (value === undefined || !all.every((item) => yesValues.has(item) || noValues.has(item))) continue
        const phrase = wordsOf(column.label)
          .filter((word) => !flagLabels.has(word))
          .join(' ')
        known.set(phrase, [...(known.get(phrase) ?? []), { ref: { table, column }, value }])
        const other = column.sampleValues.find((item) => noValues.has(item.trim().toLowerCase()))
        if (other !== undefined && !phrase.includes(' '))
          for (const turned of [...[...turningPrefixes].map((prefix) => `${prefix}${phrase}`), ...(attendanceLabels.has(phrase) ? absences : [])])
            known.set(turned, [...(known.get(turned) ?? []), { ref: { table, column }, value: other }])
      }
  }
  return (known.get(stem) ?? []).map(({ ref, value }) => [{ is: 'value', ref, value }, 0.7])
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

import { otherWords } from '#domain/analyst/language/place-words.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { phraseKey } from '#domain/analyst/language/tokens.ts'
import { genderLabels, genderWords, levelShorts, markLabels } from '#domain/analyst/lexicon/english/meanings/codes.ts'
import { holdsWrittenNumbers } from '#domain/semantics/compile/written-values.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { periodLabelsOf } from './as-read/period-labels.ts'
import type { Lexicon, ValueMeaning } from './lexicon.ts'
import { wordPattern } from './word-pattern.ts'

const genderLabel = wordPattern(genderLabels)
const markLabel = wordPattern(markLabels)

/** Whether a column that is called so holds marks: A, B, C. */
export const tellsMarks = (label: string): boolean => markLabel.test(label)

const longestValue = 10
const shortestJoined = 6
/** The most values of a column that tells kinds, and no names. */
const mostKinds = 40

/** The most values of a column of states, such as open, cancelled and approved: each stands for words of its family too, "cancellation". */
const fewValues = 12

/** Adds the values of a column to a lexicon, by all words that may stand for them. */
export function addValues(lexicon: Lexicon, table: LayerTable, column: LayerColumn): void {
  if (column.semanticType === 'measure' && holdsWrittenNumbers(column.sampleValues)) return
  if (column.type === 'integer' || column.type === 'number' || column.type === 'decimal' || column.semanticType === 'time' || column.type === 'boolean') return
  const label = column.label.toLowerCase()
  const isSex = genderLabel.test(label)
  const isPeriod = periodLabelsOf(column) !== null
  for (const value of column.sampleValues) {
    if ((/^[\d\s.,:/-]*$/.test(value) && !isPeriod) || value.length > 80) continue
    const key = phraseKey(value)
    const words = key.split(' ')
    if (key === '' || words.length > longestValue) continue
    lexicon.longest = Math.max(lexicon.longest, words.length)
    addValue(lexicon, key, { table, column, value, weight: 1 })
    const stem = words.map(singular).join(' ')
    if (words.length === 1 && column.semanticType === 'category' && (column.distinct ?? 99) <= fewValues)
      addFamily(lexicon, familyOf(key), { table, column, value, weight: 0.8 })
    if (isSex) for (const word of genderWords.get(key) ?? []) addValue(lexicon, word, { table, column, value, weight: 1 })
    for (const word of otherWords(key, value, label)) addValue(lexicon, word, { table, column, value, weight: 0.9 })
    const isKind = (column.distinct ?? mostKinds + 1) <= mostKinds
    for (const said of isKind ? spokenCodes(value, label) : []) addValue(lexicon, said, { table, column, value, weight: 0.9 })
    // "Walkins" are written "Walk-in" too.
    if (isKind && words.length === 2 && key.length >= shortestJoined) addValue(lexicon, words.join(''), { table, column, value, weight: 0.9 })
    if (stem !== key) addValue(lexicon, stem, { table, column, value, weight: 0.5 })
  }
}

const numbered = /^(\p{Lu}{0,3}\d{1,2})\s*[-–—:.)]\s*(\p{L}.*)$/u

/** What a value that begins with its number or code is called: "critical", "P1" and "priority 1" for `1 - Critical` of a priority. Marks are called in the plural, in capitals: "Fs". */
function spokenCodes(value: string, label: string): string[] {
  if (/^\p{Lu}$/u.test(value)) return tellsMarks(label) ? [`${value}s`] : []
  const [, code, name] = numbered.exec(value.trim()) ?? []
  if (code === undefined || name === undefined) return []
  const shorts = /^\d/.test(code)
    ? levelShorts.filter(([word]) => label.includes(word)).flatMap(([word, short]) => [`${short}${code}`, `${short} ${code}`, `${word} ${code}`])
    : [code]
  return [...shorts.map((said) => said.toLowerCase()), phraseKey(name)]
}

/** Adds a value by the family of its word; a family that several values of one column share stands for none of them. */
function addFamily({ valueFamilies }: Lexicon, family: string, meaning: ValueMeaning): void {
  const known = valueFamilies.get(family) ?? []
  if (known.some(({ column, value }) => column === meaning.column && value.toLowerCase() === meaning.value.toLowerCase())) return
  const isShared = known.some(({ column }) => column === meaning.column)
  if (family.length >= 4) valueFamilies.set(family, isShared ? known.filter(({ column }) => column !== meaning.column) : [...known, meaning])
}

function addValue(lexicon: Lexicon, key: string, meaning: ValueMeaning): void {
  const known = lexicon.values.get(key)
  if (!known) lexicon.values.set(key, [meaning])
  else if (!known.some((item) => item.column === meaning.column && item.value === meaning.value)) known.push(meaning)
}

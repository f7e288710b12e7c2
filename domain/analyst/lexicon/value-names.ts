import { otherWords } from '#domain/analyst/language/place-words.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { phraseKey } from '#domain/analyst/language/tokens.ts'
import { holdsWrittenNumbers } from '#domain/semantics/compile/written-values.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Lexicon, ValueMeaning } from './lexicon.ts'

const longestValue = 10

/** Of a column that says what became of rows: open, cancelled, approved. */
const fewValues = 12

export function addValues(lexicon: Lexicon, table: LayerTable, column: LayerColumn): void {
  if (column.semanticType === 'measure' && holdsWrittenNumbers(column.sampleValues)) return
  if (column.type === 'integer' || column.type === 'number' || column.type === 'decimal' || column.semanticType === 'time' || column.type === 'boolean') return
  const label = column.label.toLowerCase()
  const isSex = /\b(?:sex|gender)\b/.test(label)
  for (const value of column.sampleValues) {
    if (/^[\d\s.,:/-]*$/.test(value) || value.length > 80) continue
    const key = phraseKey(value)
    const words = key.split(' ')
    if (key === '' || words.length > longestValue) continue
    lexicon.longest = Math.max(lexicon.longest, words.length)
    addValue(lexicon, key, { table, column, value, weight: 1 })
    const stem = words.map(singular).join(' ')
    if (words.length === 1 && column.semanticType === 'category' && (column.distinct ?? 99) <= fewValues)
      addFamily(lexicon, familyOf(key), { table, column, value, weight: 0.8 })
    if (isSex) for (const word of sexWords.get(key) ?? []) addValue(lexicon, word, { table, column, value, weight: 1 })
    for (const word of otherWords(key, value, label)) addValue(lexicon, word, { table, column, value, weight: 0.9 })
    if (stem !== key) addValue(lexicon, stem, { table, column, value, weight: 0.5 })
  }
}

const [woman, man] = [
  ['female', 'females', 'woman', 'women', 'girl', 'girls'],
  ['male', 'males', 'man', 'men', 'boy', 'boys'],
]

const sexWords = new Map([
  ['f', woman ?? []],
  ['female', woman ?? []],
  ['m', man ?? []],
  ['male', man ?? []],
])

/** A family of several values of one column tells none of them. */
function addFamily({ valueFamilies }: Lexicon, family: string, meaning: ValueMeaning): void {
  const known = valueFamilies.get(family) ?? []
  const isShared = known.some(({ column }) => column === meaning.column)
  if (family.length >= 4) valueFamilies.set(family, isShared ? known.filter(({ column }) => column !== meaning.column) : [...known, meaning])
}

function addValue(lexicon: Lexicon, key: string, meaning: ValueMeaning): void {
  const known = lexicon.values.get(key)
  if (!known) lexicon.values.set(key, [meaning])
  else if (!known.some((item) => item.column === meaning.column && item.value === meaning.value)) known.push(meaning)
}

import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Short = { words: string[]; value: string }
type Shorts = { values: Short[]; initials: Map<string, string | null>; names: Set<string> }

const known = new WeakMap<Layer['tables'], Shorts>()
const leastLetters = 3

/**
 * A question with values in full that it says in short: "sales reps" of a "Sales Representative", "R&D" and "HR" by their first letters. What the data has by that
 * name itself stays, as does what two values may be.
 */
export function withValuesSpelt(question: string, { tables }: Layer): string {
  const shorts = known.get(tables) ?? shortsOf(tables)
  known.set(tables, shorts)
  if (shorts.values.length === 0) return question
  const spelt = question.replace(/\b[A-Z](?: ?& ?[A-Z])+\b|\b[A-Z]{2,5}\b/g, (letters) => shorts.initials.get(letters.replaceAll(' ', '')) ?? letters)
  return withWordsSpelt(spelt, shorts)
}

function withWordsSpelt(question: string, { values, names }: Shorts): string {
  const words = [...question.matchAll(/[\p{L}]+/gu)]
  for (const [at, first] of words.entries())
    for (const count of [3, 2]) {
      const said = words.slice(at, at + count)
      const last = said.at(-1)
      if (said.length < count || !last) continue
      const between = question.slice(first.index, last.index + last[0].length)
      const key = said.map(([word]) => singular(word.toLowerCase()))
      if (!/^[\p{L} -]+$/u.test(between) || names.has(key.join(' '))) continue
      const [only, ...others] = values.filter((one) => isShortOf(key, one.words))
      if (only && others.length === 0) return `${question.slice(0, first.index)}${only.value}${question.slice(last.index + last[0].length)}`
    }
  return question
}

/** Whether each word is one of a value's or the beginning of it, and one is. */
const isShortOf = (said: string[], words: string[]): boolean =>
  said.length === words.length &&
  said.every((word, at) => words[at] === word || (word.length >= leastLetters && words[at]?.startsWith(word))) &&
  said.some((word, at) => words[at] !== word) &&
  said.some((word, at) => words[at] === word)

function shortsOf(tables: Layer['tables']): Shorts {
  const shorts: Shorts = { values: [], initials: new Map(), names: new Set() }
  const seen = new Set<string>()
  const keyOf = (text: string) => (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(singular)
  for (const { label, columns, isHidden } of tables) {
    if (isHidden) continue
    shorts.names.add(keyOf(label).join(' '))
    for (const column of columns) {
      if (column.isHidden) continue
      shorts.names.add(keyOf(column.label).join(' '))
      if (column.semanticType !== 'category') continue
      for (const value of column.sampleValues) {
        const words = keyOf(value)
        shorts.names.add(words.join(' '))
        if (words.length < 2 || words.length > 5 || seen.has(value) || !/^[\p{L} &-]+$/u.test(value)) continue
        seen.add(value)
        shorts.values.push({ words, value })
        const letters = words.map((word) => word.charAt(0).toUpperCase())
        for (const short of [letters.join(''), ...(/&/.test(value) ? [letters.join('&')] : [])])
          shorts.initials.set(short, shorts.initials.has(short) ? null : value)
      }
    }
  }
  // Initials that the data has themselves are no others' initials.
  for (const letters of shorts.initials.keys()) if (shorts.names.has(letters.toLowerCase())) shorts.initials.delete(letters)
  return shorts
}

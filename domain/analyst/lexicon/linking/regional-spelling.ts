import { plainShorts, spellings } from '#domain/analyst/lexicon/english/forms/spellings.ts'
import { plural, singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

const groups = new Map(spellings.flatMap((group) => group.map((word): [string, readonly string[]] => [word, group])))
const known = new WeakMap<Layer['tables'], ReadonlySet<string>>()
const leastLetters = 4

/** A question with words spelt as the data spells them: fibre of a "Fiber optic", kilometres of a "distance km". What the data writes so itself stays. */
export function withSpellingOfData(question: string, { tables }: Layer): string {
  const written = known.get(tables) ?? wordsIn(tables)
  known.set(tables, written)
  return question.replace(/\p{L}+/gu, (said, at: number) => {
    const lower = said.toLowerCase()
    const word = plainShorts.has(lower) ? lower : singular(lower)
    const isShort = word.length < leastLetters && !plainShorts.has(word)
    if (isShort || written.has(word) || written.has(lower) || isName(question, at, said)) return said
    const other = groups.get(word)?.find((one) => one !== word && written.has(one))
    if (other === undefined) return said
    return word === lower || plainShorts.has(other) ? other : plural(other)
  })
}

/** What opens the question, or is written in capitals or quotes, is a request or a name of its own. */
const isName = (question: string, at: number, said: string): boolean =>
  at === 0 || said === said.toUpperCase() || (question.slice(0, at).match(/"/g) ?? []).length % 2 === 1

function wordsIn(tables: Layer['tables']): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (text: string) => {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) found.add(plainShorts.has(word) ? word : singular(word))
  }
  for (const table of tables) {
    if (table.isHidden) continue
    for (const text of [table.label, ...table.synonyms]) add(text)
    for (const { isHidden, label, synonyms, semanticType, sampleValues } of table.columns)
      if (!isHidden) for (const text of [label, ...synonyms, ...(semanticType === 'category' ? sampleValues : [])]) add(text)
  }
  return found
}

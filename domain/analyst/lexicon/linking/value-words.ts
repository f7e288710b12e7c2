import type { Token } from '#domain/analyst/language/tokens.ts'
import { conjunctions, copulas, determiners, indefiniteArticles } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { rowMakingVerbs } from '#domain/analyst/lexicon/english/sentences/naming.ts'
import type { Lexicon, ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'

/** The values that words are written like. */
export function valuesOf(words: Token[], lexicon: Lexicon): ValueMeaning[] {
  const [first] = words
  // "Of the mountain" is not the value "The Mountain".
  if (first && words.length > 1 && determiners.has(first.lower) && !words.some((token) => token.isCapitalised)) return []
  if (isPlainWord(words)) return []
  const exact = lexicon.values.get(words.map((token) => token.lower).join(' '))
  // Codes and initials are known in capitals only.
  const short = words.length === 1 && first ? lexicon.values.get(first.text) : undefined
  return exact ?? short ?? lexicon.values.get(words.map((token) => token.stem).join(' ')) ?? asOneWord(words, lexicon)
}

/** "E-wallet" and "check in" of the values "Ewallet" and "checkin". */
export const asOneWord = (words: Token[], { values }: Lexicon): ValueMeaning[] =>
  words.length === 2 && words.every(({ kind }) => kind === 'word')
    ? (values.get(words.map(({ lower }) => lower).join('')) ?? values.get(`${words[0]?.lower}${words[1]?.stem}`) ?? []).filter(
        ({ value }) => !value.includes(' '),
      )
    : []

/** "But" in small letters is no code BUT. */
const isPlainWord = ([first, ...more]: Token[]): boolean =>
  first !== undefined && more.length === 0 && first.kind === 'word' && first.text === first.lower && first.lower.length <= 3 && conjunctions.has(first.lower)

/** "The status done": the values of a column that a word right behind its name is written like. */
export function valuesBehind(tokens: Token[], from: number, to: number, lexicon: Lexicon): ValueMeaning[] {
  const [word, next] = [tokens[from], tokens[to]]
  if (!word || to - from > 1 || word.lower.length < 4 || determiners.has(word.lower) || copulas.has(word.lower)) return []
  if (next !== undefined && next.kind !== 'sign' && next.lower !== 'and' && next.lower !== 'or') return []
  const end = copulas.has(tokens[from - 1]?.lower ?? '') ? from - 1 : from
  const columns = [1, 2, 3].flatMap((length) => {
    const name = tokens.slice(Math.max(0, end - length), end).map(({ stem }) => stem)
    return lexicon.names.get(name.join(' '))?.columns ?? []
  })
  return valuesOf([word], lexicon).filter((value) => columns.some(({ column }) => column === value.column))
}

/** "The travel category" names the column behind the word, and who "made a purchase" has a row of that kind. */
export function valuesBefore(tokens: Token[], from: number, to: number, lexicon: Lexicon): ValueMeaning[] {
  const values = valuesOf(tokens.slice(from, to), lexicon)
  const columns = lexicon.names.get(tokens[to]?.stem ?? '')?.columns ?? []
  const told = values.filter((value) => columns.some(({ column }) => column === value.column))
  const isMade =
    indefiniteArticles.has(tokens[from - 1]?.lower ?? '') && rowMakingVerbs.has(tokens[from - 2]?.lower ?? '') && !lexicon.names.has(tokens[from]?.stem ?? '')
  const kinds = isMade ? values.filter(({ column }) => column.semanticType === 'category' && (column.distinct ?? 99) <= fewKinds) : []
  return told.length > 0 ? told : kinds
}

/** The most values of a column that says of what kind rows are. */
const fewKinds = 12

/** "Mississippi river" is the river called Mississippi where there is one. */
export function endsInOwnTable(words: Token[], lexicon: Lexicon): boolean {
  const tables = lexicon.names.get(words.at(-1)?.stem ?? '')?.tables ?? []
  const before = lexicon.values.get(
    words
      .slice(0, -1)
      .map((token) => token.lower)
      .join(' '),
  )
  return before?.some(({ table }) => tables.some((meaning) => meaning.table === table && meaning.weight >= 0.9)) ?? false
}

/** How surely words that are written like a value mean it, from 0 to 1. */
export function valueWeight(words: Token[]): number {
  const [first] = words
  if (words.length === 1 && first && first.lower.length === 1) return first.isCapitalised ? 0.5 : 0
  if (words.length === 1 && first && first.lower.length === 2 && !first.isCapitalised) return 0.2
  return words.some((token) => token.isCapitalised) ? 0.95 : 0.8
}

/** The values that are written as a text in quotes is. */
export function quotedValues(text: string, lexicon: Lexicon): ValueMeaning[] {
  const lower = text.toLowerCase()
  const key = (lower.match(/[\p{L}\p{N}@._+]+/gu) ?? []).join(' ')
  return (lexicon.values.get(key) ?? []).filter((item) => item.value.trim().toLowerCase() === lower)
}

import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Payload } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'

/** Farthest that two words of a column's name stand apart. */
const farthest = 4

/** "Countries we ship to" and "date they were hired" are the columns `ship country` and `hire date`: their two words with nothing but particles between them. */
export function apart(tokens: Token[], lexicon: Lexicon): Edge[] {
  return tokens.flatMap((noun, from) =>
    tokens.slice(from + 2, from + 1 + farthest).flatMap((verb, index): Edge[] => {
      const to = from + 3 + index
      const isApart = noun.kind === 'word' && verb.kind === 'word' && verb.lower.length > 2 && !particles.has(verb.lower)
      if (!isApart || tokens.slice(from + 1, to - 1).some(({ lower }) => !particles.has(lower))) return []
      const text = tokens
        .slice(from, to)
        .map((token) => token.text)
        .join(' ')
      return columnsOfWords(lexicon, noun.stem, familyOf(verb.lower)).map((payload) => ({
        from,
        to,
        category: 'column',
        weight: 1.8,
        link: 0.85,
        text,
        payload,
      }))
    }),
  )
}

function columnsOfWords({ layer }: Lexicon, noun: string, family: string): Extract<Payload, { is: 'column' }>[] {
  return layer.tables.flatMap((table) =>
    table.isHidden
      ? []
      : table.columns.flatMap((column) => {
          const [verb, head, ...more] = wordsOf(column.label)
          const isCalled = more.length === 0 && head === noun && verb !== undefined && familyOf(verb) === family
          return isCalled && !column.isHidden ? [{ is: 'column' as const, ref: { table, column } }] : []
        }),
  )
}

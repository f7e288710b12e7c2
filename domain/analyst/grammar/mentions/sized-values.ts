import type { Payload } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { sizesInShort } from '#domain/analyst/lexicon/english/meanings/sizes.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'

/** "A large mocha" is the value "Mocha Lg": a size said in full before or behind the name it is written with in short. */
export function sizedValues(lexicon: Lexicon, part: Token[]): [Payload, number][] {
  const said = part.filter(({ kind }) => kind === 'word')
  if (said.length < 2 || said.length !== part.length) return []
  const [first, last] = [said[0], said.at(-1)]
  const sides = [
    { sizes: sizesInShort.get(first?.lower ?? ''), rest: said.slice(1) },
    { sizes: sizesInShort.get(last?.lower ?? ''), rest: said.slice(0, -1) },
  ]
  return sides
    .flatMap(({ sizes = [], rest }) =>
      ['lower' as const, 'stem' as const].flatMap((of) => {
        const name = rest.map((token) => token[of]).join(' ')
        const keys = sizes.flatMap((size) => [`${name} ${size}`, `${size} ${name}`])
        const found = keys.flatMap((key) => lexicon.values.get(key) ?? []).filter(({ rows }) => rows === undefined)
        return found.slice(0, 1).map(({ table, column, value }): [Payload, number] => [{ is: 'value', ref: { table, column }, value }, 0.95])
      }),
    )
    .slice(0, 1)
}

import type { Edge, Payload } from '#domain/analyst/grammar/terms.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { pairJoints } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import { namesOf } from './name-mentions.ts'

const mostNouns = 2

/** "Gross and net income", "day and night rate": the noun behind the second names what the first means too. */
export function sharedHeads(tokens: Token[], lexicon: Lexicon): Edge[] {
  return tokens.flatMap((token, at) => {
    const [first, second] = [tokens[at - 1], tokens[at + 1]]
    if (!pairJoints.has(token.lower) || first?.kind !== 'word' || second?.kind !== 'word') return []
    for (let length = mostNouns; length > 0; length--) {
      const nouns = tokens.slice(at + 2, at + 2 + length)
      if (nouns.length < length || nouns.some(({ kind }) => kind !== 'word')) continue
      const found = columnsOf(first, nouns, lexicon)
      const isPair = columnsOf(second, nouns, lexicon).length > 0
      if (found.length > 0 && isPair)
        return found.map(([payload, link]): Edge => ({ from: at - 1, to: at, category: 'column', weight: link, link, text: first.text, payload }))
    }
    return []
  })
}

const columnsOf = (adjective: Token, nouns: Token[], lexicon: Lexicon): [Extract<Payload, { is: 'column' }>, number][] => {
  const head = nouns.map(({ stem }) => stem).join(' ')
  return [`${adjective.stem} ${head}`, `${head} ${adjective.stem}`].flatMap((name) =>
    namesOf(lexicon, name).flatMap(([payload, link]): [Extract<Payload, { is: 'column' }>, number][] =>
      payload.is === 'column' && link >= 0.6 ? [[payload, link]] : [],
    ),
  )
}

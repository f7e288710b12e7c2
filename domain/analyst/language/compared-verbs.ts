import { adjectiveSuperlatives, twoWordAdjectives } from './words.ts'

const columnsOf = (adjective: string): string[] => (twoWordAdjectives.get(adjective) ?? adjectiveSuperlatives.get(adjective))?.columns ?? []

/** Verbs before a comparison, and words of the label of the column they compare. */
export const comparedVerbs = new Map(
  (
    [
      ['earn earns earning earned make makes making paid', columnsOf('paid')],
      ['cost costs costing sold', columnsOf('costly')],
      ['weigh weighs weighing weighed', columnsOf('heaviest')],
      ['last lasts lasting lasted', columnsOf('longest')],
      ['seat seats seating hold holds holding carry carries accommodate accommodates', ['capacity', 'seating', 'seats']],
    ] as [string, string[]][]
  ).flatMap(([verbs, columns]) => verbs.split(' ').map((verb): [string, string[]] => [verb, columns])),
)

import { wordList, wordSet } from '../forms/word-set.ts'
import { adjectiveSuperlatives, twoWordAdjectives } from '../meanings/adjectives.ts'

const columnsOf = (adjective: string): string[] => (twoWordAdjectives.get(adjective) ?? adjectiveSuperlatives.get(adjective))?.columns ?? []

/** Verbs before a comparison, with words of the label of the column that is compared: "tracks that cost more than 1". */
export const comparedVerbs = new Map(
  (
    [
      ['earn earns earning earned make makes making paid', columnsOf('paid')],
      ['cost costs costing sold', columnsOf('costly')],
      ['weigh weighs weighing weighed', columnsOf('heaviest')],
      ['last lasts lasting lasted', columnsOf('longest')],
      ['seat seats seating hold holds holding carry carries accommodate accommodates', ['capacity', 'seating', 'seats']],
    ] as [string, string[]][]
  ).flatMap(([verbs, columns]) => wordList(verbs).map((verb): [string, string[]] => [verb, columns])),
)

/** Pasts and participles that no ending makes, with the verb they are forms of. */
export const irregularPasts = new Map(
  `left leave;became become;began begin;took take;taken take;bought buy;sold sell;paid pay;sent send;made make;built build;held hold;won win;lost lose;met meet;ran run;
  wrote write;written write;taught teach;chose choose;chosen choose;spent spend;gave give;given give;drove drive;driven drive;flew fly;flown fly;sang sing`
    .split(';')
    .map((pair) => wordList(pair) as [string, string]),
)

/** "A customer named August", "titled Jaws": a name stands behind them. */
export const namingParticiples = wordSet('named called titled entitled labelled labeled')

/** Nouns for what a participle tells: "when was he born" asks for the date of birth. */
export const nounsOfParticiples = new Map([
  ['born', 'birth'],
  ['died', 'death'],
])

/** Verbs for where people are and what they do there, which name no column by one word of its label. */
export const livingVerbs = wordSet('work works worked working live lives lived living')

/** "Have to be shipped", "yet to be paid": before what is still to be done. */
export const pendingVerbs = wordList('has have had need needs needed remain remains remained waiting awaiting yet still left')

import { isFigure } from '#domain/analyst/grammar/facts.ts'
import type { Also, Edge } from '#domain/analyst/grammar/terms.ts'
import { askedDegrees, comparatives } from '#domain/analyst/lexicon/english/meanings/comparatives.ts'
import { superlativeOf } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

const be = 'was/is/were/are/did/does/do/has/had'
const it = 'it/that/they/this'
/** "How strong", "how bad": also those that no superlative is listed for. */
const adjectives = [
  ...new Set([...superlativeOf.keys(), ...[...comparatives.keys()].map((word) => word.replace(/(?:([bdgnt])\1)?er$/, '$1')), ...askedDegrees]),
].join('/')

/** What is asked besides of the one that leads: where and when it was, who did it, how much it was. */
export const alsoRules: Rule[] = [
  ownRule('and-where', 4, `and where ${be}? ${it}? be/happen/occur/take/recorded/measured? place?`, () => also('where'), 'the highest water level and where'),
  ownRule(
    'and-where-at',
    4,
    `and in/at which/what place/location/town/city/spot ${be}? ${it}?`,
    () => also('where'),
    'the highest water level and at which place',
  ),
  ownRule('and-when', 4, `and when ${be}? ${it}? be/happen/occur/recorded/measured? place?`, () => also('when'), 'the highest water level and when'),
  ownRule('and-on-which-day', 4, `and on? which/what day/date ${be}? ${it}?`, () => also('when'), 'the highest water level and on which day'),
  ownRule('and-who', 4, `and who/whom ${be}? ${it}? done|verb? ${it}? by/to/for?`, () => also('who'), 'the most expensive repair and who did it'),
  ownRule('and-how-so', 4, `and how ${adjectives} ${be} ${it} then?`, () => also('much'), 'when was the strongest gust and how strong was it'),
  ownRule(
    'and-which',
    4,
    `and in/on/at/by/of/with? what/which column ${be}? ${it}? in/on/at/by/of/with/from?`,
    ([, , , column]) => alsoColumn(column),
    'the longest trip and which bike was it',
  ),
  ownRule('and-its', 4, 'and its/their/the column', ([, , column]) => alsoColumn(column), 'the longest trip and its bike'),
]

const also = (what: Also): Made[] => made({ also: [what] }, 2.5)

function alsoColumn(part: Edge | null | undefined): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  return ref && !isFigure(ref.column) ? also(ref) : nothing
}

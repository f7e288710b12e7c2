import { isSameMeaning } from '#domain/analyst/grammar/differences.ts'
import { businessVerbs } from '#domain/analyst/lexicon/english/business/measures.ts'
import { debtWords } from '#domain/analyst/lexicon/english/meanings/states.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { negations } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { compiles } from '#domain/analyst/queries/compiles.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Candidate } from './candidates.ts'

const probability = ({ likelihood }: Candidate): number => 1 / (1 + Math.exp(-likelihood))

/** How likely it must be that one of the readings is meant, for a question back to be worth its while. */
export const leastWorth = 0.1
const mostLeft = 1
/** Where the rest of the question is put together anew, a figure may stand for a word that is left out. */
const mostLeftComposed = 2
/** The same where the likeliest is put together of all that was understood: each says openly what it leaves out, and none is far from what was asked. */
const leastComposed = 0.04
/** How likely a reading must be to be offered beside an answer. */
const leastBeside = 0.06

/** What asks for a reason, denies, ranks or says what is paid or sold: left out, nothing is answered of the question. */
const isDeciding = (word: string): boolean => {
  const lower = word.toLowerCase()
  return lower === 'why' || debtWords.has(lower) || negations.has(lower) || Object.hasOwn(superlatives, lower) || Object.hasOwn(businessVerbs, lower)
}

/** How much of the question a query heeds: its conditions, what it splits by, its end, and a figure that is more than how many rows there are. */
function partsOf({ measures, dimensions, filters, having, limit, limit_per }: SemanticQuery, isGuess: boolean, isCued: boolean): number {
  const [measure] = measures
  const isFolded = measure !== undefined && 'aggregate' in measure && ['avg', 'min', 'max'].includes(measure.aggregate)
  const measured = !measure ? 0 : isGuess ? 0 : 'aggregate' in measure && measure.aggregate.startsWith('count') ? 1 : isFolded ? 1 : 2
  const shown = dimensions.filter(({ hidden }) => !hidden)
  const conditions = filters === undefined ? 0 : 'and' in filters ? filters.and.length : 1
  return (
    measured + (isFolded && (!isGuess || isCued) ? 1 : 0) + (shown.length > 0 ? 1 : 0) + conditions + having.length + (limit !== undefined || limit_per ? 1 : 0)
  )
}

/** Where a word is left out and one thing of the question is kept, nothing is told of what was asked: all customers, of those who churned. */
const tellsNothing = ({ left, query, signs, origin }: Candidate): boolean =>
  left.length > 0 &&
  origin !== 'turn' &&
  partsOf(
    query,
    guessed.some((sign) => signs[sign] !== undefined),
    signs.cued === 1,
  ) < 2
/** The figure of such a candidate may be named by no word. */
const guessed = ['rows', 'sum', 'avg', 'time', 'measure'] as const

const mayOffer = (one: Candidate): boolean =>
  one.left.length <= (one.origin === 'composed' ? mostLeftComposed : mostLeft) && !one.left.some(isDeciding) && !tellsNothing(one)

/** The first of the candidates that tell different things, where it is likely enough that one of them is meant; else none. */
export function worthOffering(candidates: Candidate[], layer: Layer, most: number, least = leastWorth): Candidate[] {
  const picked = distinctOf(candidates.filter(mayOffer), layer, most)
  const worth = 1 - picked.reduce((none, one) => none * (1 - probability(one)), 1)
  return worth >= (picked[0]?.origin === 'composed' ? Math.min(least, leastComposed) : least) ? picked : []
}

/** Those of the candidates that are likely by themselves. */
export const likelyOf = (candidates: Candidate[], layer: Layer, most: number): Candidate[] =>
  distinctOf(
    candidates.filter((one) => probability(one) >= leastBeside && mayOffer(one)),
    layer,
    most,
  )

/** The likeliest of them that can be asked and that tell something else than those before. */
export function distinctOf(candidates: Candidate[], layer: Layer, most: number): Candidate[] {
  const chosen: Candidate[] = []
  for (const one of candidates) {
    if (chosen.length === most) break
    if (chosen.some(({ query }) => isSameMeaning(query, one.query) && isSameWay(query, one.query)) || !compiles(layer, one.query)) continue
    if (chosen.some((other) => isOneOfAKind(one, other))) continue
    chosen.push(one)
  }
  return chosen
}

/** Whether two differ from a reading in the same way by which few are meant: another state, another date. A third option tells more. */
const isOneOfAKind = (one: Candidate, other: Candidate): boolean =>
  one.changes.length === 1 && other.changes.length === 1 && one.changes[0] === other.changes[0] && seldom.has(one.changes[0])
const seldom: ReadonlySet<string | undefined> = new Set(['date', 'state'])

/** Whether their tables are joined alike. */
const isSameWay = (one: SemanticQuery, other: SemanticQuery): boolean => JSON.stringify(one.joins) === JSON.stringify(other.joins)

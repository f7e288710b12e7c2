import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { isSameMeaning } from '#domain/analyst/grammar/differences.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { withRules } from '#domain/analyst/grammar/parse.ts'
import { tablesOf } from '#domain/analyst/grammar/query-tables.ts'
import type { GrammarReading } from '#domain/analyst/grammar/read.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { type Token, tokenize } from '#domain/analyst/language/tokens.ts'
import { businessVerbs } from '#domain/analyst/lexicon/english/meanings/measures.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { negations, particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { anchorsOf } from './anchors.ts'
import { composedQueries } from './composed.ts'
import { type Change, nearMisses } from './near-misses.ts'
import { likelihoodOf, type OptionSigns, signsOfChanges, signsOfComposed } from './signs.ts'
import { turnReadings } from './turn-readings.ts'

/** A reading that may be offered. `changes` tell in what a near miss differs from another reading; `likelihood` orders them. */
export type Candidate = {
  query: SemanticQuery
  origin: 'grammar' | 'readers' | 'composed' | 'turn'
  changes: Change[]
  left: string[]
  signs: OptionSigns
  likelihood: number
  /** The option of the turn before that it goes on from. */
  after?: string
}

/** Readings whose near misses are looked at, and those whose near misses are varied once more. */
const mostVaried = 4
const mostTwice = 1

type Base = Pick<Candidate, 'query' | 'left'> & { origin: 'grammar' | 'readers'; certainty: number }

/** All that a question may mean as far as either way of reading finds it, the likeliest first. */
export function candidatesOf(input: AnalysisInput, readings: GrammarReading[], own: Analysis | null): Candidate[] {
  const talk = chartTalk(input.question)
  const tokens = tokenize(talk.draws ? talk.question : input.question)
  const lexicon = lexiconOf(input.layer, input.cache)
  const edges = mentionsIn(tokens, lexicon, input.clock)
  const bases: Base[] = [
    ...readings.map(({ query, certainty, passed }): Base => ({ query, origin: 'grammar', left: passed.map(({ text }) => text), certainty })),
    ...(own?.kind === 'query' && !own.query.combine
      ? [{ query: own.query, origin: 'readers' as const, left: own.leftOut ?? [], certainty: own.confidence }]
      : []),
  ].sort((a, b) => standing(b) - standing(a))
  // What ends so may be what somebody does, by whom it is told: who scored.
  const verbs = tokens.flatMap(({ lower }) => (/(?:ed|ing|s|won|lost|sold|bought|paid)$/.test(lower) && lower.length > 3 ? [lower] : []))
  const named = new Set(edges.flatMap(({ payload, link }) => (payload.is === 'table' && link >= 0.75 ? [payload.table.name] : [])))
  const all = bases.flatMap((base, place): Candidate[] => {
    const whole = candidate(base, [], 1, place, named)
    if (place >= mostVaried) return [whole]
    const missed = (query: SemanticQuery) => nearMisses(query, lexicon.layer, edges, base.left, verbs)
    return [
      whole,
      ...missed(base.query).flatMap(({ query, change, link }) => [
        candidate({ ...base, query }, [change], link, place, named),
        // Another figure is often told of the same value in another column.
        ...(change === 'measure' && place < mostTwice
          ? missed(query)
              .filter((next) => next.change === 'filter' || next.change === 'either')
              .map((next) => candidate({ ...base, query: next.query }, [change, next.change], Math.min(link, next.link), place, named))
          : []),
      ]),
    ]
  })
  const found = [...all, ...composedOf(input, tokens, edges, lexicon.layer, named)]
  return agreed(asksHowSo(tokens) ? found.filter(({ query }) => query.measures.length > 0) : found)
}

/** Candidates that tell the same are one: the likeliest of them, the likelier the more ways lead to it. The likeliest comes first. */
function agreed(found: Candidate[]): Candidate[] {
  const same = Map.groupBy(
    found.toSorted((a, b) => b.likelihood - a.likelihood),
    ({ query }) => meaningKey(query),
  )
  return [...same.values()]
    .flatMap(([first, ...others]): Candidate[] => {
      if (!first) return []
      const left = [first, ...others].reduce((least, one) => (one.left.length < least.length ? one.left : least), first.left)
      const origins = new Set([first, ...others].map(({ origin }) => origin)).size - 1
      const signs = { ...first.signs, left: left.length, agreed: origins, again: Math.min(3, Math.log2(others.length + 1)) }
      return [{ ...first, left, signs, likelihood: likelihoodOf(signs) }]
    })
    .sort((a, b) => b.likelihood - a.likelihood)
}

/** What a query tells, however its figures are called and its parts are put. */
const meaningKey = ({ measures, dimensions, filters, having, order, limit, limit_per, joins, distinct }: SemanticQuery): string =>
  JSON.stringify([
    measures.map((measure) => ({ ...measure, name: undefined })),
    dimensions.filter(({ hidden }) => !hidden).map(({ table, column, grain, bin }) => [table, column, grain, bin]),
    filters && 'and' in filters ? filters.and.map((filter) => JSON.stringify(filter)).sort() : filters && [JSON.stringify(filters)],
    having.map(({ operator, values }) => [operator, values]),
    limit === undefined && !limit_per ? null : [order.map(({ direction }) => direction), limit, limit_per?.limit],
    joins,
    distinct,
  ])

/** How happy, how fast: what is told by a figure, and by no list. */
const asksHowSo = ([first, second]: Token[]): boolean =>
  first?.lower === 'how' && second !== undefined && !particles.has(second.lower) && !/^(?:often|come)$/.test(second.lower)

/** What is put together of the parts that were understood. */
function composedOf({ clock }: AnalysisInput, tokens: Token[], edges: Edge[], layer: Layer, named: ReadonlySet<string>): Candidate[] {
  const sight = { layer, today: new Intl.DateTimeFormat('en-CA', { timeZone: clock.timeZone }).format(clock.now) }
  const anchors = anchorsOf(tokens, withRules(edges, tokens.length, { layer }), layer)
  return composedQueries(anchors, sight).map((one): Candidate => {
    const signs = signsOfComposed(one, straysOf(one.query, named))
    return { query: one.query, origin: 'composed', changes: [], left: one.left, signs, likelihood: likelihoodOf(signs) }
  })
}

/** A query that a turn may go on from, and the option it was offered as, where it was not answered. */
export type TurnBase = { query: SemanticQuery; after: string | undefined }

/** All that a turn may make of the queries it may go on from, the likeliest first; nothing that tells the same again. */
export function turnCandidates(input: AnalysisInput, bases: TurnBase[], read: (asked: AnalysisInput) => Analysis): Candidate[] {
  return bases
    .flatMap(({ query: base, after }, place) =>
      turnReadings(input, base, read)
        .filter(({ query }) => JSON.stringify(query) !== JSON.stringify(base))
        .map(({ query, changes, certainty, left, isGuess }): Candidate => {
          const signs: OptionSigns = {
            turn: 1,
            place,
            left: left.length,
            certainty: certainty === null ? 0 : logit(certainty),
            guessed: isGuess ? 1 : 0,
            ...Object.fromEntries(changes.map((change) => [change, 1])),
          }
          return { query, origin: 'turn', changes: [], left, signs, likelihood: likelihoodOf(signs), ...(after === undefined ? {} : { after }) }
        }),
    )
    .sort((a, b) => b.likelihood - a.likelihood)
}

const straysOf = (query: SemanticQuery, named: ReadonlySet<string>): number =>
  named.size === 0 ? 0 : [...tablesOf(query)].filter((name) => !named.has(name)).length

const standing = ({ certainty, left }: Base): number => logit(certainty) - 1.5 * left.length
const logit = (p: number): number => Math.log(Math.max(0.003, Math.min(0.997, p)) / (1 - Math.max(0.003, Math.min(0.997, p))))

function candidate({ query, origin, left, certainty }: Base, changes: Change[], link: number, place: number, named: ReadonlySet<string>): Candidate {
  const signs: OptionSigns = {
    certainty: logit(certainty),
    whole: changes.length === 0 ? 1 : 0,
    surely: changes.length === 0 ? logit(certainty) : 0,
    left: left.length,
    place,
    isReaders: origin === 'readers' ? 1 : 0,
    link: changes.length > 0 ? link : 0,
    strays: straysOf(query, named),
    ...signsOfChanges(changes),
  }
  return { query, origin, changes, left, signs, likelihood: likelihoodOf(signs) }
}

const probability = ({ likelihood }: Candidate): number => 1 / (1 + Math.exp(-likelihood))

/** How likely it must be that one of the readings is meant, for a question back to be worth its while. */
export const leastWorth = 0.1
const mostLeft = 1
/** Where the rest of the question is put together anew, a figure may stand for a word that is left out. */
const mostLeftComposed = 2
/** The same where the likeliest is put together of all that was understood: each says openly what it leaves out, and none is far from what was asked. */
const leastComposed = 0.04
/** How likely a reading must be to be offered beside an answer. */
const leastBeside = 0.12

/** What asks for a reason, denies, ranks or says what is paid or sold: left out, nothing is answered of the question. */
const isDeciding = (word: string): boolean => {
  const lower = word.toLowerCase()
  return lower === 'why' || negations.has(lower) || Object.hasOwn(superlatives, lower) || Object.hasOwn(businessVerbs, lower)
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
    chosen.push(one)
  }
  return chosen
}

/** Whether their tables are joined alike. */
const isSameWay = (one: SemanticQuery, other: SemanticQuery): boolean => JSON.stringify(one.joins) === JSON.stringify(other.joins)

export function compiles(layer: Layer, query: SemanticQuery): boolean {
  try {
    compileQuery(layer, query)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

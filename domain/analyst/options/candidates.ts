import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { isNoAnswer } from '#domain/analyst/grammar/checks/judged.ts'
import { isNonsense } from '#domain/analyst/grammar/checks/nonsense.ts'
import { misreadsAnswers } from '#domain/analyst/grammar/checks/vacuous.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { withRules } from '#domain/analyst/grammar/parse.ts'
import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import type { GrammarReading } from '#domain/analyst/grammar/read.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { type Token, tokenize } from '#domain/analyst/language/tokens.ts'
import { timesWords } from '#domain/analyst/lexicon/english/meanings/lacks.ts'
import { irregularDeeds } from '#domain/analyst/lexicon/english/sentences/figure-cues.ts'
import { particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { absencesIn } from './absences.ts'
import { anchorsOf } from './anchors.ts'
import { composedQueries } from './composed.ts'
import { contestQueries } from './contests.ts'
import { correlationsIn } from './correlations.ts'
import { type Change, nearMisses } from './near-misses.ts'
import { addsPercentages } from './percentages.ts'
import { plainly } from './plain.ts'
import { likelihoodOf, type OptionSigns, signsOfChanges, signsOfComposed } from './signs.ts'
import { asWritten, contradicts, inState } from './states.ts'
import { timesTaken } from './time-taken.ts'
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
  /** Whether nothing else can be meant. */
  isSure?: boolean
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
    ...readings.map(
      ({ query, certainty, passed }): Base => ({
        query,
        origin: 'grammar',
        left: withoutIdioms(
          passed.map(({ text }) => text),
          input.question,
        ),
        certainty,
      }),
    ),
    ...(own?.kind === 'query' && !own.query.combine
      ? [{ query: own.query, origin: 'readers' as const, left: own.leftOut ?? [], certainty: own.confidence }]
      : []),
  ].sort((a, b) => standing(b) - standing(a))
  // What ends so may be what somebody does, by whom it is told: who scored.
  const verbs = tokens.flatMap(({ lower }) => (irregularDeeds.has(lower) || (/(?:ed|ing|s)$/.test(lower) && lower.length > 3) ? [lower] : []))
  const words = tokens.map(({ lower }) => lower)
  const named = new Set(edges.flatMap(({ payload, link }) => (payload.is === 'table' && link >= 0.75 ? [payload.table.name] : [])))
  const all = bases.flatMap((base, place): Candidate[] => {
    const whole = candidate(base, [], 1, place, named)
    if (place >= mostVaried) return [whole]
    const missed = (query: SemanticQuery) => nearMisses(query, { layer: lexicon.layer, edges, left: base.left, verbs, words })
    return [
      whole,
      ...missed(base.query).flatMap(({ query, change, link, heeds = [] }) => [
        candidate({ ...base, query, left: without(base.left, heeds) }, [change], link, place, named),
        // Another figure is often told of the same value in another column.
        ...(change === 'measure' && place < mostTwice
          ? missed(query)
              .filter((next) => next.change === 'filter' || next.change === 'either')
              .map((next) => candidate({ ...base, query: next.query }, [change, next.change], Math.min(link, next.link), place, named))
          : []),
      ]),
    ]
  })
  const composed = composedOf(input, tokens, edges, lexicon.layer, named)
  const owed = composed.flatMap((one) =>
    inState(one.query, lexicon.layer, words).flatMap(({ query, heeds }) => (heeds.length > 0 ? [alsoIn(one, query, heeds)] : [])),
  )
  const found = [...all, ...composed, ...owed]
    .map((one) => ({ ...one, query: plainly(asWritten(one.query, lexicon.layer), lexicon.layer) }))
    .filter(({ query }) => mayBeMeant(input, query, lexicon.layer))
  const isOpen = asksHowSo(tokens)
  return agreed(found.filter(({ query }) => (query.measures.length > 0 || !isOpen) && (query.dimensions.length > 0 || words[0] !== 'who')))
}

/** Whether a query makes sense as an answer to what is asked. */
const mayBeMeant = (input: AnalysisInput, query: SemanticQuery, layer: Layer): boolean =>
  !contradicts(query) &&
  !addsPercentages(query, layer) &&
  !isNonsense(input.question, layer, query) &&
  !misreadsAnswers(query, layer, input.question) &&
  !isNoAnswer(input, query)

/** "What share each makes up" makes nothing. */
const withoutIdioms = (left: string[], question: string): string[] =>
  left.filter((word) => !/^ma[dk]es?$/i.test(word) || !new RegExp(`\\b${word} up\\b`, 'i').test(question))

const without = (left: string[], heeds: readonly string[]): string[] => left.filter((word) => !heeds.includes(word.toLowerCase()))

/** The same of what is still to be paid. */
function alsoIn({ signs, ...one }: Candidate, query: SemanticQuery, heeds: readonly string[]): Candidate {
  const left = without(one.left, heeds)
  const changed: OptionSigns = { ...signs, state: 1, left: left.length }
  return { ...one, query, left, signs: changed, likelihood: likelihoodOf(changed) }
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

/** Not twice, not more than five: what is denied is how often, and not that it ever was. */
const saysHowOften = (edges: Edge[], words: string[]): boolean =>
  words.some((word) => timesWords.has(word)) ||
  edges.some(
    ({ payload, from, to }) =>
      (payload.is === 'bound' || payload.is === 'number') && !edges.some((other) => other.payload.is === 'period' && other.from <= from && to <= other.to),
  )

/** What is put together of the parts that were understood. */
function composedOf({ clock }: AnalysisInput, tokens: Token[], edges: Edge[], layer: Layer, named: ReadonlySet<string>): Candidate[] {
  const sight = { layer, today: new Intl.DateTimeFormat('en-CA', { timeZone: clock.timeZone }).format(clock.now) }
  const lattice = withRules(edges, tokens.length, { layer })
  const anchors = anchorsOf(tokens, lattice, layer)
  const made = (query: SemanticQuery, left: string[], signs: OptionSigns): Candidate => ({
    query,
    origin: 'composed',
    changes: [],
    left,
    signs,
    likelihood: likelihoodOf(signs),
  })
  const words = tokens.map(({ lower }) => lower)
  return [
    ...(saysHowOften(edges, words) ? [] : absencesIn(words, anchors, sight)).map(({ query, left, isNamed }) =>
      made(query, left, { absent: 1, called: isNamed ? 1 : 0, left: left.length }),
    ),
    ...timesTaken(words, anchors, sight).map(({ query, left }, at) => made(query, left, { taken: 1, later: at, left: left.length })),
    ...correlationsIn(words, anchors, sight).map(({ query, left, isSure }) => ({ ...made(query, left, { correlated: 1, left: left.length }), isSure })),
    ...composedQueries(anchors, sight).map((one) => made(one.query, one.left, signsOfComposed(one, straysOf(one.query, named)))),
    ...contestQueries(tokens, lattice.flat(), anchors, sight).map(({ query, left }) => made(query, left, { contest: 1, left: left.length })),
  ]
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

import type { Analysis, AnalysisInput } from '#domain/analyst/analysis.ts'
import { isSameMeaning } from '#domain/analyst/grammar/differences.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions.ts'
import { tablesOf } from '#domain/analyst/grammar/query-tables.ts'
import type { GrammarReading } from '#domain/analyst/grammar/read.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { businessVerbs } from '#domain/analyst/lexicon/english/measures.ts'
import { negations } from '#domain/analyst/lexicon/english/particles.ts'
import { superlatives } from '#domain/analyst/lexicon/english/superlatives.ts'
import { lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { chartTalk } from '#domain/charts/chart-talk.ts'
import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { type Change, nearMisses } from './near-misses.ts'

/** A reading that may be offered. `changes` tell in what a near miss differs from another reading; `likelihood` orders them. */
export type Candidate = { query: SemanticQuery; origin: 'grammar' | 'readers'; changes: Change[]; left: string[]; signs: OptionSigns; likelihood: number }

/** What can be told about a candidate that bears on whether it is what was meant. */
export type OptionSigns = { certainty: number; left: number; place: number; isReaders: number; link: number; strays: number } & Partial<Record<Change, number>>

/** Readings whose near misses are looked at, and those whose near misses are varied once more. */
const mostVaried = 4
const mostTwice = 1

type Base = Pick<Candidate, 'query' | 'origin' | 'left'> & { certainty: number }

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
  return all.sort((a, b) => b.likelihood - a.likelihood)
}

const standing = ({ certainty, left }: Base): number => logit(certainty) - 1.5 * left.length
const logit = (p: number): number => Math.log(Math.max(0.003, Math.min(0.997, p)) / (1 - Math.max(0.003, Math.min(0.997, p))))

function candidate({ query, origin, left, certainty }: Base, changes: Change[], link: number, place: number, named: ReadonlySet<string>): Candidate {
  const strays = named.size === 0 ? 0 : [...tablesOf(query)].filter((name) => !named.has(name)).length
  const signs: OptionSigns = {
    certainty: logit(certainty),
    left: left.length,
    place,
    isReaders: origin === 'readers' ? 1 : 0,
    link: changes.length > 0 ? link : 0,
    strays,
    ...Object.fromEntries(changes.map((change) => [change, 1])),
  }
  return { query, origin, changes, left, signs, likelihood: likelihoodOf(signs) }
}

/**
 * A logistic regression on 4,422 candidates of 227 questions, 165 of which get no answer and count three times, over the databases of five sets, by whether they give the rows asked for; each database
 * judged by weights fitted on the others puts one among the first three for 13 of 35 owners' questions, of 16 that have one at all. `either` and `word` are set by hand:
 * what two columns hold alike is rarely asked of one of them.
 */
const weights: Record<keyof OptionSigns, number> = {
  certainty: 0.26,
  left: -0.54,
  place: -0.29,
  isReaders: -0.09,
  link: -1.5,
  strays: -0.35,
  measure: -1.23,
  counted: -0.52,
  group: -2.16,
  'own-key': -0.09,
  filter: 0.68,
  either: 1.2,
  unfiltered: -0.73,
  date: 0.11,
  'left-word': 0.71,
  word: -1.2,
}
const bias = -0.5

const likelihoodOf = (signs: OptionSigns): number =>
  Object.entries(signs).reduce((sum, [name, value]) => sum + weights[name as keyof OptionSigns] * value, bias)

const probability = ({ likelihood }: Candidate): number => 1 / (1 + Math.exp(-likelihood))

/** How likely it must be that one of the readings is meant, for a question back to be worth its while. */
const leastWorth = 0.2
const mostLeft = 1

/** What asks for a reason, denies, ranks or says what is paid or sold: left out, nothing is answered of the question. */
const isDeciding = (word: string): boolean => {
  const lower = word.toLowerCase()
  return lower === 'why' || negations.has(lower) || Object.hasOwn(superlatives, lower) || Object.hasOwn(businessVerbs, lower)
}

/** All rows there are, where a word is left out, are no answer to which of them: customers who churned. */
const listsAll = ({ left, query }: Candidate): boolean =>
  left.length > 0 && query.measures.length === 0 && !query.filters && query.having.length === 0 && query.limit === undefined && query.order.length === 0

/** The first of the candidates that tell different things, where it is likely enough that one of them is meant; else none. */
export function worthOffering(candidates: Candidate[], layer: Layer, most: number): Candidate[] {
  const picked = distinctOf(
    candidates.filter((one) => one.left.length <= mostLeft && !one.left.some(isDeciding) && !listsAll(one)),
    layer,
    most,
  )
  return 1 - picked.reduce((none, one) => none * (1 - probability(one)), 1) >= leastWorth ? picked : []
}

/** The likeliest of them that can be asked and that tell something else than those before. */
export function distinctOf(candidates: Candidate[], layer: Layer, most: number): Candidate[] {
  const chosen: Candidate[] = []
  for (const one of candidates) {
    if (chosen.length === most) break
    if (chosen.some(({ query }) => isSameMeaning(query, one.query)) || !compiles(layer, one.query)) continue
    chosen.push(one)
  }
  return chosen
}

export function compiles(layer: Layer, query: SemanticQuery): boolean {
  try {
    compileQuery(layer, query)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

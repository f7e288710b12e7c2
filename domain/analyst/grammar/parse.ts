import { alsoRules } from '#domain/analyst/grammar/rules/also-rules.ts'
import { askingRules } from '#domain/analyst/grammar/rules/asking-rules.ts'
import { clauseRules } from '#domain/analyst/grammar/rules/clause-rules.ts'
import { commonestRules } from '#domain/analyst/grammar/rules/commonest-rules.ts'
import { figureRules } from '#domain/analyst/grammar/rules/figure-rules.ts'
import { lackingRules } from '#domain/analyst/grammar/rules/lacking-rules.ts'
import { leavingRules } from '#domain/analyst/grammar/rules/leaving-rules.ts'
import { outcomeRules } from '#domain/analyst/grammar/rules/outcome-rules.ts'
import { flagFigureRules } from '#domain/analyst/grammar/rules/parts/flag-figure-rules.ts'
import { partRules } from '#domain/analyst/grammar/rules/parts/part-rules.ts'
import { rateRules } from '#domain/analyst/grammar/rules/parts/rate-rules.ts'
import { ratioRules } from '#domain/analyst/grammar/rules/parts/ratio-rules.ts'
import { shareRules } from '#domain/analyst/grammar/rules/parts/share-rules.ts'
import { unitRules } from '#domain/analyst/grammar/rules/parts/unit-rules.ts'
import { ratingRules } from '#domain/analyst/grammar/rules/rating-rules.ts'
import { reasonRules } from '#domain/analyst/grammar/rules/reason-rules.ts'
import type { Rule } from '#domain/analyst/grammar/rules/rule.ts'
import { standingRules } from '#domain/analyst/grammar/rules/standing-rules.ts'
import { stateRules } from '#domain/analyst/grammar/rules/state-rules.ts'
import { thanRules } from '#domain/analyst/grammar/rules/than-rules.ts'
import { daysBetweenRules } from '#domain/analyst/grammar/rules/times/days-between-rules.ts'
import { lastingRules } from '#domain/analyst/grammar/rules/times/lasting-rules.ts'
import { latenessRules } from '#domain/analyst/grammar/rules/times/lateness-rules.ts'
import { oftenRules } from '#domain/analyst/grammar/rules/times/often-rules.ts'
import { periodRules } from '#domain/analyst/grammar/rules/times/period-rules.ts'
import { recurringRules } from '#domain/analyst/grammar/rules/times/recurring-rules.ts'
import { rhythmRules } from '#domain/analyst/grammar/rules/times/rhythm-rules.ts'
import { speedRules } from '#domain/analyst/grammar/rules/times/speed-rules.ts'
import { timingRules } from '#domain/analyst/grammar/rules/times/timing-rules.ts'
import { amountRules } from '#domain/analyst/grammar/rules/trade/amount-rules.ts'
import { capacityRules } from '#domain/analyst/grammar/rules/trade/capacity-rules.ts'
import { debtRules } from '#domain/analyst/grammar/rules/trade/debt-rules.ts'
import { incomeRules } from '#domain/analyst/grammar/rules/trade/income-rules.ts'
import { kindRules } from '#domain/analyst/grammar/rules/trade/kind-rules.ts'
import { peopleRules } from '#domain/analyst/grammar/rules/trade/people-rules.ts'
import { priceRules } from '#domain/analyst/grammar/rules/trade/price-rules.ts'
import { profitRules } from '#domain/analyst/grammar/rules/trade/profit-rules.ts'
import { salesRules } from '#domain/analyst/grammar/rules/trade/sales-rules.ts'
import { sizeRules } from '#domain/analyst/grammar/rules/trade/size-rules.ts'
import { stockRules } from '#domain/analyst/grammar/rules/trade/stock-rules.ts'
import { thingRules } from '#domain/analyst/grammar/rules/trade/thing-rules.ts'
import { undoneRules } from '#domain/analyst/grammar/rules/undone-rules.ts'
import { verbRules } from '#domain/analyst/grammar/rules/verb-rules.ts'
import { wayRules } from '#domain/analyst/grammar/rules/way-rules.ts'
import type { Token } from '#domain/analyst/language/tokens.ts'
import { figureJoints } from '#domain/analyst/lexicon/english/sentences/grammar-words.ts'
import { negations, particles } from '#domain/analyst/lexicon/english/sentences/particles.ts'
import { keyOf } from './keys.ts'
import { type Lattice, matchesAt, mayFit } from './pattern.ts'
import type { Edge, Fragment, Payload, Sight } from './terms.ts'

/** Fragments that cover a question, from its beginning to its end, and the words none of them covers. */
export type Cover = { fragments: Edge[]; passed: Token[]; price: number; weight: number; link: number }

export const rules: Rule[] = [
  ...figureRules,
  ...clauseRules,
  ...verbRules,
  ...recurringRules,
  ...periodRules,
  ...amountRules,
  ...sizeRules,
  ...thingRules,
  ...debtRules,
  ...profitRules,
  ...unitRules,
  ...wayRules,
  ...ratingRules,
  ...ratioRules,
  ...priceRules,
  ...stockRules,
  ...stateRules,
  ...standingRules,
  ...outcomeRules,
  ...undoneRules,
  ...flagFigureRules,
  ...leavingRules,
  ...rhythmRules,
  ...latenessRules,
  ...lastingRules,
  ...speedRules,
  ...oftenRules,
  ...salesRules,
  ...daysBetweenRules,
  ...incomeRules,
  ...askingRules,
  ...lackingRules,
  ...timingRules,
  ...shareRules,
  ...capacityRules,
  ...peopleRules,
  ...kindRules,
  ...partRules,
  ...rateRules,
  ...reasonRules,
  ...commonestRules,
  ...thanRules,
  ...alsoRules,
]

const mostPerSpan = 6
const beam = 48
/** What passing over a word costs that is no particle: it may be the one that decides. */
const passingOver = 2.2

/** Adds what rules make of the edges there are, stage by stage. */
export function withRules(edges: Edge[], length: number, sight: Sight, all: Rule[] = rules): Lattice {
  const lattice: Lattice = Array.from({ length: length + 1 }, () => [])
  for (const edge of edges) lattice[edge.from]?.push(edge)
  for (const stage of [1, 2, 3, 4] as const) {
    // Most forms need a word that the question does not have.
    const present = new Set(lattice.flatMap((at) => at.map(({ category }) => category)))
    const fitting = all.filter((item) => item.stage === stage && mayFit(item.pattern, present))
    const made = fitting.flatMap((item) => Array.from({ length }, (_, from) => applied(item, lattice, from, sight)).flat())
    // The same thing said by the same words is kept once, by its surest rule.
    for (const edge of strongest(made)) lattice[edge.from]?.push(edge)
  }
  return lattice
}

function applied(item: Rule, lattice: Lattice, from: number, sight: Sight): Edge[] {
  return matchesAt(lattice, item.pattern, from).flatMap(({ to, parts, weight, link }) =>
    item.build(parts, sight).map(
      ({ payload, bonus = 0, link: own = 1 }): Edge => ({
        from,
        to,
        category: payload.is,
        weight: weight + bonus,
        link: Math.min(link, own),
        text: item.name,
        payload,
        ...(parts.some((part) => part?.isUnverified) ? { isUnverified: true } : {}),
        ...(item.isOwn || parts.some((part) => part?.isOwn) ? { isOwn: true as const } : {}),
      }),
    ),
  )
}

function strongest(edges: Edge[]): Edge[] {
  const spans = Map.groupBy(edges, ({ from, to, category }) => `${from}-${to}-${category}`)
  return [...spans.values()].flatMap((same) => {
    const kept = new Map<string, Edge>()
    for (const edge of [...same].sort((a, b) => b.weight * b.link - a.weight * a.link)) {
      const key = keyOf(edge.payload)
      if (!kept.has(key)) kept.set(key, edge)
    }
    return [...kept.values()].slice(0, mostPerSpan)
  })
}

/** `open` is the figure told last, until a word that adds another. */
type Path = { at: number; fragments: Edge[]; passed: Token[]; weight: number; link: number; price: number; open: string | null }

/** Two figures beside each other, with no word between that adds one to the other. */
const besides = 1.4

const known = new WeakMap<Payload, string | null>()

/** What an edge measures on its own; rows that may only be named are none. */
function figureOf({ payload }: Edge): string | null {
  const found = known.get(payload)
  if (found !== undefined) return found
  const figures = payload.is === 'fragment' ? (payload.fragment.figures ?? []) : []
  const [figure] = figures
  const key = figure && figure.kind !== 'rows' ? keyOf(figure) : null
  known.set(payload, key)
  return key
}
const worth = ({ weight, link, price }: Omit<Path, 'open'>): number => weight * (0.5 + link / 2) - price

/** The likeliest ways to cover a question with fragments, the best first. */
export function coversOf(lattice: Lattice, tokens: Token[]): Cover[] {
  const paths: Path[][] = Array.from({ length: tokens.length + 1 }, () => [])
  paths[0]?.push({ at: 0, fragments: [], passed: [], weight: 0, link: 1, price: 0, open: null })
  for (let at = 0; at < tokens.length; at++) {
    const kept = (paths[at] ?? []).sort((a, b) => worth(b) - worth(a)).slice(0, beam)
    const token = tokens[at]
    for (const path of kept) {
      for (const edge of lattice[at] ?? []) {
        if (edge.category !== 'fragment') continue
        const figure = figureOf(edge)
        paths[edge.to]?.push({
          at: edge.to,
          fragments: [...path.fragments, edge],
          passed: path.passed,
          // Many small fragments say less than one that joins the same words.
          weight: path.weight + edge.weight - 0.3,
          link: Math.min(path.link, edge.link),
          price: path.price + (figure !== null && path.open !== null && path.open !== figure ? besides : 0),
          open: figure ?? path.open,
        })
      }
      if (!token) continue
      // At the beginning it asks for people, and elsewhere it only joins.
      const particle = at === 0 && token.lower === 'who' ? undefined : particles.get(token.lower)
      const price = negations.has(token.lower) ? 6 : (particle ?? (token.kind === 'sign' ? 0 : passingOver))
      paths[at + 1]?.push({
        ...path,
        at: at + 1,
        passed: particle === undefined && token.kind !== 'sign' ? [...path.passed, token] : path.passed,
        price: path.price + price,
        open: figureJoints.has(token.lower) ? null : path.open,
      })
    }
  }
  return (paths[tokens.length] ?? [])
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, beam)
    .map(({ fragments, passed, price, weight, link }) => ({ fragments, passed, price, weight: worth({ at: 0, fragments, passed, weight, link, price }), link }))
}

/** What the fragments of a cover say together. */
export function fragmentsOf({ fragments }: Cover): Fragment[] {
  return fragments.flatMap(({ payload }) => (payload.is === 'fragment' ? [payload.fragment] : []))
}

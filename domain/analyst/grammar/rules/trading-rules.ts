import { ratioIn } from '#domain/analyst/grammar/business/ratios.ts'
import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { isAdditive } from '#domain/analyst/grammar/facts.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { lightVerbs, pieceNouns } from '#domain/analyst/lexicon/english/meanings/trade-words.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { grouped, made, ranked, senseIn } from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule } from './rule.ts'

type Part = Edge | null | undefined

const pieces = pieceNouns.join('/')
const light = lightVerbs.join('/')

/** What is sold, counted and brought in, by whom, and what never was. */
export const tradingRules: Rule[] = [
  ownRule('each-brought', 4, `each/every column|table ${light} in/us/out?`, ([, group]) => grouped(group, 2), 'how many bookings did each agent bring in'),
  ownRule(
    'superlative-pieces',
    4,
    `verb? superlative ${pieces}`,
    ([verb, sense], { layer }) => mostPieces(verb, sense, layer),
    'which category sells the fewest pieces',
  ),
  ownRule(
    'converts-superlative',
    4,
    'trade-ratio superlative',
    ([ratio, sense], { layer }) => rankedByRatio(ratio, sense, layer),
    'which channel converts best',
  ),
  ownRule(
    'never-figure',
    4,
    "never/no/without/not/didn't/haven't/hasn't/nobody ever? done|verb? a/an/any/single/one? column",
    ([, , , , column]) => noneOf(column),
    'members who never scored a point',
  ),
]

function mostPieces(verb: Part, part: Part, layer: Layer): Made[] {
  const sense = senseIn(part)
  if (!sense || sense.of === 'labels' || sense.of === 'time' || (verb && payloadOf(verb, 'verb')?.sense !== 'pieces')) return nothing
  if (figuresOfSense(layer, 'pieces').length === 0) return nothing
  const figure: Figure = { kind: 'sense', sense: 'pieces', aggregate: null }
  return made({ rank: { sense, count: null, target: null, figure } }, 2.5)
}

function rankedByRatio(part: Part, sense: Part, layer: Layer): Made[] {
  const ratio = payloadOf(part, 'trade-ratio')?.ratio
  const figure = ratio ? ratioIn(layer, ratio) : null
  if (!figure) return nothing
  return ranked(sense, null, null, null, 2).map((item) =>
    item.payload.is === 'fragment' && item.payload.fragment.rank
      ? { ...item, payload: { is: 'fragment', fragment: { rank: { ...item.payload.fragment.rank, figure } } } }
      : item,
  )
}

/** Those in none of whose rows there is anything of a figure that can be added up. */
function noneOf(part: Part): Made[] {
  const ref = payloadOf(part, 'column')?.ref
  if (!ref || !isAdditive(ref) || Number(ref.column.min ?? 0) < 0) return nothing
  const filter: Filter = { table: ref.table.name, column: ref.column.name, operator: 'greater_than', values: [0] }
  return made({ lacking: { of: ref.table, filter } }, 2)
}

import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { made, numberIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { isLineThing, lineThings, numbersRows } from '#domain/analyst/lexicon/line-things.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

/** Things of which a sheet has several lines each: orders, told apart by their "Order ID". */
export const thingRules: Rule[] = [
  ownRule('things', 2, 'column', ([part], { layer }) => things(part, layer), 'orders by month'),
  ownRule(
    'things-of-money',
    4,
    'how? many? column are/were/was? of/for/worth/with? bound',
    ([, many, part, , , bound], { layer }) => thingsOfMoney(part, bound, many !== null, layer),
    'orders over 100 dollars',
  ),
  ownRule(
    'last-things',
    4,
    'most? last/latest/newest/recent number? column',
    ([, , count, part], { layer }) => lastThings(count, part, layer),
    'the last 5 orders',
  ),
  ownRule(
    'average-thing',
    2,
    'aggregate column',
    ([aggregate, part], { layer }) => (payloadOf(aggregate, 'aggregate')?.aggregate === 'avg' ? moneyPerThing(part, layer) : nothing),
    'average order',
  ),
  ownRule(
    'pieces-per-thing',
    2,
    'how? many? items/pieces/units/products per/in/does? an/a/each/every? column has/have/contain?',
    ([, , , , , part], { layer }) => piecesPerThing(part, layer),
    'items per order',
  ),
  ownRule(
    'pieces-per-row',
    2,
    'aggregate? number? of? items/pieces/units/products/articles per/in/does? an/a/each/every? table|money has/have/contain?',
    ([, , , , , , part], { layer }) => piecesPerRow(part, layer),
    'average number of items per sale',
  ),
  ownRule('money-per-thing', 2, 'money per column', ([, , part], { layer }) => moneyPerThing(part, layer), 'revenue per order'),
]

const money: Figure = { kind: 'sense', sense: 'money', aggregate: 'sum' }

function thingOf(part: Part, layer: Layer): Ref | null {
  const ref = payloadOf(part, 'column')?.ref
  return ref && isLineThing(layer, ref) ? ref : null
}

const isPlural = (text: string): boolean => singular(text.toLowerCase()) !== text.toLowerCase()

const eachOf = (ref: Ref): Figure => ({ kind: 'column', ref, aggregate: 'count_distinct', isBare: true })

function things(part: Part, layer: Layer): Made[] {
  const ref = thingOf(part, layer)
  if (ref) return makes({ is: 'figure', figure: eachOf(ref) }, 0.2)
  const own = payloadOf(part, 'column')?.ref
  return own && layer.tables.length === 1 && isPlural(part?.text ?? '') && numbersRows(own.table, own.column)
    ? makes({ is: 'figure', figure: { kind: 'rows', table: own.table, isBare: true } }, 0.2)
    : nothing
}

/** By what the lines of each come to together. */
function thingsOfMoney(part: Part, bound: Part, isCounted: boolean, layer: Layer): Made[] {
  const [ref, limit] = [thingOf(part, layer), payloadOf(bound, 'bound')]
  return ref && limit?.isMoney
    ? made({ figures: [eachOf(ref)], having: { figure: money, bound: limit.bound }, ...(isCounted ? { shape: 'count' as const } : {}) }, isCounted ? 3 : 2)
    : nothing
}

function lastThings(count: Part, part: Part, layer: Layer): Made[] {
  const ref = thingOf(part, layer)
  return ref ? made({ rank: { sense: { end: 'high', of: 'time' }, count: numberIn(count), target: { kind: 'column', ref }, figure: null } }, 2) : nothing
}

function piecesPerThing(part: Part, layer: Layer): Made[] {
  const ref = thingOf(part, layer)
  const pieces: Figure = { kind: 'sense', sense: 'pieces', aggregate: 'sum' }
  return ref ? makes({ is: 'figure', figure: { kind: 'ratio', numerator: pieces, denominator: eachOf(ref) } }, 3) : nothing
}

/** Of rows that each tell how many pieces were sold. */
function piecesPerRow(part: Part, layer: Layer): Made[] {
  const [pieces] = figuresOfSense(layer, 'pieces')
  const table = payloadOf(part, 'table')?.table
  if (pieces?.kind !== 'column' || (table && table !== pieces.ref.table) || lineThings(layer).some((thing) => thing.table === pieces.ref.table)) return nothing
  return makes({ is: 'figure', figure: { ...pieces, aggregate: 'avg' } }, 3)
}

function moneyPerThing(part: Part, layer: Layer): Made[] {
  const ref = thingOf(part, layer)
  return ref ? makes({ is: 'figure', figure: { kind: 'ratio', numerator: money, denominator: eachOf(ref) } }, 2) : nothing
}

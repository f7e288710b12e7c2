import { isDivisor, ratioIn } from '#domain/analyst/grammar/business/ratios.ts'
import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { isAdditive, isFigure, tablesOf, visible } from '#domain/analyst/grammar/facts.ts'
import { moneyLabels, unitPriceLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { tableOf } from '#domain/analyst/grammar/query/query-parts.ts'
import { conditionIn, groupOf, made, numberIn } from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, makes, nothing, ownRule, payloadOf, type Rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { moneySenses, type VerbSense } from '#domain/analyst/lexicon/english/business/measures.ts'
import { cheaperWords, perUnits } from '#domain/analyst/lexicon/english/business/trade-ratios.ts'
import type { Layer } from '#domain/semantics/layer.ts'

type Part = Edge | null | undefined

const units = perUnits.flat().join('/')
const cheaper = `${cheaperWords.join('/')}/expensive`

/** What one of something costs or brings, and the ratios that trades have names for. */
export const ratioRules: Rule[] = [
  ownRule(
    'trade-ratio',
    2,
    'aggregate? trade-ratio %/percent/percentage?',
    ([aggregate, ratio], { layer }) => named(aggregate, ratio, layer),
    'CTR by channel',
  ),
  ownRule(
    'money-per-column',
    2,
    'money|verb per/for? a/an/one/each/every? column',
    ([word, per, , column], { layer }) => (per ? spentPer(word, refOf(column), layer) : nothing),
    'what do we pay per impression',
  ),
  ownRule(
    'money-per-unit',
    2,
    `money|verb per/for? a/an/one/each/every? ${units}`,
    ([word, per, , unit], { layer }) => (per ? spentPer(word, ofUnit(unit, layer), layer) : nothing),
    'what do we spend per minute',
  ),
  ownRule('column-per-unit', 2, `column per ${units}`, ([above, , unit], { layer }) => perColumn(refOf(above), ofUnit(unit, layer)), 'clicks per minute'),
  ownRule(
    'superlative-per-column',
    4,
    'number? superlative column|table? per/for each/every? column',
    ([count, sense, target, , , column], { layer }) => cheapestPer(count, sense, target, refOf(column), layer),
    'which campaign is the cheapest per click',
  ),
  ownRule(
    'superlative-per-unit',
    4,
    `number? superlative column|table? per/for each/every? ${units}`,
    ([count, sense, target, , , unit], { layer }) => cheapestPer(count, sense, target, ofUnit(unit, layer), layer),
    'which campaign is the cheapest per minute',
  ),
  ownRule(
    'one-cheaper',
    4,
    `a/an/one column on/in/for/with/at/by/from? condition more/less? ${cheaper} than on/in/for/with/at/by/from? condition`,
    ([, column, , one, , , , , other], { layer }) => comparedRatio(spent(refOf(column), layer), one, other),
    'is a click on mobile cheaper than on desktop',
  ),
  ownRule(
    'cheaper-per',
    4,
    `condition more/less? ${cheaper} per table|column than condition`,
    ([one, , , , per, , other], { layer }) => comparedRatio(spent(refOf(per), layer) ?? spentPerRow(per), one, other),
    'is Email cheaper per click than Search',
  ),
]

const refOf = (part: Part): Ref | null => payloadOf(part, 'column')?.ref ?? null
const sumOf = (ref: Ref): Figure => ({ kind: 'column', ref, aggregate: 'sum' })
const spending: Figure = { kind: 'sense', sense: 'spend', aggregate: 'sum' }

function named(aggregate: Part, part: Part, layer: Layer): Made[] {
  const ratio = payloadOf(part, 'trade-ratio')?.ratio
  const of = payloadOf(aggregate, 'aggregate')?.aggregate ?? 'avg'
  const figure = ratio && part && of === 'avg' ? ratioIn(layer, ratio) : null
  // A name of several words is surer than the last of them.
  return figure && part ? makes({ is: 'figure', figure }, 1 + (part.to - part.from) * 1.5) : nothing
}

/** What was spent for each one of what a column counts. */
const spent = (ref: Ref | null, layer: Layer): Figure | null =>
  ref && isPaidFor(ref, 'spend', layer) ? { kind: 'ratio', numerator: spending, denominator: sumOf(ref) } : null

function spentPerRow(part: Part): Figure | null {
  const table = payloadOf(part, 'table')?.table
  return table ? { kind: 'ratio', numerator: spending, denominator: { kind: 'rows', table } } : null
}

/** Whether a column counts what money of the same rows is for, and is no money itself. */
function isPaidFor(ref: Ref, sense: VerbSense, layer: Layer): boolean {
  const [money] = figuresOfSense(layer, sense)
  return isDivisor(ref) && !moneyLabels.some(([pattern]) => pattern.test(ref.column.label)) && money !== undefined && tableOf(money) === ref.table
}

function spentPer(word: Part, ref: Ref | null, layer: Layer): Made[] {
  const sense = payloadOf(word, 'verb')?.sense
  if (!sense || !moneySenses.has(sense) || !ref || !isPaidFor(ref, sense, layer)) return nothing
  return makes({ is: 'figure', figure: { kind: 'ratio', numerator: { kind: 'sense', sense, aggregate: 'sum' }, denominator: sumOf(ref) } }, 3.5)
}

/** The one column that is told in a unit: "weight kg". */
function ofUnit(part: Part, layer: Layer): Ref | null {
  const said = part?.text.toLowerCase() ?? ''
  const words = perUnits.find((some) => some.includes(said))
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => {
      const label = column.label.toLowerCase().split(/[^\p{L}\d]+/u)
      return isFigure(column) && words?.some((word) => label.includes(word)) ? [{ table, column }] : []
    }),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The total of one amount over that of another of the same rows; of prices of whole rows too. */
function perColumn(above: Ref | null, below: Ref | null): Made[] {
  if (!above || !below || above.table !== below.table || above.column === below.column || !isDivisor(below)) return nothing
  const isPrice = /\bprice\b/i.test(above.column.label) && !unitPriceLabel.test(above.column.label)
  if (!isAdditive(above) && !isPrice) return nothing
  return makes({ is: 'figure', figure: { kind: 'ratio', numerator: sumOf(above), denominator: sumOf(below) } }, 2)
}

/** The cheapest and the dearest by what they cost for each one of something. */
function cheapestPer(count: Part, part: Part, target: Part, ref: Ref | null, layer: Layer): Made[] {
  const sense = payloadOf(part, 'superlative')?.sense
  const figure = spent(ref, layer)
  if (!figure || !sense?.labels?.includes('price')) return nothing
  return made({ rank: { sense: { end: sense.end, of: 'size' }, count: numberIn(count), target: groupOf(target), figure } }, 3)
}

function comparedRatio(figure: Figure | null, first: Part, second: Part): Made[] {
  const [one, other] = [conditionIn(first), conditionIn(second)]
  if (!figure || one?.kind !== 'filter' || other?.kind !== 'filter') return nothing
  return made({ figures: [figure], compared: [one, other] }, 3)
}

import { ratioIn } from '#domain/analyst/grammar/business/ratios.ts'
import { figuresOfSense } from '#domain/analyst/grammar/business/senses.ts'
import { isAdditive, isFigure } from '#domain/analyst/grammar/facts.ts'
import {
  conditionIn,
  counted,
  figureIn,
  grouped,
  groupOf,
  made,
  numberIn,
  partOf,
  ranked,
  senseIn,
  verbFigure,
} from '#domain/analyst/grammar/rules/clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule, rule } from '#domain/analyst/grammar/rules/rule.ts'
import type { Edge, Figure } from '#domain/analyst/grammar/terms.ts'
import { moneySenses } from '#domain/analyst/lexicon/english/business/measures.ts'
import { lightVerbs, pieceNouns } from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { comingForms, handlingVerbs, sharingForms } from '#domain/analyst/lexicon/english/sentences/trade-verbs.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

type Part = Edge | null | undefined

const [coming, handling, sharing] = [comingForms, handlingVerbs, sharingForms].map((words) => [...words].join('/'))

const light = lightVerbs.join('/')

const pieces = pieceNouns.join('/')

/** How owners speak of what they sell, and how it is shared out. */
export const salesRules: Rule[] = [
  ownRule(
    'sold-by-group',
    4,
    'what did/do/does/have/has condition? verb condition? ,? by/per column|table|grain',
    ([, , one, verb, other, , , group]) => tradeBy(verb, [one, other], group),
    'what did the garden shop sell in May, by category',
  ),
  ownRule(
    'money-coming',
    4,
    'how much figure come/comes/came/coming/flow/flows/flowed/rolled/trickled in/into?',
    ([, , figure]) => cameIn(figure),
    'how much money came in last week',
  ),
  ownRule(
    'more-per-day',
    4,
    'verb|take/takes/took more/less/better per/a/each/every grain with/from/in/on/at/for/during? condition or/than with/from/in/on/at/for/during? condition',
    ([verb, , , grain, , one, , , other]) => morePer(verb, grain, one, other),
    'do we earn more per day on weekdays or on weekends',
  ),
  rule('which-number', 4, 'which/what number column|table', ([, count, part]) => askedFirst(count, part), 'which 3 bikes earn the least'),
  ownRule('number-who', 4, 'number table|column who/that/which', ([count, part]) => askedFirst(count, part), 'give me the ten members who earned most'),
  ownRule(
    'how-many-handled',
    4,
    `how many table did/do/does/have/has condition? ${handling} up/in/through?`,
    ([, , table, , such]) => countedOf(table, such),
    'how many orders did we ring up',
  ),
  ownRule(
    'shared-out',
    4,
    `${sharing} out/down/up? evenly? over/between/across/among/into number? column|table|grain`,
    ([, , , , , part]) => sharedOver(part),
    'how is revenue split between the branches',
  ),
  ownRule(
    'part-of-such',
    4,
    `what/which? percent/percentage/share/proportion/fraction of condition figure ${coming}? from/by/with/in/on/at/during/through? condition`,
    ([, , , whole, figure, , , inside]) => partOfSuch(whole, figure, inside),
    'what share of helmet sales comes from online',
  ),
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

/** "What did they sell, by category" asks how much of each. */
function tradeBy(verb: Part, such: Part[], part: Part): Made[] {
  const sense = payloadOf(verb, 'verb')?.sense
  const group = groupOf(part)
  if (!sense || !moneySenses.has(sense) || !group) return nothing
  const conditions = such.flatMap((item) => conditionIn(item) ?? [])
  return made({ figures: [{ kind: 'sense', sense, aggregate: null }], groups: [group], conditions }, 3)
}

function cameIn(part: Part): Made[] {
  const figure = figureIn(part)
  return figure?.kind === 'sense' ? made({ figures: [figure] }, 3) : nothing
}

/** What is had in one day of the one and of the other. */
function morePer(verb: Part, part: Part, one: Part, other: Part): Made[] {
  const taken: Figure = { kind: 'sense', sense: 'money', aggregate: null }
  const [numerator, grain] = [payloadOf(verb, 'verb') ? verbFigure(verb) : taken, payloadOf(part, 'grain')?.grain]
  if (!numerator || !grain || grain.includes('_of_')) return nothing
  const [first, second] = [conditionIn(one), conditionIn(other)]
  if (!first || !second || first.kind !== second.kind) return nothing
  return made({ figures: [{ kind: 'ratio', numerator, denominator: { kind: 'periods', grain } }], compared: [first, second] }, 4)
}

function askedFirst(count: Part, part: Part): Made[] {
  const [group, first] = [groupOf(part), numberIn(count)]
  return group && first !== null ? made({ groups: [group], shape: 'list', first }, 1) : nothing
}

function countedOf(part: Part, such: Part): Made[] {
  const condition = conditionIn(such)
  return counted(part).map((item) =>
    item.payload.is === 'fragment'
      ? { ...item, bonus: 4, payload: { is: 'fragment', fragment: { ...item.payload.fragment, ...(condition ? { conditions: [condition] } : {}) } } }
      : item,
  )
}

function sharedOver(part: Part): Made[] {
  const group = groupOf(part)
  return group && !(group.kind === 'column' && isFigure(group.ref.column)) ? made({ groups: [group] }, 3.2) : nothing
}

function partOfSuch(whole: Part, figure: Part, inside: Part): Made[] {
  const condition = conditionIn(whole)
  return partOf(figure, inside, 3.5).map((item) =>
    item.payload.is === 'fragment' && condition
      ? { ...item, payload: { is: 'fragment', fragment: { ...item.payload.fragment, conditions: [condition] } } }
      : item,
  )
}

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

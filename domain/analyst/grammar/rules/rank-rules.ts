import { eventTables, happens, isAdditive, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { tableOfDeed } from '#domain/analyst/grammar/happenings/deeds.ts'
import { startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import { moneyLabels } from '#domain/analyst/grammar/label-patterns.ts'
import { placeOf } from '#domain/analyst/grammar/places.ts'
import type { Edge, Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { outcomeWords } from '#domain/analyst/lexicon/english/business/contests.ts'
import { amountNouns } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { payerLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { singular } from '#domain/semantics/describe/english.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import {
  asked,
  askedPlural,
  conditionIn,
  figureIn,
  groupOf,
  made,
  numberIn,
  ranked,
  rankedByVerb,
  rankedSelling,
  senseIn,
  sortedBy,
} from './clause-fragments.ts'
import { type Made, nothing, ownRule, payloadOf, type Rule, rule } from './rule.ts'

type Part = Edge | null | undefined

/** Ends of a ranking, and what is asked for. */
export const rankRules: Rule[] = [
  rule(
    'superlative-of',
    4,
    'number? superlative number? column|table|grain',
    ([n, sense, m, target]) => ranked(sense, n ?? m, target, null, 0.8),
    'top 5 customers',
  ),
  rule(
    'superlative-by',
    4,
    'number? superlative number? column|table|grain by/in/with/for/on figure',
    ([n, sense, m, target, , by]) => ranked(sense, n ?? m, target, by, 1.6),
    'top 5 customers by revenue',
  ),
  ownRule(
    'who-is-superlative',
    4,
    'who is/are/was/were? number? superlative number? column|table',
    ([, , n, sense, m, target]) => ranked(sense, n ?? m, target, null, 2),
    'who is our biggest customer',
  ),
  ownRule(
    'superlative-paid',
    4,
    'number? superlative paid/earning/paying/earners/earner column|table?',
    ([n, sense, , target]) => rankedPaid(sense, n, target),
    'our three best paid trades',
  ),
  ownRule(
    'been-longest',
    4,
    'been condition superlative',
    ([, such, sense], { layer }) => rankedSince(such, sense, layer),
    'which post has been open the longest',
  ),
  ownRule(
    'superlative-selling',
    4,
    'number? superlative selling/sold/sellers/seller column|table',
    ([n, sense, , target]) => rankedSelling(sense, n, target),
    'our 5 best selling products',
  ),
  ownRule(
    'superlative-done',
    4,
    'number? superlative done column|table',
    ([n, sense, done, target], { layer }) => rankedDone(sense, n, done, target, layer),
    'the 3 most booked courses',
  ),
  ownRule(
    'done-superlative',
    4,
    'get/gets/got/getting/is/are/was/were/been? done superlative',
    ([, done, sense], { layer }) => deedRanked(sense, done, layer),
    'which course gets booked the least',
  ),
  rule('superlative-figure', 4, 'superlative figure', ([sense, by]) => ranked(sense, null, null, by, 0.9), 'which country has the highest revenue'),
  rule('superlative', 4, 'number? superlative number?', ([n, sense, m]) => ranked(sense, n ?? m, null, null), 'sold the most'),
  ownRule('verb-superlative', 4, 'verb superlative', ([verb, sense]) => rankedByVerb(verb, sense), 'sold the most'),
  ownRule('verb-superlative-figure', 4, 'verb superlative figure', ([, sense, figure]) => rankedAmounts(sense, figure), 'generates the most revenue'),
  ownRule('sorted', 4, 'superlative first', ([sense]) => sortedBy(sense), 'win rate per agent, lowest first'),
  ownRule('top-apart', 4, ',/?/- top number', ([, , count]) => firstOf(count), 'customers with the most tickets, top 5'),
  ownRule(
    'did-superlative-figure',
    4,
    'done superlative figure',
    ([done, sense, figure], { layer }) => rankedDeed(done, sense, figure, layer),
    'which machine ran the most hours',
  ),
  rule('which', 4, 'which/what of? column|table|grain', ([word, of, part]) => asked(part, of ? null : word), 'which country'),
  rule('which-have', 4, 'which column|table have/are/were', ([, part]) => askedPlural(part), 'which agents have the worst win rate'),
  rule('in-which', 4, 'in/on/at/for/by which/what column|table|grain', ([, , part]) => asked(part), 'in which month'),
  rule('and-how-much', 4, 'and how much/many was/were/is/are? it/that?', () => made({}, 1.4), 'which day did we spend the most, and how much'),
  rule('who', 4, 'who', () => made({ shape: 'who' }, 0.5), 'who sold the most'),
  ownRule('whose-is-so', 4, 'whose table|column condition', ([, part, such]) => whoseIsSo(part, such), 'whose contract expires next month'),
  ownRule('where-most', 4, 'where is/was/are/were/do/does/did/has/have', (_, { layer }) => placesAsked(layer), 'where is the difference the biggest'),
  rule('when', 4, 'when', () => made({ shape: 'when' }, 0.5), 'when did we sell the most'),
]

/** By where what happens does so. */
function placesAsked(layer: Layer): Made[] {
  const [event] = eventTables(layer)
  const place = event && placeOf(event, layer)
  return place ? made({ groups: [place], shape: 'where' }, 0.8) : nothing
}

/** "Most booked": by how many bookings there are of each. */
function rankedDone(sense: Part, count: Part, done: Part, target: Part, layer: Layer): Made[] {
  const table = tableOfDeed(payloadOf(done, 'done')?.word ?? '', layer)
  const [found, of] = [senseIn(sense), groupOf(target)]
  if (!table || !found || found.of !== 'size' || !of || (of.kind === 'rows' && of.table === table)) return nothing
  return made({ rank: { sense: found, count: numberIn(count), target: of, figure: { kind: 'rows', table } } }, 2)
}

function deedRanked(sense: Part, done: Part, layer: Layer): Made[] {
  const table = tableOfDeed(payloadOf(done, 'done')?.word ?? '', layer)
  const found = senseIn(sense)
  return table && found?.of === 'size' ? made({ rank: { sense: found, count: null, target: null, figure: { kind: 'rows', table } } }, 2) : nothing
}

/** Those whose something is so: rows of the table that tells it of them. */
function whoseIsSo(part: Part, such: Part): Made[] {
  const that = conditionIn(such)
  const named = payloadOf(part, 'column')?.ref.table ?? payloadOf(part, 'table')?.table
  const table = that?.kind === 'event' ? that.ref.table : named
  if (!that || !table || (that.kind === 'filter' && !that.tables.includes(table.name))) return nothing
  return made({ groups: [{ kind: 'rows', table }], conditions: [that], shape: 'list' }, 2)
}

/** "Made the most tips": of rows that are money themselves the amounts add up. */
function rankedAmounts(sense: Part, part: Part): Made[] {
  const figure = figureIn(part)
  const amount = figure?.kind === 'rows' && figure.isBare ? amountOf(figure.table) : null
  const made = ranked(sense, null, null, part, 1.5)
  return amount ? made.map((item) => withFigure(item, { kind: 'column', ref: amount, aggregate: 'sum' })) : made
}

function withFigure(item: Made, figure: Figure): Made {
  const { payload } = item
  if (payload.is !== 'fragment' || !payload.fragment.rank) return item
  return { ...item, payload: { is: 'fragment', fragment: { ...payload.fragment, rank: { ...payload.fragment.rank, figure } } } }
}

/** The one amount of rows that are called after money: tips, donations. */
function amountOf(table: LayerTable): Ref | null {
  if (!wordsOf(table.label).some((word) => amountNouns.has(word))) return null
  const [column, ...others] = visible(table).filter((item) => isAdditive({ table, column: item }) && moneyLabels.some(([pattern]) => pattern.test(item.label)))
  return column && others.length === 0 ? { table, column } : null
}

/** What was done is said besides by how much of it: "ran the most hours". */
function rankedDeed(done: Part, sense: Part, figure: Part, layer: Layer): Made[] {
  if (isToldOf(done, layer) || !mayBeDone(figure, layer)) return nothing
  return ranked(sense, null, null, figure, 1.5).map((item) =>
    item.payload.is === 'fragment' ? { ...item, payload: { is: 'fragment', fragment: { ...item.payload.fragment, shape: 'deed' } } } : item,
  )
}

/** What was done adds up: hours that were worked, and not what a meter stands at. */
function mayBeDone(part: Part, layer: Layer): boolean {
  const figure = figureIn(part)
  return figure?.kind !== 'column' || (isAdditive(figure.ref) && happens(layer, figure.ref.table))
}

/** Whether the data has a word of its own for what was done, which then tells rows apart: returned orders. */
function isToldOf(done: Part, { tables }: Layer): boolean {
  if (Object.values(outcomeWords).some((words) => words.has(done?.text.toLowerCase() ?? ''))) return true
  const family = familyOf(payloadOf(done, 'done')?.word ?? '')
  const isAkin = (text: string) => wordsOf(text).some((word) => familyOf(word) === family)
  return tables.some(
    (table) =>
      isAkin(table.label) ||
      table.columns.some(({ label, distinct, sampleValues }) => isAkin(label) || ((distinct ?? fewStates + 1) <= fewStates && sampleValues.some(isAkin))),
  )
}

const fewStates = 25

/** By what they are paid on average. */
function rankedPaid(sense: Part, count: Part, target: Part): Made[] {
  const [found, of] = [senseIn(sense), groupOf(target)]
  if (!found || !of || (found.of !== 'worth' && found.of !== 'size')) return nothing
  const end = { end: found.end, of: 'size' as const }
  const by = (figure: Figure, bonus: number) => made({ rank: { sense: end, count: numberIn(count), target: of, figure } }, bonus)
  // "Our best paying clients" have no wage: they are those who bring the most.
  const isPayer = payerLabels.has(singular(target?.text.toLowerCase() ?? ''))
  const wages = isPayer ? nothing : by({ kind: 'sense', sense: 'pay', aggregate: 'avg' }, 3.5)
  return [...wages, ...by({ kind: 'sense', sense: 'money', aggregate: 'sum' }, 3)]
}

/** What has been in a state the longest began first. */
function rankedSince(such: Part, sense: Part, layer: Layer): Made[] {
  const [condition, found] = [conditionIn(such), senseIn(sense)]
  const [name] = condition?.kind === 'filter' ? condition.tables : []
  const table = layer.tables.find((one) => one.name === name)
  if (!condition || !table || found?.of !== 'time' || !startOf(table)) return nothing
  return made({ conditions: [condition], rank: { sense: found, count: null, target: { kind: 'rows', table }, figure: null } }, 2.5)
}

/** How many of them are meant, said apart. */
function firstOf(part: Edge | null | undefined): Made[] {
  const count = numberIn(part)
  return count === null ? nothing : made({ first: count }, 0.5)
}

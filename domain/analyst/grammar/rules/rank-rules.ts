import { tableOfDeed } from '#domain/analyst/grammar/happenings/deeds.ts'
import { startOf } from '#domain/analyst/grammar/happenings/moments.ts'
import type { Edge } from '#domain/analyst/grammar/terms.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { asked, askedPlural, conditionIn, groupOf, made, numberIn, ranked, rankedByVerb, rankedSelling, senseIn, sortedBy } from './clause-fragments.ts'
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
  ownRule('verb-superlative-figure', 4, 'verb superlative figure', ([, sense, figure]) => ranked(sense, null, null, figure, 1.5), 'generates the most revenue'),
  ownRule('sorted', 4, 'superlative first', ([sense]) => sortedBy(sense), 'win rate per agent, lowest first'),
  ownRule('top-apart', 4, ',/?/- top number', ([, , count]) => firstOf(count), 'customers with the most tickets, top 5'),
  rule('which', 4, 'which/what of? column|table|grain', ([word, , part]) => asked(part, word), 'which country'),
  rule('which-have', 4, 'which column|table have/are/were', ([, part]) => askedPlural(part), 'which agents have the worst win rate'),
  rule('in-which', 4, 'in/on/at/for/by which/what column|table|grain', ([, , part]) => asked(part), 'in which month'),
  rule('and-how-much', 4, 'and how much/many was/were/is/are? it/that?', () => made({}, 1.4), 'which day did we spend the most, and how much'),
  rule('who', 4, 'who', () => made({ shape: 'who' }, 0.5), 'who sold the most'),
  rule('when', 4, 'when', () => made({ shape: 'when' }, 0.5), 'when did we sell the most'),
]

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

/** By what they are paid on average. */
function rankedPaid(sense: Part, count: Part, target: Part): Made[] {
  const [found, of] = [senseIn(sense), groupOf(target)]
  if (!found || !of || (found.of !== 'worth' && found.of !== 'size')) return nothing
  const end = { end: found.end, of: 'size' as const }
  return made({ rank: { sense: end, count: numberIn(count), target: of, figure: { kind: 'sense', sense: 'pay', aggregate: 'avg' } } }, 3.5)
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

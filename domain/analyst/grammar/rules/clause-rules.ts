import { eventTables, refersTo, timeColumns } from '#domain/analyst/grammar/facts.ts'
import { eventColumn } from '#domain/analyst/grammar/happenings/moments.ts'
import { placeOf } from '#domain/analyst/grammar/places.ts'
import { people } from '#domain/analyst/grammar/query/person-group.ts'
import type { Condition, Edge, Figure, Group, Ref } from '#domain/analyst/grammar/terms.ts'
import { wayLabels } from '#domain/analyst/lexicon/english/meanings/places.ts'
import { anybody } from '#domain/analyst/lexicon/english/sentences/commonest.ts'
import { nounPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { aggregateApart, both, conditionIn, counted, figureIn, grouped, groupOf, made } from './clause-fragments.ts'
import { comparisonRules } from './comparison-rules.ts'
import { hadSuch, lacking, lackingSuch, lackingVerb, portionOf, soldApart, verbBound } from './condition-fragments.ts'
import { rankRules } from './rank-rules.ts'
import { nothing, ownRule, payloadOf, type Rule, rule } from './rule.ts'
import { whichRowsRules } from './which-rows-rules.ts'

/** What a length of time runs to is what it is of. */
function untilEnd(word: Edge | null | undefined, column: Edge | null | undefined) {
  const ref = payloadOf(column, 'column')?.ref
  return word && ref && eventColumn(ref, column?.text.toLowerCase() ?? '') ? made({}, 1) : nothing
}

/** What is done at the end of a length of time tells which it is. */
function untilDone(part: Edge | null | undefined, layer: Layer) {
  const named = payloadOf(part, 'column')?.ref
  const ref = named?.column.semanticType === 'time' ? named : payloadOf(part, 'verb')?.sense === 'pay' ? paidOn(layer) : null
  return ref ? made({ conditions: [{ kind: 'event', ref }] }, 1.5) : nothing
}

function untilColumn(part: Edge | null | undefined) {
  const ref = payloadOf(part, 'column')?.ref
  return ref?.column.semanticType === 'time' ? made({ conditions: [{ kind: 'event', ref }] }, 1.5) : nothing
}

/** Where rows are from: how many there are of each place, the most first; where most are from, the place of most. People come from places, and what they do by a way; those whom no table is called after are told by what happens. */
function placesOf(most: Edge | null | undefined, who: Edge | null | undefined, layer: Layer) {
  const named = payloadOf(who, 'table')?.table
  const tables = named ? [named] : eventTables(layer).filter(({ isHidden }) => !isHidden)
  const isPeople = !named || people.test(named.label)
  for (const table of tables) {
    const group = placeOf(table, layer)
    const place = group && { figure: { kind: 'rows' as const, table }, group }
    const origin = originOf(table, layer)
    const found = isPeople ? (place ?? origin) : (origin ?? place)
    if (!found) continue
    return most
      ? made({ rank: { sense: { end: 'high', of: 'count' }, count: null, target: found.group, figure: found.figure } }, 4)
      : made({ figures: [found.figure], groups: [found.group], sorted: 'desc' }, 3)
  }
  return nothing
}

/** The way by which rows came, told by a column or a table that they refer to, else by rows that refer to them. */
function originOf(table: LayerTable, layer: Layer): { figure: Figure; group: Group } | null {
  const holders = [table, ...layer.tables.filter((other) => !other.isHidden && refersTo(layer, other).includes(table))]
  for (const holder of holders) {
    const figure: Figure = { kind: 'rows', table: holder }
    const column = holder.columns.find((item) => !item.isHidden && item.semanticType === 'category' && originLabel.test(item.label))
    const referred = refersTo(layer, holder).find(({ label, isHidden }) => !isHidden && originLabel.test(label))
    if (column) return { figure, group: { kind: 'column', ref: { table: holder, column } } }
    if (referred) return { figure, group: { kind: 'rows', table: referred } }
  }
  return null
}

const originLabel = nounPattern(wayLabels)

function paidOn(layer: Layer): Ref | null {
  const found = layer.tables.flatMap((table) =>
    table.isHidden ? [] : timeColumns(table).flatMap((column) => (/\bpaid\b/i.test(column.label) ? [{ table, column }] : [])),
  )
  return found.length === 1 ? (found[0] as Ref) : null
}

const adding = 'added/adding/summed/summing/totalled/totalling/accumulated/accumulating'

function running(part: Edge | null | undefined) {
  const group = groupOf(part)
  return group ? made({ derive: 'running', groups: [group] }, 3) : nothing
}

/** Figures, conditions and groups as clauses of a question. */
const askedRules: Rule[] = [
  rule('how-many-rows', 4, 'how many different/distinct/unique? column|table', ([, , , part]) => counted(part), 'how many customers bought more than 5 times'),
  ownRule(
    'portion',
    4,
    'what/which? percent/percentage/share/proportion/fraction of all? figure',
    ([, , , , part]) => portionOf(part, 2.4),
    'what percent of orders are late',
  ),
  ownRule('share-who', 4, 'share/percentage/percent/proportion of figure who/that/which', ([, , part]) => portionOf(part, 2.2), 'share of people who left'),
  ownRule('how-long', 4, 'how long', () => made({ figures: [{ kind: 'duration', aggregate: null }] }, 2), 'how long does a visit take'),
  ownRule(
    'how-long-verb',
    4,
    'how long do/does/did/is/was/are/were? it/they/people? take/last/stay/run',
    () => made({ figures: [{ kind: 'duration', aggregate: null }] }, 4),
    'how long does it take to close a deal',
  ),
  rule('take-last', 4, 'take/takes/took/last/lasts/lasted/stay', () => made({}, -0.1), 'how long does a visit last'),
  ownRule(
    'before-end',
    4,
    'with/to? us? before/until they/people? column',
    ([, , word, , column]) => untilEnd(word, column),
    'how long do people stay before they leave',
  ),
  ownRule('with-us', 4, 'with/to us', () => made({}, 0.2), 'how long do members stay with us'),
  ownRule('wait-for', 4, 'wait/waits/waited/waiting for/until? column', ([, , column]) => untilColumn(column), 'how long do customers wait for an answer'),
  ownRule(
    'take-to',
    4,
    'take/takes/took table|column? to verb|column us/it/back?',
    ([, , , verb], { layer }) => untilDone(verb, layer),
    'how long do customers take to pay us',
  ),
  ownRule(
    'come-from',
    4,
    `where do/does/did most/all? of? table|${anybody.join('/')} come/comes/live/hear from/in/of?`,
    ([, , most, , who], { layer }) => placesOf(most?.text.toLowerCase() === 'most' ? most : null, who, layer),
    'where do our guests come from',
  ),
  ownRule('on-record', 4, 'on record/file/books/list/roll/register/system', () => made({}, 0.3), 'the windiest day on record'),
  ownRule('compare-word', 4, 'compare/comparison/versus/vs/difference/gap', () => made({ shape: 'compare' }, 0.6), 'compare revenue in 2022 and 2023'),
  ownRule(
    'grow-word',
    4,
    'grow/fall/drop/rise/increase/decrease/grew/fell/rose/dropped/growth/changed',
    () => made({ shape: 'grow' }, 0.4),
    'how much did revenue grow from 2020 to 2021',
  ),
  ownRule(
    'grow-in-percent',
    4,
    'grow/fall/drop/rise/increase/decrease/grew/fell/rose/dropped/change/changed in percent',
    () => made({ shape: 'grow' }, 1.5),
    'by how much did revenue rise in percent from 2020 to 2021',
  ),
  ownRule('sold-word', 4, 'verb', soldApart, 'how many pizzas did we sell'),
  ownRule(
    'having-filtered',
    4,
    'with/had/have/has? bound condition figure',
    ([, bound, condition, part]) => hadSuch(bound, condition, part),
    'patients with more than 5 emergency visits',
  ),
  ownRule('having-verb', 4, 'verb bound of?', ([verb, bound, of]) => verbBound(verb, bound, of), 'employees who earn more than 50000'),
  ownRule(
    'absent-such',
    4,
    'no/never/without/nobody ever? a/an/any/had? condition? table',
    ([, , , condition, table]) => lacking(condition, table),
    'customers with no orders',
  ),
  ownRule(
    'absent-value',
    4,
    'no/without/never a/an/any/had? verb|done|column? condition anything/something?',
    ([, , , condition]) => lackingSuch(condition),
    'days without maximum load',
  ),
  ownRule('absent-money', 4, 'no/without/never a/an/any/had? money', () => made({ lacking: { of: null, filter: null } }, 3), 'months with no sales in Canada'),
  ownRule('absent-verb', 4, 'never/nobody ever? verb anything/something?', ([, , verb]) => lackingVerb(verb), 'products nobody ever ordered'),
  rule('figure', 4, 'figure', ([part]) => (figureIn(part) ? made({ figures: [figureIn(part) as Figure] }) : nothing), 'total revenue'),
  rule('condition', 4, 'condition', ([part]) => (conditionIn(part) ? made({ conditions: [conditionIn(part) as Condition] }) : nothing), 'in Germany'),
  rule('aggregate-apart', 4, 'on? aggregate', ([, part]) => aggregateApart(part), 'which department pays best on average'),
  ownRule(
    'adds-up-to',
    4,
    'add/adds/added/come/comes/came/amount/amounts/amounted up? to',
    () => made({ aggregate: 'sum' }, 1.5),
    'what do the salaries of new trainers add up to',
  ),
  rule('share-apart', 4, 'share/percentage/proportion of?', () => made({ derive: 'share' }, 0.4), 'share of won revenue by series'),
  ownRule(
    'running-apart',
    4,
    'as? running/cumulative/cumulated/accumulated/rolling total/sum/count of?',
    () => made({ derive: 'running' }, 1),
    'running total of won revenue by month',
  ),
  ownRule(
    'cumulative-apart',
    4,
    'cumulative/cumulated/cumulatively/accumulated total? of?',
    () => made({ derive: 'running' }, 1),
    'cumulative won revenue by month',
  ),
  ownRule('added-up', 4, `${adding} up?`, () => made({ derive: 'running' }, 2), 'goals year by year, added up'),
  ownRule('added-up-by', 4, `${adding} up? over/across/through/by/for/from/after grain`, ([, , , part]) => running(part), 'loans added up over the months'),
  rule('by-group', 4, 'by/per column|table|grain', ([, part]) => grouped(part, 0.6), 'by region'),
  rule('each-group', 4, 'for/in/of/on/at? each/every/per column|table|grain', ([, , part]) => grouped(part, 1), 'for each region'),
  rule(
    'unit-by-unit',
    4,
    'grain by/after grain',
    ([part, , again]) => (part?.text.toLowerCase() === again?.text.toLowerCase() ? grouped(part, 1) : nothing),
    'month by month',
  ),
  rule('adverb-of-time', 4, 'grain', ([part]) => (/ly$/.test(part?.text ?? '') ? grouped(part, 0.3) : nothing), 'monthly revenue'),
  rule('and-group', 4, 'by column|table|grain and column|table|grain', ([, one, , other]) => both(one, other), 'by region and month'),
  rule(
    'over-time',
    4,
    'over time',
    () => made({ groups: [{ kind: 'time', grain: 'month', ref: null, isTrend: true }] }, 2),
    'how did revenue develop over time',
  ),
  ownRule(
    'develop',
    4,
    'develop/develops/developed/developing/evolve/evolves/evolved/evolving/trend/trended/trending/change/changes/changed/changing/progress/progressed/progressing',
    () => made({ groups: [{ kind: 'time', grain: 'month', ref: null, isTrend: true }] }, 0.6),
    'how did sales develop',
  ),
]

/** The earlier of two equal readings is taken, so the order stands. */
export const clauseRules: Rule[] = [...whichRowsRules, ...askedRules, ...rankRules, ...comparisonRules]

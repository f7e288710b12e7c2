import type { TimeMention } from '#domain/analyst/language/time.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { isFigure } from './facts.ts'
import { type Made, makes, nothing, payloadOf, type Rule, rule } from './rule.ts'
import type { Condition, Edge, Figure, Fragment, Group, Payload } from './terms.ts'

const fragment = (of: Fragment): Payload => ({ is: 'fragment', fragment: of })
const made = (of: Fragment | null, bonus = 0, link = 1): Made[] => (of ? makes(fragment(of), bonus, link) : nothing)

/** What is grouped by or asked for: a column that is no figure, the rows of a table, a stretch of time. */
function groupOf(part: Edge | null | undefined): Group | null {
  const column = payloadOf(part, 'column')
  if (column) return column.ref.column.semanticType === 'time' ? { kind: 'time', grain: 'day', ref: column.ref } : { kind: 'column', ref: column.ref }
  const table = payloadOf(part, 'table')
  if (table) return { kind: 'rows', table: table.table }
  const grain = payloadOf(part, 'grain')
  return grain ? { kind: 'time', grain: grain.grain, ref: null } : null
}

const figureIn = (part: Edge | null | undefined): Figure | null => payloadOf(part, 'figure')?.figure ?? null
const conditionIn = (part: Edge | null | undefined): Condition | null => payloadOf(part, 'condition')?.condition ?? null
const senseIn = (part: Edge | null | undefined) => payloadOf(part, 'superlative')?.sense ?? null
const numberIn = (part: Edge | null | undefined) => payloadOf(part, 'number')?.value ?? null

function grouped(part: Edge | null | undefined, bonus = 0): Made[] {
  const group = groupOf(part)
  return group ? made({ groups: [group] }, bonus) : nothing
}

function ranked(
  sense: Edge | null | undefined,
  count: Edge | null | undefined,
  target: Edge | null | undefined,
  figure: Edge | null | undefined,
  bonus = 0,
): Made[] {
  const found = senseIn(sense)
  const [of, by] = [groupOf(target), figureIn(figure)]
  return found ? made({ rank: { sense: found, count: numberIn(count), target: of, figure: by } }, bonus) : nothing
}

const equals = (part: Edge | null | undefined, isNot: boolean): Made[] => {
  const value = payloadOf(part, 'value')
  if (!value) return nothing
  const { ref } = value
  const filter: Filter = { table: ref.table.name, column: ref.column.name, operator: isNot ? 'not_equals' : 'equals', values: [value.value] }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name] } }, isNot ? 1 : 0)
}

function bounded(column: Edge | null | undefined, bound: Edge | null | undefined): Made[] {
  const [ref, limit] = [payloadOf(column, 'column')?.ref, payloadOf(bound, 'bound')?.bound]
  if (!ref || !limit || !isFigure(ref.column)) return nothing
  const filter: Filter = { table: ref.table.name, column: ref.column.name, operator: limit.operator, values: [limit.value] }
  return makes({ is: 'condition', condition: { kind: 'filter', filter, tables: [ref.table.name] } }, 0.5)
}

function compared(first: Edge | null | undefined, second: Edge | null | undefined, figure: Edge | null | undefined): Made[] {
  const [one, other] = [conditionIn(first), conditionIn(second)]
  const of = figureIn(figure)
  return one && other && one.kind === other.kind ? made({ compared: [one, other], ...(of ? { figures: [of] } : {}) }, 1.5) : nothing
}

function partOf(figure: Edge | null | undefined, condition: Edge | null | undefined, bonus: number): Made[] {
  const [of, that] = [figureIn(figure), conditionIn(condition)]
  return of && that ? made({ part: { figure: of, conditions: [that] } }, bonus) : nothing
}

function had(bound: Edge | null | undefined, figure: Edge | null | undefined): Made[] {
  const [limit, of] = [payloadOf(bound, 'bound')?.bound, figureIn(figure)]
  return limit && of ? made({ having: { figure: of, bound: limit } }, 0.5) : nothing
}

function absent(of: Edge | null | undefined, without: Edge | null | undefined): Made[] {
  const [all, none] = [payloadOf(of, 'table')?.table, payloadOf(without, 'table')?.table]
  return all && none && all !== none ? made({ absent: { of: all, without: none } }, 2) : nothing
}

function verbFigure(part: Edge | null | undefined): Figure | null {
  const sense = payloadOf(part, 'verb')?.sense
  return sense ? { kind: 'sense', sense, aggregate: null } : null
}

function rankedByVerb(verb: Edge | null | undefined, sense: Edge | null | undefined): Made[] {
  const [figure, found] = [verbFigure(verb), senseIn(sense)]
  return figure && found ? made({ rank: { sense: found, count: null, target: null, figure } }, 0.5) : nothing
}

const verbAsked = (verb: Edge | null | undefined): Made[] => {
  const figure = verbFigure(verb)
  return figure ? made({ figures: [figure] }, 2) : nothing
}

export const clauseRules: Rule[] = [
  rule('value', 3, 'value', ([value]) => equals(value, false), 'orders in Germany'),
  rule('not-value', 3, 'not/outside/except/excluding in/of/from? value', ([, , value]) => equals(value, true), 'outside the United States'),
  rule('period', 3, 'period', ([part]) => periodOf(part), 'in 2023'),
  rule('column-bound', 3, 'column of/is/are/was? bound', ([column, , bound]) => bounded(column, bound), 'price over 20'),
  rule('bound-column', 3, 'bound of/in? column', ([bound, , column]) => bounded(column, bound), 'more than 20 employees'),

  rule('how-many-rows', 4, 'how many different/distinct/unique? column|table', ([, , , part]) => counted(part), 'how many customers bought more than 5 times'),
  rule('figure', 4, 'figure', ([part]) => (figureIn(part) ? made({ figures: [figureIn(part) as Figure] }) : nothing), 'total revenue'),
  rule('condition', 4, 'condition', ([part]) => (conditionIn(part) ? made({ conditions: [conditionIn(part) as Condition] }) : nothing), 'in Germany'),
  rule('aggregate-apart', 4, 'on? aggregate', ([, part]) => aggregateApart(part), 'which department pays best on average'),
  rule('share-apart', 4, 'share/percentage/proportion of?', () => made({ derive: 'share' }, 0.4), 'share of won revenue by series'),
  rule('running-apart', 4, 'running/cumulative/cumulated total? of?', () => made({ derive: 'running' }, 1), 'running total of won revenue by month'),
  rule('added-up', 4, 'added up', () => made({ derive: 'running' }, 2), 'goals year by year, added up'),
  rule('by-group', 4, 'by/per column|table|grain', ([, part]) => grouped(part, 0.6), 'by region'),
  rule('each-group', 4, 'for/in/of/on/at? each/every/per column|table|grain', ([, , part]) => grouped(part, 1), 'for each region'),
  rule('unit-by-unit', 4, 'grain by/after grain', ([part]) => grouped(part, 1), 'month by month'),
  rule('adverb-of-time', 4, 'grain', ([part]) => (/ly$/.test(part?.text ?? '') ? grouped(part, 0.3) : nothing), 'monthly revenue'),
  rule('and-group', 4, 'by column|table|grain and column|table|grain', ([, one, , other]) => both(one, other), 'by region and month'),
  rule(
    'over-time',
    4,
    'over time/years/year',
    () => made({ groups: [{ kind: 'time', grain: 'month', ref: null, isTrend: true }] }, 2),
    'how did revenue develop over time',
  ),
  rule(
    'develop',
    4,
    'develop/developed/evolve/evolved/trend/trended/change/changed/changing',
    () => made({ groups: [{ kind: 'time', grain: 'month', ref: null, isTrend: true }] }, 0.6),
    'how did sales develop',
  ),

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
  rule(
    'superlative-selling',
    4,
    'number? superlative selling/sold/sellers/seller column|table',
    ([n, sense, , target]) => rankedSelling(sense, n, target),
    'our 5 best selling products',
  ),
  rule('superlative-figure', 4, 'superlative figure', ([sense, by]) => ranked(sense, null, null, by, 0.9), 'which country has the highest revenue'),
  rule('superlative', 4, 'superlative', ([sense]) => ranked(sense, null, null, null), 'sold the most'),
  rule('verb-superlative', 4, 'verb superlative', ([verb, sense]) => rankedByVerb(verb, sense), 'sold the most'),
  rule('verb-superlative-figure', 4, 'verb superlative figure', ([, sense, figure]) => ranked(sense, null, null, figure, 1.5), 'generates the most revenue'),
  rule('which', 4, 'which/what of? column|table|grain', ([, , part]) => asked(part), 'which country'),
  rule('in-which', 4, 'in/on/at/for/by which/what column|table|grain', ([, , part]) => asked(part), 'in which month'),
  rule('who', 4, 'who', () => made({ shape: 'who' }, 0.5), 'who sold the most'),
  rule('when', 4, 'when', () => made({ shape: 'when' }, 0.5), 'when did we sell the most'),

  rule('how-much-verb', 4, 'how much money/revenue? verb', ([, , , verb]) => verbAsked(verb), 'how much did we spend'),
  rule('what-did-verb', 4, 'what verb', ([, verb]) => verbAsked(verb), 'what did we earn in 2020'),

  rule(
    'compare-before-figure',
    4,
    'compare condition figure with/and/to/versus/vs condition',
    ([, one, figure, , other]) => compared(one, other, figure),
    'compare December revenue with November',
  ),
  rule(
    'compare-filtered-figure',
    4,
    'compare figure? condition figure? in? condition with/and/to/versus/vs in? condition',
    ([, first, also, second, , one, , , other]) => comparedAlso(also, one, other, first ?? second),
    'compare the number of emergency visits in 2021 with 2020',
  ),
  rule(
    'grew-between',
    4,
    'figure grow/fall/drop/rise/increase/decrease/change/grew/fell/rose/dropped/changed/develop/up/down condition',
    ([figure, , period]) => changed(figure, period),
    'by how much percent did revenue grow from 2020 to 2021',
  ),
  rule(
    'growth-between',
    4,
    'growth/change/increase/decrease/drop/rise in/of figure condition',
    ([, , figure, period]) => changed(figure, period),
    'growth of revenue from 2020 to 2021',
  ),
  rule('by-how-much', 4, 'by? how much/many percent/percentage?', () => made({}, 2), 'by how much percent did revenue grow'),
  rule('by-what-percentage', 4, 'by what percentage/percent', () => made({}, 2), 'by what percentage did revenue grow'),
  rule(
    'percent-used',
    4,
    'what? percent/percentage/share/proportion of figure condition',
    ([, , , figure, condition]) => partOf(figure, condition, 2),
    'what percent of our energy is used on weekends',
  ),
  rule(
    'compare',
    4,
    'compare figure? in/of/on/for/between? condition with/and/to/versus/vs in/of? condition',
    ([, figure, , one, , , other]) => compared(one, other, figure),
    'compare revenue in 2023 with 2022',
  ),
  rule('versus', 4, 'condition versus/vs/against/compared/than to/with? in? condition', ([one, , , , other]) => compared(one, other, null), '2023 vs 2022'),
  rule(
    'more-in-than',
    4,
    'more/fewer/less/higher/lower figure in? condition than in? condition',
    ([, figure, , one, , , other]) => compared(one, other, figure),
    'more orders in 2021 than in 2020',
  ),
  rule(
    'conditions-and',
    4,
    'figure in/on/for/of/among condition and in/on/for/of? condition',
    ([figure, , one, , , other]) => compared(one, other, figure),
    'goals per match in friendlies and in qualifiers',
  ),

  rule(
    'percent-that-are',
    4,
    'what? percent/percentage/share/proportion/fraction of all? figure are/is/was/were? condition',
    ([, , , , figure, , condition]) => partOf(figure, condition, 3),
    'what percent of orders are late',
  ),
  rule(
    'share-of-value',
    4,
    'share/percentage/percent/proportion of condition among/in/of figure',
    ([, , condition, , figure]) => partOf(figure, condition, 2.5),
    'share of women among employees',
  ),
  rule('share-by', 4, 'share/percentage/percent/proportion/breakdown of figure', ([, , figure]) => derived(figure, 'share', 1.5), 'share of revenue by region'),
  rule('and-share', 4, 'and share/percentage/percent of? total/each?', () => made({ derive: 'share' }, 2), 'revenue by region and the share of each'),
  rule('running', 4, 'running/cumulative/cumulated total/sum? of? figure', ([, , , figure]) => derived(figure, 'running', 2), 'cumulative revenue by month'),
  rule('growth', 4, 'growth/change of/in figure', ([, , figure]) => derived(figure, 'change', 1.5), 'growth of revenue by year'),

  rule('having', 4, 'with/had/have/has? bound figure', ([, bound, figure]) => had(bound, figure), 'customers with more than 5 orders'),
  rule('having-times', 4, 'verb? bound times', ([, bound]) => hadTimes(bound), 'bought more than 60 times'),
  rule(
    'absent',
    4,
    'table with/have/has/had/that? no/without/never have/had/placed/made? table',
    ([of, , , , without]) => absent(of, without),
    'customers without orders',
  ),
]

function counted(part: Edge | null | undefined): Made[] {
  const table = payloadOf(part, 'table')?.table
  const ref = payloadOf(part, 'column')?.ref
  if (table) return made({ figures: [{ kind: 'rows', table }], shape: 'count' }, 2.6)
  return ref && !isFigure(ref.column) ? made({ figures: [{ kind: 'column', ref, aggregate: 'count_distinct' }], shape: 'count' }, 2.6) : nothing
}

function aggregateApart(part: Edge | null | undefined): Made[] {
  const aggregate = payloadOf(part, 'aggregate')?.aggregate
  return aggregate ? made({ aggregate }, -0.4) : nothing
}

function comparedAlso(also: Edge | null | undefined, one: Edge | null | undefined, other: Edge | null | undefined, figure: Edge | null | undefined): Made[] {
  const condition = conditionIn(also)
  return condition
    ? compared(one, other, figure).map((item) =>
        item.payload.is === 'fragment' ? { ...item, payload: fragment({ ...item.payload.fragment, conditions: [condition] }) } : item,
      )
    : nothing
}

/** A figure in the first and in the last period of a span, with what it changed by. */
function changed(part: Edge | null | undefined, span: Edge | null | undefined): Made[] {
  const figure = figureIn(part)
  const time = payloadOf(span, 'period')?.time ?? (conditionIn(span)?.kind === 'period' ? (conditionIn(span) as { time: TimeMention }).time : null)
  const [from, to] = time?.values ?? []
  if (!figure || time?.operator !== 'between' || from === undefined || to === undefined || from.length !== to.length) return nothing
  const at = (value: string): Condition => ({ kind: 'period', time: { ...time, operator: 'equals', values: [value] } })
  return made({ figures: [figure], compared: [at(to), at(from)], derive: 'change' }, 2)
}

function periodOf(part: Edge | null | undefined): Made[] {
  const time = payloadOf(part, 'period')?.time
  return time ? makes({ is: 'condition', condition: { kind: 'period', time } }) : nothing
}

function both(one: Edge | null | undefined, other: Edge | null | undefined): Made[] {
  const [first, second] = [groupOf(one), groupOf(other)]
  return first && second ? made({ groups: [first, second] }, 1.5) : nothing
}

function asked(part: Edge | null | undefined): Made[] {
  const group = groupOf(part)
  return group ? made({ groups: [group], shape: 'list' }, 0.8) : nothing
}

function rankedSelling(sense: Edge | null | undefined, count: Edge | null | undefined, target: Edge | null | undefined): Made[] {
  const [found, of] = [senseIn(sense), groupOf(target)]
  return found && of
    ? made({ rank: { sense: found, count: numberIn(count), target: of, figure: { kind: 'sense', sense: 'pieces', aggregate: null } } }, 2)
    : nothing
}

function derived(part: Edge | null | undefined, derive: 'share' | 'running' | 'change', bonus: number): Made[] {
  const figure = figureIn(part)
  return figure ? made({ figures: [figure], derive }, bonus) : nothing
}

function hadTimes(part: Edge | null | undefined): Made[] {
  const bound = payloadOf(part, 'bound')?.bound
  return bound ? made({ having: { figure: { kind: 'sense', sense: 'rows', aggregate: null }, bound } }, 1.5) : nothing
}

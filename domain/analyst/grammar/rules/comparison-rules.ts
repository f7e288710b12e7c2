import type { Edge } from '#domain/analyst/grammar/terms.ts'
import { changed } from './change-fragments.ts'
import { absent, compared, comparedAlso, conditionIn, derived, figureIn, groupOf, had, hadTimes, made, partOf, ranked, verbAsked } from './clause-fragments.ts'
import { countedSuch, figureBound, moneyBound } from './condition-fragments.ts'
import { type Made, nothing, ownRule, type Rule, rule } from './rule.ts'

type Part = Edge | null | undefined

/** Two things beside each other, parts of a whole, and figures that bound a row. */
export const comparisonRules: Rule[] = [
  ownRule('how-much-verb', 4, 'how much money/revenue? have/has? verb', ([, , , , verb]) => verbAsked(verb), 'how much did we spend'),
  ownRule('what-did-verb', 4, 'what verb', ([, verb]) => verbAsked(verb), 'what did we earn in 2020'),

  ownRule(
    'compare-before-figure',
    4,
    'compare condition figure with/and/to/versus/vs condition',
    ([, one, figure, , other]) => compared(one, other, figure),
    'compare December revenue with November',
  ),
  ownRule(
    'compare-filtered-figure',
    4,
    'compare figure? condition figure? in? condition with/and/to/versus/vs in? condition',
    ([, first, also, second, , one, , , other]) => comparedAlso(also, one, other, first ?? second),
    'compare the number of emergency visits in 2021 with 2020',
  ),
  ownRule(
    'grew-between',
    4,
    'figure condition? grow/fall/drop/rise/increase/decrease/change/grew/fell/rose/dropped/changed/develop/up/down condition',
    ([figure, such, , period]) => within(changed(figure, period), such),
    'by how much percent did revenue grow from 2020 to 2021',
  ),
  ownRule(
    'growth-between',
    4,
    'growth/change/increase/decrease/drop/rise in/of figure condition',
    ([, , figure, period]) => changed(figure, period),
    'growth of revenue from 2020 to 2021',
  ),
  ownRule('by-how-much', 4, 'by how much/many percent/percentage?', () => made({ shape: 'change' }, 2), 'by how much percent did revenue grow'),
  ownRule('how-much-percent', 4, 'how much/many percent/percentage', () => made({}, 1.5), 'how many percent did revenue grow'),
  rule('how-many-such', 4, 'how many of? condition column|table', ([, , , condition, part]) => countedSuch(condition, part), 'how many urgent tickets'),
  rule('figure-superlative', 4, 'figure superlative', ([by, sense]) => ranked(sense, null, null, by, 1), 'when is our consumption highest'),
  ownRule('by-what-percentage', 4, 'by what percentage/percent', () => made({ shape: 'change' }, 2), 'by what percentage did revenue grow'),
  ownRule(
    'percent-used',
    4,
    'what? percent/percentage/share/proportion of figure condition',
    ([, , , figure, condition]) => partOf(figure, condition, 2),
    'what percent of our energy is used on weekends',
  ),
  ownRule(
    'percent-coming-from',
    4,
    'what/which/how? much? percent/percentage/share/proportion of figure comes/come/came/made/earned/generated/goes/go/went/spent/is from/by/with/in/on/to/for? condition',
    ([, , , , figure, , , condition]) => partOf(figure, condition, 3),
    'what share of revenue comes from suites',
  ),
  ownRule(
    'compare',
    4,
    'compare figure? in/of/on/for/between? condition with/and/to/versus/vs in/of? condition',
    ([, figure, , one, , , other]) => compared(one, other, figure),
    'compare revenue in 2023 with 2022',
  ),
  ownRule(
    'versus',
    4,
    'condition versus/vs/against/compared/compare/than to/with/and? in? condition',
    ([one, , , , other]) => compared(one, other, null),
    '2023 vs 2022',
  ),
  ownRule(
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

  ownRule(
    'percent-that-are',
    4,
    'what/how? many? percent/percentage/share/proportion/fraction of all? figure are/is/was/were? condition',
    ([, , , , , figure, , condition]) => partOf(figure, condition, 3),
    'what percent of orders are late',
  ),
  ownRule(
    'share-of-value',
    4,
    'share/percentage/percent/proportion of condition among/in/of figure',
    ([, , condition, , figure]) => partOf(figure, condition, 2.5),
    'share of women among employees',
  ),
  ownRule(
    'share-brought',
    4,
    'what? percent/percentage/share/proportion of figure do/does/did? each/every column|table bring/contribute/generate/account/make/have/represent/take in/for/up/to?',
    ([, , , figure, , , part]) => shareOfEach(figure, part),
    'what share of revenue does each region bring in',
  ),
  rule('share-by', 4, 'share/percentage/percent/proportion/breakdown of figure', ([, , figure]) => derived(figure, 'share', 1.5), 'share of revenue by region'),
  rule('and-share', 4, 'and share/percentage/percent of? total/each?', () => made({ derive: 'share' }, 2), 'revenue by region and the share of each'),
  ownRule('running', 4, 'running/cumulative/cumulated total/sum? of? figure', ([, , , figure]) => derived(figure, 'running', 2), 'cumulative revenue by month'),
  rule('growth', 4, 'growth/change of/in figure', ([, , figure]) => derived(figure, 'change', 1.5), 'growth of revenue by year'),

  ownRule(
    'up-how-much',
    4,
    'up/down by? how many/much percent/percentage?',
    () => made({ shape: 'change' }, 2.5),
    'sales in Q3 against Q2, up how many percent',
  ),
  rule('having', 4, 'with/had/have/has? bound figure', ([, bound, figure]) => had(bound, figure), 'customers with more than 5 orders'),
  rule('figure-bound', 4, 'with/had/have/has? figure of/was/is? bound', ([, figure, , bound]) => figureBound(bound, figure), 'months with revenue over 500'),
  ownRule(
    'having-in-total',
    4,
    'with/had/have/has/for? bound in? total/altogether/overall/all',
    ([, bound]) => moneyBound(bound),
    'customers with more than 500 in total',
  ),
  ownRule('having-times', 4, 'verb? bound times', ([, bound]) => hadTimes(bound), 'bought more than 60 times'),
  ownRule(
    'absent',
    4,
    'table with/have/has/had/that? no/without/never have/had/placed/made? table',
    ([of, , , , without]) => absent(of, without),
    'customers without orders',
  ),
]

/** The same of those rows only that a condition leaves. */
function within(all: Made[], such: Part): Made[] {
  const that = conditionIn(such)
  if (!such) return all
  return that?.kind === 'filter'
    ? all.flatMap((item) => (item.payload.is === 'fragment' ? made({ ...item.payload.fragment, conditions: [that] }, item.bonus) : []))
    : nothing
}

function shareOfEach(figure: Part, part: Part): Made[] {
  const [of, group] = [figureIn(figure), groupOf(part)]
  return of && group ? made({ figures: [of], groups: [group], derive: 'share' }, 4) : nothing
}
